import path from "node:path";
import { canonicalJson, wellFormed } from "../../../kernel/values/canonical-json.ts";
import { sha256 } from "../../../kernel/values/sha256.ts";
import type { AgentConfig } from "../../../config/agent/agent-config.ts";

/**
 * A digest of everything in a config that decides what is tested. Values of headers, of queries
 * and of the environment are left out: they hold secrets and differ between machines. So are the
 * folder of the project and all of `certificate` but its threshold.
 */
export function configDigest(config: AgentConfig): string {
  const { directory, certificate, ...rest } = config;
  const { passThreshold } = certificate;
  return sha256(canonicalJson(plain({ ...rest, passThreshold }, { directory, key: "" })));
}

// --- inside ---

interface KeyPath {
  readonly directory: string;
  /** The key under which a value stands. */
  readonly key: string;
}

const secretKeys: ReadonlySet<string> = new Set(["headers", "query", "env"]);

/** Maps become objects, absolute paths relative ones. */
function plain(value: unknown, place: KeyPath): unknown {
  if (typeof value === "string") {
    return wellFormed(relativePath(value, place.directory));
  }
  if (value instanceof Map) return plain(Object.fromEntries(value), place);
  if (Array.isArray(value)) return value.map((item) => plain(item, { ...place, key: "" }) ?? null);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value);
  if (secretKeys.has(place.key)) return entries.map(([name]) => name).toSorted();
  return Object.fromEntries(entries.map(([key, item]) => [key, plain(item, { ...place, key })]));
}

function relativePath(text: string, directory: string): string {
  if (!text.startsWith(directory + path.sep)) return text;
  return path.relative(directory, text).replaceAll(path.sep, "/");
}
