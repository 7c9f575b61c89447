import { readFileSync, realpathSync } from "node:fs";
import path from "node:path";
import type { CallPlan } from "../../kernel/subject/call-plan.ts";
import type { Entry } from "../../campaign/entries/entry-text.ts";

/** An older version of the project's own package, which is installed in it. */
export interface OlderVersion {
  /** `shop@1.0.0`. */
  readonly name: string;
  /** The file that it is imported by, relative to the project root. */
  readonly module: string;
}

/**
 * Finds an older version of the package that the project is: under its own name, as where a tool
 * depends on an earlier release of it, or under another, as `"shop-1": "npm:shop@1"`.
 */
export function findOlderVersion(projectRoot: string): OlderVersion | undefined {
  const own = readTable(path.join(projectRoot, "package.json"));
  const { name, version } = own ?? {};
  if (typeof name !== "string" || typeof version !== "string") return undefined;
  for (const folder of [name, ...aliasesOf(name, own)]) {
    const at = path.join("node_modules", folder);
    // A workspace links its own packages there: that is this version.
    if (real(path.join(projectRoot, at)) === real(projectRoot)) continue;
    const installed = readTable(path.join(projectRoot, at, "package.json"));
    const found = installed?.["version"];
    if (installed?.["name"] !== name || typeof found !== "string") continue;
    const entry = entryOf(installed);
    if (entry === undefined || !isOlder(found, version)) continue;
    const module = path.posix.join(at.replaceAll("\\", "/"), entry);
    return { name: `${name}@${found}`, module };
  }
  return undefined;
}

/** Functions with the same functions of an older version beside them, to be compared. */
export function withOlder(
  entries: readonly Entry[],
  older: OlderVersion | undefined,
): readonly Entry[] {
  if (older === undefined) return entries;
  return entries.map((entry) => {
    const { target } = entry;
    if (target.receiver !== undefined || target.blocked !== undefined) return entry;
    const calls = target.calls.flatMap((call) => [call, ...olderCall(call, older)]);
    return { ...entry, target: { ...target, calls } };
  });
}

// --- inside ---

/** A name that the older version does not have cannot be called, and says nothing. */
function olderCall(call: CallPlan, { name, module }: OlderVersion): readonly CallPlan[] {
  const { path: names } = call.from;
  if (call.kind !== "function" || names.length !== 1 || names[0] === "default") return [];
  const from = { module, path: names };
  const { stated: _words, callSites: _sites, ...same } = call;
  return [{ ...same, name: `${call.name} of ${name}`, from, olderOf: call.name }];
}

function aliasesOf(name: string, manifest: Table | undefined): readonly string[] {
  return ["dependencies", "devDependencies", "optionalDependencies"].flatMap((key) => {
    const table = manifest?.[key];
    if (!isTable(table)) return [];
    return Object.entries(table)
      .filter(([, wanted]) => typeof wanted === "string" && wanted.startsWith(`npm:${name}@`))
      .map(([alias]) => alias);
  });
}

/** The file that is imported; only what stands in its manifest, as Node reads it. */
function entryOf(manifest: Table): string | undefined {
  const exported = manifest["exports"];
  const root = isTable(exported) && "." in exported ? exported["."] : exported;
  const main = manifest["main"];
  const file = fileOf(root) ?? (typeof main === "string" ? main : "index.js");
  return /\.[cm]?js$/u.test(file) ? file : undefined;
}

function fileOf(entry: unknown): string | undefined {
  if (typeof entry === "string") return entry;
  if (!isTable(entry)) return undefined;
  for (const [condition, value] of Object.entries(entry)) {
    if (!["import", "node", "module", "default", "require"].includes(condition)) continue;
    const file = fileOf(value);
    if (file !== undefined) return file;
  }
  return undefined;
}

/** By their three numbers; of two that differ in nothing else, neither is older. */
function isOlder(version: string, than: string): boolean {
  const numbers = (text: string): number[] => (text.split(/[-+]/u)[0] ?? "").split(".").map(Number);
  const [own, other] = [numbers(version), numbers(than)];
  const at = own.findIndex((number, index) => number !== other[index]);
  return at >= 0 && (own[at] ?? 0) < (other[at] ?? 0);
}

type Table = Readonly<Record<string, unknown>>;

function isTable(value: unknown): value is Table {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function readTable(file: string): Table | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(file, "utf8"));
    return isTable(value) ? value : undefined;
  } catch {
    return undefined; // there is none, or it is not JSON: then there is no such package
  }
}

function real(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return folder; // it is not there
  }
}
