import type { z } from "zod";
import { quote } from "./code-frame.ts";
import type { ConfigNode, ConfigPath } from "./config-node.ts";
import { nodeAt } from "./config-node.ts";
import type { ConfigProblem } from "./config-problem.ts";
import type { FileSchema } from "./file-schema.ts";
import { nearestNames } from "./nearest-name.ts";
import { isListSection, sectionTitle, unbuiltKeys } from "./unbuilt-keys.ts";

/** What the user wrote, for quoting it back. */
export interface Written {
  readonly text: string;
  readonly root: ConfigNode | undefined;
}

/** Says in the user's words what the schema found, each cause once. */
export function explainIssues(
  issues: readonly z.core.$ZodIssue[],
  keys: FileSchema["keys"],
  written: Written,
): readonly ConfigProblem[] {
  const problems = issues.flatMap(flattened).flatMap((issue) => {
    const path = issue.path.filter((part) => typeof part !== "symbol");
    if (issue.code === "unrecognized_keys") {
      return issue.keys.map((key) => unknownKey(key, path, keys));
    }
    return [valueProblem(issue, path, written)];
  });
  const unique = new Map(
    problems.map((problem) => [`${problem.what} ${JSON.stringify(problem.at)}`, problem]),
  );
  return [...unique.values()];
}

// --- inside ---

const namesShownMax = 5;

// A union says only that nothing fits. Where one of its kinds is plainly meant (a table, and a key
// in it is wrong), what is wrong with that kind says more.
function flattened(issue: z.core.$ZodIssue): readonly z.core.$ZodIssue[] {
  if (issue.code !== "invalid_union") return [issue];
  const isMeant = (inner: z.core.$ZodIssue): boolean =>
    inner.path.length > 0 || inner.code === "custom" || inner.code === "unrecognized_keys";
  const meant = issue.errors.filter((inner) => inner.every(isMeant));
  const [only] = meant;
  if (only === undefined || meant.length > 1) return [issue];
  return only.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] }));
}

function unknownKey(key: string, path: ConfigPath, keys: FileSchema["keys"]): ConfigProblem {
  // Indexes are left out: `objects.2.scenarios.0` is the table `objects.scenarios`.
  const section = path.filter((part) => typeof part === "string").join(".");
  const at = { path: [...path, key], part: "key" } as const;
  if (unbuiltKeys.get(section)?.has(key) === true) {
    const name = section === "" ? sectionTitle(key) : `${sectionTitle(section)} ${key}`;
    const what = `\`${name}\` is not built yet in this version`;
    return { code: "C007", what, at, help: "remove it; it would change nothing" };
  }
  const known = keys.get(section) ?? [];
  const what =
    section === ""
      ? `unknown key ${quote(key)} at the top of the config`
      : `unknown key ${quote(key)} in \`${sectionTitle(section)}\``;
  return { code: "C006", what, at, ...suggestion(key, { known, keys }) };
}

function suggestion(
  key: string,
  { known, keys }: { known: readonly string[]; keys: FileSchema["keys"] },
): Pick<ConfigProblem, "note" | "help"> {
  const [nearest] = nearestNames(key, known, { countMax: 1 });
  if (nearest !== undefined) return { help: `did you mean \`${nearest}\`?` };
  const homes = [...keys].filter(([, names]) => names.includes(key)).map(([name]) => name);
  const [home] = homes;
  if (home !== undefined) {
    return { help: home === "" ? "move it to the top" : `move it under \`${sectionTitle(home)}\`` };
  }
  const names = known.filter((name) => !name.startsWith("$"));
  const shown = names.slice(0, namesShownMax).map((name) => `\`${name}\``);
  const hidden = names.length - shown.length;
  const more = hidden > 0 ? ` and ${hidden} more (docs/reference/config.md)` : "";
  return { note: `known here: ${shown.join(", ")}${more}` };
}

function valueProblem(issue: z.core.$ZodIssue, path: ConfigPath, written: Written): ConfigProblem {
  const name = nameOf(path);
  const { root } = written;
  const node = root === undefined ? undefined : nodeAt(root, path);
  const at = { path, part: "value" } as const;
  if (isMissing(issue, node, root)) {
    return { code: "C010", what: `${name} is missing; it ${issue.message.replace(/,$/u, "")}`, at };
  }
  const what = `${name} ${issue.message}${gotOf(issue, node, written.text)}`;
  return { code: codeOf(issue), what, at, ...nearestValue(issue, node) };
}

function nearestValue(
  issue: z.core.$ZodIssue,
  node: ConfigNode | undefined,
): Pick<ConfigProblem, "help"> {
  if (issue.code !== "invalid_value" || node?.kind !== "scalar") return {};
  if (typeof node.value !== "string") return {};
  const [nearest] = nearestNames(node.value, issue.values.map(String), { countMax: 1 });
  return nearest === undefined ? {} : { help: `did you mean \`${nearest}\`?` };
}

// zod reports an absent key as a wrong type; only the text tells the two apart.
function isMissing(
  issue: z.core.$ZodIssue,
  node: ConfigNode | undefined,
  root: ConfigNode | undefined,
): boolean {
  return issue.code === "invalid_type" && root !== undefined && node === undefined;
}

function codeOf(issue: z.core.$ZodIssue): string {
  if (issue.code === "custom") return "C011";
  return issue.code === "too_big" || issue.code === "too_small" ? "C009" : "C008";
}

function gotOf(issue: z.core.$ZodIssue, node: ConfigNode | undefined, text: string): string {
  if (node === undefined) return "";
  const comma = issue.message.endsWith(",") ? "" : ",";
  if (node.kind === "map") return `${comma} got a table`;
  if (node.kind === "list") {
    const isSized = issue.code === "too_big" || issue.code === "too_small";
    return isSized ? `${comma} got ${node.items.length}` : `${comma} got a list`;
  }
  if (issue.code === "too_big" && typeof node.value === "string") {
    return `${comma} got ${node.value.length} characters`;
  }
  const source = text.slice(node.span.start, node.span.end).split(/\r?\n/u)[0] ?? "";
  return node.value === null && source.trim() !== "null"
    ? `${comma} got nothing`
    : `${comma} got ${quote(source)}`;
}

function nameOf(path: ConfigPath): string {
  const [section, ...rest] = path;
  if (section === undefined) return "the config";
  if (typeof section === "string" && section.startsWith("$")) return `\`${section}\``;
  const title = sectionTitle(String(section));
  const keyParts = isListSection(String(section)) ? rest.slice(1) : rest;
  const key = keyParts.map((part, index) => keyText(part, index)).join("");
  return key === "" ? `\`${title}\`` : `\`${title} ${key}\``;
}

function keyText(part: string | number, index: number): string {
  if (typeof part === "number") return `[${part}]`;
  return index === 0 ? part : `.${part}`;
}
