import { quote } from "../syntax/code-frame.ts";
import type { ConfigPath } from "../syntax/config-node.ts";
import type { ConfigProblem } from "../config-problem.ts";
import { configKind, tooDeep } from "../config-problem.ts";

/** Data that a schema can judge, and what in it no schema should see. */
export interface GuardedData {
  readonly data: unknown;
  readonly problems: readonly ConfigProblem[];
}

/** Copies parsed data without dates, big numbers, deep nesting and names of prototypes. */
export function guardData(data: unknown): GuardedData {
  const problems: ConfigProblem[] = [];
  return { data: guarded(data, [], problems), problems };
}

// --- inside ---

const reservedKeys = new Set(["__proto__", "constructor", "prototype"]);

function guarded(value: unknown, path: ConfigPath, problems: ConfigProblem[]): unknown {
  // Past the 53 bits that a number holds, the rounded value is still out of every range.
  if (typeof value === "bigint") return Number(value);
  if (typeof value !== "object" || value === null) return value;
  // zod takes a Date for an empty table; a symbol is refused everywhere.
  if (value instanceof Date) return Symbol("date");
  if (path.length > configKind.depthMax) {
    problems.push(tooDeep({ path, part: "value" }));
    return undefined;
  }
  if (Array.isArray(value)) {
    return value.map((item, index) => guarded(item, [...path, index], problems));
  }
  const table: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(value)) {
    const at = { path: [...path, key], part: "key" } as const;
    if (reservedKeys.has(key)) {
      problems.push({ code: "C014", what: `the key ${quote(key)} is reserved by JavaScript`, at });
    } else {
      table[key] = guarded(item, at.path, problems);
    }
  }
  return table;
}
