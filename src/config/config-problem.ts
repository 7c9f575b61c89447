import type { FileNoun } from "../kernel/errors/config-error.ts";
import type { ErrorParts } from "../kernel/errors/gauntlet-error.ts";
import type { ConfigNode, ConfigPath, Span } from "./syntax/config-node.ts";
import { spanAt } from "./syntax/config-node.ts";
import type { ConfigText } from "./syntax/config-text.ts";
import { codeFrame, lineColumn } from "./syntax/code-frame.ts";
import { looksLikeKey } from "./syntax/literal-key.ts";

/** What kind of file is parsed, and how deep its tables and lists may be nested. */
export interface TextKind {
  readonly noun: FileNoun;
  readonly depthMax: number;
  /** Why nothing that is meant is nested deeper. */
  readonly depthNote: string;
}

/** A config file. */
export const configKind: TextKind = {
  noun: "config",
  depthMax: 16,
  depthNote: "nothing that a config says nests so deep",
};

/** Something wrong in a config file, placed by offsets or by the path of a key. */
export interface ConfigProblem {
  readonly code: string;
  readonly what: string;
  readonly at: Span | { readonly path: ConfigPath; readonly part: "key" | "value" };
  readonly note?: string | undefined;
  readonly help?: string | undefined;
  /** Whether the user's own text must not be shown, since it holds a key. */
  readonly isSecret?: boolean | undefined;
}

/** What a parser of one syntax gives: the data, or the problems that kept it from the data. */
export interface ParsedText {
  readonly data: unknown;
  readonly problems: readonly ConfigProblem[];
  /** The same values with their places; built only when something must be pointed at. */
  readonly nodes: () => Promise<ConfigNode | undefined>;
}

/** A parse that failed before there was any data. */
export function unparsed(problems: readonly ConfigProblem[]): ParsedText {
  return { data: undefined, problems, nodes: () => Promise.resolve(undefined) };
}

/** The problem of nesting deeper than a file of this kind may. */
export function tooDeep(at: ConfigProblem["at"], kind: TextKind = configKind): ConfigProblem {
  const what = `tables and lists are nested more than ${kind.depthMax} levels deep`;
  return { code: "C013", what, at, note: kind.depthNote };
}

/** A way through data as a JSON pointer (RFC 6901). */
export function pointerOf(path: ConfigPath): string {
  const parts = path.map((part) => String(part).replaceAll("~", "~0").replaceAll("/", "~1"));
  return parts.map((part) => `/${part}`).join("");
}

/** The way that a JSON pointer names; digits are taken for the index of a list. */
export function pathOf(pointer: string): ConfigPath {
  const parts = pointer.split("/").slice(1);
  return parts
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"))
    .map((part) => (/^\d+$/u.test(part) ? Number(part) : part));
}

/** The problem of one key written twice in one table. */
export function duplicateKey(key: string, spans: { at: Span; firstLine: number }): ConfigProblem {
  const what = `the key ${key} is written twice in one table`;
  return {
    code: "C005",
    what,
    at: spans.at,
    note: `it is first written on line ${spans.firstLine}`,
  };
}

/** Turns problems into the parts of errors, in the order of the file. */
export function placeProblems(
  problems: readonly ConfigProblem[],
  source: ConfigText,
  root: ConfigNode | undefined,
): readonly ErrorParts[] {
  const placed = problems.map((problem) => ({ problem, span: spanOf(problem, root) }));
  placed.sort((first, second) => (first.span?.start ?? 0) - (second.span?.start ?? 0));
  return placed.map(({ problem, span }, index) => ({
    code: problem.code,
    what: problem.what,
    ...placeOf(source, index < placedMax ? span : undefined, problem.isSecret === true),
    ...("path" in problem.at ? { pointer: pointerOf(problem.at.path) } : {}),
    note: problem.note,
    help: problem.help,
  }));
}

// --- inside ---

// Finding a line takes time linear in the file. Past this many problems only the file is named,
// so that a file of a hundred thousand wrong keys does not take minutes; five are shown anyway.
const placedMax = 100;

function spanOf(problem: ConfigProblem, root: ConfigNode | undefined): Span | undefined {
  if ("start" in problem.at) return problem.at;
  return root === undefined ? undefined : spanAt(root, problem.at.path, problem.at.part);
}

function placeOf(
  source: ConfigText,
  span: Span | undefined,
  isSecret: boolean,
): Pick<ErrorParts, "where" | "frame"> {
  if (span === undefined) return { where: source.shown };
  const { line, column } = lineColumn(source.text, span.start);
  const where = `${source.shown}:${line}:${column}`;
  const frame = codeFrame(source.text, span);
  // A key may stand beside what is wrong; a line that holds one is not shown.
  return isSecret || frame.some(looksLikeKey) ? { where } : { where, frame };
}
