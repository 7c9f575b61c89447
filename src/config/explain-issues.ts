import type { z } from "zod";
import { quote } from "./syntax/code-frame.ts";
import type { ConfigNode, ConfigPath } from "./syntax/config-node.ts";
import { nodeAt } from "./syntax/config-node.ts";
import type { ConfigProblem } from "./config-problem.ts";
import { looksLikeKey } from "./syntax/literal-key.ts";
import { nearestNames } from "./nearest-name.ts";

/** What the user wrote, for quoting it back. */
export interface SourceText {
  readonly text: string;
  readonly root: ConfigNode | undefined;
}

/** How the problems of one kind of file are told. */
export interface IssueWords {
  /** The code of each family of problems. */
  readonly codes: Readonly<Record<"missing" | "value" | "range" | "rule", string>>;
  /** What a place is called: `[explorer] max_time` or `/steps/3/duration`, in backticks. */
  readonly nameOf: (path: ConfigPath) => string;
  readonly unknownKey: (key: string, path: ConfigPath) => ConfigProblem;
  /** Tells of an issue in its own way; undefined where there is nothing special about it. */
  readonly special?: (
    issue: z.core.$ZodIssue,
    path: ConfigPath,
    node: ConfigNode | undefined,
  ) => ConfigProblem | undefined;
  /** What to do with a table or a list that stands where neither may. */
  readonly helpWith?: (path: ConfigPath, kind: "map" | "list") => string | undefined;
}

/** Says in the user's words what the schema found, each cause once. */
export function explainIssues(
  issues: readonly z.core.$ZodIssue[],
  words: IssueWords,
  written: SourceText,
): readonly ConfigProblem[] {
  const problems = issues.flatMap(flattened).flatMap((issue) => {
    const path = issue.path.filter((part) => typeof part !== "symbol");
    if (issue.code === "unrecognized_keys") {
      return issue.keys.map((key) => words.unknownKey(key, path));
    }
    return [valueProblem({ issue, path }, words, written)];
  });
  const unique = new Map(
    problems.map((problem) => [`${problem.what} ${JSON.stringify(problem.at)}`, problem]),
  );
  return [...unique.values()];
}

// --- inside ---

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

function valueProblem(
  { issue, path }: { readonly issue: z.core.$ZodIssue; readonly path: ConfigPath },
  words: IssueWords,
  written: SourceText,
): ConfigProblem {
  const name = words.nameOf(path);
  const { root } = written;
  const node = root === undefined ? undefined : nodeAt(root, path);
  const special = words.special?.(issue, path, node);
  if (special !== undefined) return special;
  const at = { path, part: "value" } as const;
  if (isMissing(issue, node, root)) {
    const must = isAny(issue) ? "it may be any value" : `it ${issue.message.replace(/,$/u, "")}`;
    return { code: words.codes.missing, what: `${name} is missing; ${must}`, at };
  }
  if (issue.code === "custom" && issue.params?.["isSecret"] === true) {
    return { code: words.codes.rule, what: `${name} ${issue.message}`, at, isSecret: true };
  }
  const what = `${name} ${issue.message}${gotOf(issue, node, written.text)}`;
  const isMisplaced = issue.code === "invalid_type" && node !== undefined && node.kind !== "scalar";
  const help = isMisplaced ? words.helpWith?.(path, node.kind) : undefined;
  const helped = help === undefined ? nearestValue(issue, node) : { help };
  return { code: codeOf(issue, words), what, at, ...helped };
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

const missingCodes: ReadonlySet<string> = new Set([
  "invalid_type",
  "invalid_value",
  "invalid_union",
]);

// zod reports an absent key as a wrong type; only the text tells the two apart.
function isMissing(
  issue: z.core.$ZodIssue,
  node: ConfigNode | undefined,
  root: ConfigNode | undefined,
): boolean {
  return missingCodes.has(issue.code) && root !== undefined && node === undefined;
}

/** A key that must be there and may hold anything. */
function isAny(issue: z.core.$ZodIssue): boolean {
  return issue.code === "invalid_type" && issue.expected === "nonoptional";
}

function codeOf(issue: z.core.$ZodIssue, { codes }: IssueWords): string {
  if (issue.code === "custom") return codes.rule;
  return issue.code === "too_big" || issue.code === "too_small" ? codes.range : codes.value;
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
    : `${comma} got ${looksLikeKey(source) ? "what looks like a key" : quote(source)}`;
}
