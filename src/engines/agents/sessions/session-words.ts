import type { z } from "zod";
import { printable } from "../../../config/syntax/code-frame.ts";
import type { ConfigPath } from "../../../config/syntax/config-node.ts";
import { type ConfigProblem, pointerOf } from "../../../config/config-problem.ts";
import type { IssueWords } from "../../../config/explain-issues.ts";
import { nearestNames } from "../../../config/nearest-name.ts";
import { knownKeys } from "../../../subject/scenarios/shapes/known-keys.ts";

/** How the problems of a session file are told: by JSON pointers. */
export function sessionWords(schema: z.core.$ZodType, data: unknown): IssueWords {
  return {
    codes: { missing: "A062", value: "A062", range: "A062", rule: "A062" },
    nameOf: pointerText,
    unknownKey: (key, path) => unknownKey([...path, key], knownKeys(schema, data, path)),
  };
}

// --- inside ---

const keysShownMax = 20;

function pointerText(path: ConfigPath): string {
  return path.length === 0 ? "the session" : `\`${printable(pointerOf(path)).slice(0, 300)}\``;
}

function unknownKey(path: ConfigPath, known: readonly string[]): ConfigProblem {
  const what = `${pointerText(path)} is not a key of ${pointerText(path.slice(0, -1))}`;
  const at = { path, part: "key" } as const;
  const [nearest] = nearestNames(String(path.at(-1)), known, { countMax: 1 });
  if (nearest !== undefined)
    return { code: "A062", what, at, help: `did you mean \`${nearest}\`?` };
  const shown = known.slice(0, keysShownMax).map((name) => `\`${name}\``);
  const note = shown.length === 0 ? undefined : `known here: ${shown.join(", ")}`;
  return { code: "A062", what, at, note };
}
