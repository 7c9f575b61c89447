import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

/** What package.json of this package says, read from where it is installed. */
export function ownManifest(): Readonly<Record<string, unknown>> {
  const text = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  return Object(JSON.parse(text)) as Readonly<Record<string, unknown>>;
}

/** The version of this package. */
export function ownVersion(): string {
  const { version } = ownManifest();
  return typeof version === "string" ? version : "unknown";
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

/** The build puts a digest of all code in the place of this name. */
declare const GAUNTLET_BUILD: string | undefined;

/** What tells this build from any other; nothing where there is no build that runs could use. */
export function buildStamp(): string | undefined {
  if (typeof GAUNTLET_BUILD === "string") return GAUNTLET_BUILD;
  try {
    return readFileSync(new URL("../../dist/.stamp", import.meta.url), "utf8");
  } catch {
    return undefined;
  }
}
