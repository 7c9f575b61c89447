import type { z } from "zod";
import { printable, quote } from "../../config/syntax/code-frame.ts";
import type { ConfigNode, ConfigPath } from "../../config/syntax/config-node.ts";
import { type ConfigProblem, pointerOf } from "../../config/config-problem.ts";
import type { IssueWords } from "../../config/explain-issues.ts";
import { nearestNames } from "../../config/nearest-name.ts";
import { knownKeys } from "./shapes/known-keys.ts";

/** How the problems of a scenario file are told: by JSON pointers. */
export function scenarioWords(schema: z.core.$ZodType, data: unknown): IssueWords {
  return {
    codes: { missing: "N006", value: "N005", range: "N005", rule: "N005" },
    nameOf: pointerText,
    unknownKey: (key, path) => unknownKey([...path, key], knownKeys(schema, data, path), data),
    special,
    helpWith: (path, kind) => dataHelp(path, kind, knownKeys(schema, data, path.slice(0, -1))),
  };
}

/** A place in a scenario, in backticks; the whole file is `the scenario`. */
export function pointerText(path: ConfigPath): string {
  const pointer = printable(pointerOf(path));
  if (pointer === "") return "the scenario";
  return `\`${pointer.length > pointerMax ? `${pointer.slice(0, pointerMax)}…` : pointer}\``;
}

// --- inside ---

const pointerMax = 300;
const keysShownMax = 12;
/** The keys that take text, and those that take data instead. */
const dataKeys: ReadonlyMap<string, string> = new Map([
  ["body", "json"],
  ["expect_body", "expect_json"],
]);
const gotWords = { list: "a list", map: "a table" } as const;

function dataHelp(
  path: ConfigPath,
  kind: "map" | "list",
  known: readonly string[],
): string | undefined {
  const key = dataKeys.get(String(path.at(-1)));
  if (key === undefined) return undefined;
  if (known.includes(key)) return `${gotWords[kind]} goes in \`${key}\``;
  return "write it as JSON text, in quotes";
}

function unknownKey(path: ConfigPath, known: readonly string[], data: unknown): ConfigProblem {
  const key = String(path.at(-1));
  const what = `${pointerText(path)} is not a key of ${tableName(path.slice(0, -1), data)}`;
  const at = { path, part: "key" } as const;
  const [nearest] = nearestNames(key, known, { countMax: 1 });
  if (nearest !== undefined)
    return { code: "N003", what, at, help: `did you mean \`${nearest}\`?` };
  const shown = known.slice(0, keysShownMax).map((name) => `\`${name}\``);
  const note = shown.length === 0 ? undefined : `known here: ${shown.join(", ")}`;
  return { code: "N003", what, at, note };
}

/** `a call step`, or what is inside of one. */
function tableName(path: ConfigPath, data: unknown): string {
  if (path.length === 0) return "a scenario";
  const last = path.at(-1);
  let value = data;
  for (const part of path) {
    value = typeof value === "object" && value !== null ? Reflect.get(value, part) : undefined;
  }
  const type: unknown =
    typeof value === "object" && value !== null ? Reflect.get(value, "type") : undefined;
  if (typeof last === "number" && typeof type === "string") return `a ${quote(type)} step`;
  return quote(String(last));
}

function special(
  issue: z.core.$ZodIssue,
  path: ConfigPath,
  node: ConfigNode | undefined,
): ConfigProblem | undefined {
  if (issue.code === "custom") return ruleProblem(issue, path, node);
  if (issue.code === "invalid_key") {
    const [first] = issue.issues;
    const what = `${pointerText(path)}: the key ${first?.message ?? issue.message}`;
    return { code: "N005", what, at: { path, part: "key" } };
  }
  if (issue.code !== "invalid_union" || issue.discriminator === undefined) return undefined;
  return typeProblem(issue, path, node);
}

/** A `type` that there is not, or none at all. */
function typeProblem(
  issue: z.core.$ZodIssueInvalidUnion,
  path: ConfigPath,
  node: ConfigNode | undefined,
): ConfigProblem {
  const isInvariant = path.at(-3) === "invariants";
  const thing = isInvariant ? "invariant" : "step";
  const lists = "`gauntlet schema scenario` lists the types";
  const at = { path, part: "value" } as const;
  if (node === undefined) {
    const what = `${pointerText(path)} is missing; it must be a type of ${thing}`;
    return { code: "N006", what, at, help: lists };
  }
  const written = node.kind === "scalar" ? String(node.value) : "";
  const got = node.kind === "scalar" ? quote(written) : gotWords[node.kind];
  const what = `${pointerText(path)} is not a type of ${thing}, got ${got}`;
  const options = "options" in issue ? (issue.options as readonly unknown[]).map(String) : [];
  const [nearest] = nearestNames(written, options, { countMax: 1 });
  return {
    code: "N004",
    what,
    at,
    help: nearest === undefined ? lists : `did you mean \`${nearest}\`?`,
  };
}

/** A rule of ours that says itself which family it belongs to. */
function ruleProblem(
  issue: z.core.$ZodIssueCustom,
  path: ConfigPath,
  node: ConfigNode | undefined,
): ConfigProblem | undefined {
  const { code, known, isKey = code === "N007" } = (issue.params ?? {}) as RuleParams;
  if (code === undefined) return undefined;
  const isNamed = known !== undefined && !isKey && node?.kind === "scalar";
  const written = isNamed ? String(node.value) : undefined;
  const got = written === undefined ? "" : `, got ${quote(written)}`;
  const meant = isKey ? String(path.at(-1)) : (written ?? "");
  const [nearest] = nearestNames(meant, known ?? [], { countMax: 1 });
  return {
    code,
    what: `${pointerText(path)} ${issue.message}${got}`,
    at: { path, part: isKey ? "key" : "value" },
    ...(nearest === undefined ? {} : { help: `did you mean \`${nearest}\`?` }),
  };
}

interface RuleParams {
  readonly code?: string;
  /** The names that there are. */
  readonly known?: readonly string[] | undefined;
  /** Whether the key is wrong, and not what it holds. */
  readonly isKey?: boolean;
}
