import { type ErrorParts, errorText } from "../kernel/errors/gauntlet-error.ts";
import { stackFrames } from "../kernel/failure/identity.ts";
import { wrapText } from "./column-text.ts";
import { makePaint, type Paint } from "./paint.ts";
import { printable } from "./printable.ts";

/** An error that the user can mend, in the grammar `error[code]`, `-->`, frame, `note`, `help`. */
export function errorScreen(parts: ErrorParts, options: { readonly color: boolean }): string {
  const paint = makePaint({ color: options.color, isAscii: false });
  const text = errorText({
    code: parts.code,
    what: hanging(parts.what, 2),
    where: parts.where === undefined ? undefined : hanging(parts.where, whereColumns),
    frame: parts.frame?.flatMap((line) => frameLines(line, paint)),
    note: parts.note === undefined ? undefined : hanging(wrappedNote(parts.note), labelColumns),
    help: parts.help === undefined ? undefined : hanging(parts.help, labelColumns),
  });
  return `${text}\n`;
}

/** An error of our own: it says so, and what a report of it needs. */
export function bugText(bug: {
  readonly error: unknown;
  readonly version: string;
  readonly node: string;
  /** What was being done: `explore checkout, seed 0x5eed, run 417`. */
  readonly context: string;
}): string {
  const { message, stack } = told(bug.error);
  const said = message.startsWith(bugPrefix) ? message.slice(bugPrefix.length) : message;
  const frame = stackFrames(stack).find(({ functionName }) => functionName !== "assert");
  const calls = stack.split("\n").filter((line) => /^\s+at /.test(line));
  const facts = [bug.context, `version ${bug.version}`, `node ${bug.node}`];
  const lines = [
    `error: ${bugPrefix}${hanging(said, 2)}`,
    ...(frame === undefined ? [] : [`  --> ${frame.file}:${frame.line}:${frame.column}`]),
    ...calls.slice(0, callsMax).map((line) => `   ${line.trim()}`),
    `note: ${facts
      .filter((fact) => fact !== "")
      .map(printable)
      .join(", ")}`,
    "help: report it with this text; what was found before is kept in .gauntlet/findings/",
  ];
  return `${lines.map((line) => line.split("\n").map(printable).join("\n")).join("\n")}\n`;
}

// --- inside ---

const columnsMax = 100;
const labelColumns = "note: ".length;
const whereColumns = "  --> ".length;
const noteLinesMax = 12;
const callsMax = 12;
const bugPrefix = "this is a bug in gauntlet, not in your code: ";

/** Safe lines; those after the first are set in, so that none can pass for a line of ours. */
function hanging(text: string, columns: number): string {
  const lines = text.trimEnd().split(/\r?\n/).map(printable);
  return lines.join(`\n${" ".repeat(columns)}`);
}

/** Notes quote the subject and may be long; what and help are not wrapped: they are copied. */
function wrappedNote(note: string): string {
  const room = { columns: columnsMax - labelColumns, linesMax: noteLinesMax, ellipsis: "…" };
  return note
    .trimEnd()
    .split(/\r?\n/)
    .slice(0, noteLinesMax)
    .flatMap((line) => wrapText(printable(line), room))
    .join("\n");
}

function frameLines(text: string, paint: Paint): string[] {
  return text.split(/\r?\n/).map((line) => {
    const carets = /^([\d\s]*\|?\s*)(\^+)(.*)$/.exec(line);
    if (carets === null) return printable(line);
    const [, before = "", pointer = "", after = ""] = carets;
    return printable(before) + paint.caret(pointer) + printable(after);
  });
}

/** Anything can be thrown, also what throws when it is looked at. */
function told(error: unknown): { message: string; stack: string } {
  try {
    if (!(error instanceof Error)) return { message: String(error), stack: "" };
    const { name, message, stack = "" } = error;
    const isPlain = name === "Error" || message.startsWith(bugPrefix);
    return { message: isPlain ? message : `${name}: ${message}`, stack };
  } catch {
    return { message: "something that cannot be shown was thrown", stack: "" };
  }
}
