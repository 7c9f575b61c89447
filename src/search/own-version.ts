import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

/** The version of this package, read from where it is installed. */
export function ownVersion(): string {
  const manifest: unknown = JSON.parse(
    readFileSync(new URL("../../package.json", import.meta.url), "utf8"),
  );
  const hasVersion = typeof manifest === "object" && manifest !== null && "version" in manifest;
  return hasVersion ? String(manifest.version) : "unknown";
}

/** The versions that runs of a project depend on; a project without fast-check draws none of it. */
export function versionsIn(projectRoot: string): Record<string, string> {
  const found: Record<string, string> = { gauntlet: ownVersion(), node: process.versions.node };
  try {
    const require = createRequire(path.join(projectRoot, "package.json"));
    const manifest = require("fast-check/package.json") as { version?: unknown };
    if (typeof manifest.version === "string") found["fast-check"] = manifest.version;
  } catch {
    // Nothing depends on what is not there.
  }
  return found;
}
