import { chainNext, chainStart, chainText } from "../values/chain.ts";
import type { Decision } from "../decisions/decision.ts";
import { badShape, Fields } from "../values/fields.ts";
import { type ErrorParts, GauntletError } from "../errors/gauntlet-error.ts";
import type { RunEvent } from "../decisions/journal.ts";
import { literalText } from "../values/literal-text.ts";
import { Sha256 } from "../values/sha256.ts";
import { type Trace, type TraceHeader, traceVersion, type Verdict } from "./trace.ts";
import { type TraceLimits, traceLimits } from "./trace-limits.ts";
import { parseDecision, parseEvent, parseHeader, parseVerdict } from "./trace-shape.ts";

/** What a reader needs to know besides the lines. */
export interface TraceReaderOptions {
  /** What the trace is called in errors, usually its path. */
  readonly name: string;
  readonly limits?: TraceLimits;
}

/**
 * Reads a trace line by line, so that nothing but what it keeps is held. Every error names the file
 * and the line: a changed line is found by the chain, a forged one by its shape or by the digest.
 */
export class TraceReader {
  readonly #name: string;
  readonly #limits: TraceLimits;
  readonly #digest = new Sha256();
  readonly #decisions: Decision[] = [];
  readonly #events: RunEvent[] = [];
  #header: TraceHeader | undefined;
  #verdict: Verdict | undefined;
  #hasEnded = false;
  #link = chainStart;
  #lines = 0;
  #openSpans = 0;
  #left: { text: number; draws: number; literals: number };

  constructor({ name, limits = traceLimits }: TraceReaderOptions) {
    this.#name = name;
    this.#limits = limits;
    this.#left = {
      text: limits.textLengthMax,
      draws: limits.drawsMax,
      literals: limits.literalsLengthMax,
    };
  }

  /** Takes the next line, without its line end. */
  push(line: string): void {
    this.#lines += 1;
    try {
      this.#take(line);
    } catch (error) {
      if (!(error instanceof GauntletError) || error.where !== undefined) throw error;
      throw this.#at(error);
    }
  }

  /** Says that there are no more lines, and gives the trace. */
  finish(): Trace {
    if (this.#lines === 0) throw this.#at(emptyTrace);
    const header = this.#header;
    const verdict = this.#verdict;
    if (header === undefined || verdict === undefined || !this.#hasEnded) throw this.#at(cutShort);
    return { header, decisions: this.#decisions, events: this.#events, verdict };
  }

  #take(line: string): void {
    this.#keepLimits(line);
    if (this.#hasEnded) throw new GauntletError(pastTheEnd);
    if (this.#header === undefined) checkFormat(line);
    const body = this.#checkLink(line);
    const value = parseJson(body);
    if (this.#verdict !== undefined) {
      this.#end(value);
      return;
    }
    this.#digest.update(`${line}\n`);
    if (this.#header === undefined) this.#header = parseHeader(value);
    else this.#keep(value, line.length);
  }

  #keepLimits(line: string): void {
    const { lineLengthMax, linesMax, textLengthMax } = this.#limits;
    if (line.length > lineLengthMax) {
      throw overLimit({ of: "a line", seen: line.length, max: lineLengthMax, unit: "characters" });
    }
    if (this.#lines > linesMax) {
      throw overLimit({ of: "the trace", seen: this.#lines, max: linesMax, unit: "lines" });
    }
    this.#left.text -= line.length + 1;
    if (this.#left.text < 0) {
      const seen = textLengthMax - this.#left.text;
      throw overLimit({ of: "the trace", seen, max: textLengthMax, unit: "characters" });
    }
  }

  /** Checks the link at the end of the line and gives the line without it. */
  #checkLink(line: string): string {
    const found = linkPattern.exec(line.slice(-linkLength))?.[1];
    if (found === undefined) throw new GauntletError(noLink);
    const body = `${line.slice(0, -linkLength)}}`;
    this.#link = chainNext(this.#link, body);
    const expected = chainText(this.#link);
    if (found !== expected) throw changedLine({ found, expected });
    return body;
  }

  #keep(value: unknown, length: number): void {
    const kind = new Fields(value, "the line").text("kind");
    const decision = parseDecision(kind, value);
    if (decision !== undefined) {
      this.#keepDecision(decision, length);
      return;
    }
    const event = parseEvent(kind, value);
    if (event !== undefined) {
      this.#events.push(event);
      return;
    }
    this.#verdict = parseVerdict(kind, value);
    if (this.#verdict === undefined) throw badShape("the line has an unknown `kind`", kind);
  }

  #keepDecision(decision: Decision, length: number): void {
    if (this.#events.length > 0) throw new GauntletError(outOfOrder);
    if (decision.kind === "span") this.#openSpans += 1;
    if (decision.kind === "end") this.#openSpans -= 1;
    if (this.#openSpans < 0) throw new GauntletError(endWithoutSpan);
    if (decision.kind === "value") {
      this.#left.draws -= decision.draws.length + decision.path.length;
      if (decision.literal !== undefined) this.#left.literals -= length;
    }
    const { drawsMax, literalsLengthMax } = this.#limits;
    if (this.#left.draws < 0) {
      const seen = drawsMax - this.#left.draws;
      throw overLimit({ of: "the trace", seen, max: drawsMax, unit: "draws" });
    }
    if (this.#left.literals < 0) {
      const seen = literalsLengthMax - this.#left.literals;
      const unit = "characters of stored values";
      throw overLimit({ of: "the trace", seen, max: literalsLengthMax, unit });
    }
    this.#decisions.push(decision);
  }

  #end(value: unknown): void {
    const fields = new Fields(value, "the last line");
    fields.word("kind", ["end"]);
    const lines = fields.whole("lines", 0);
    const digest = fields.text("digest");
    fields.done();
    if (lines !== this.#lines - 1) {
      throw wrongTotal({ of: "lines", said: String(lines), seen: String(this.#lines - 1) });
    }
    const seen = this.#digest.hex();
    if (digest !== seen) throw wrongTotal({ of: "digest", said: digest, seen });
    this.#hasEnded = true;
  }

  #at(parts: ErrorParts): GauntletError {
    const { code, what, frame, note } = parts;
    const where = `${this.#name}:${Math.max(this.#lines, 1)}`;
    return new GauntletError({ code, what, where, frame, note, help: parts.help ?? recordAgain });
  }
}

// --- inside ---

const recordAgain =
  "take the file from version control or a backup, or record the run again with the same seed";
const linkPattern = /^,"chain":"([0-9a-f]{8})"\}$/;
const linkLength = ',"chain":"00000000"}'.length;

const emptyTrace: ErrorParts = { code: "T013", what: "the trace is empty" };
const cutShort: ErrorParts = {
  code: "T006",
  what: "the trace is cut short: it stops here, without its `end` line",
  note: "a trace is a header, decisions, events, a verdict and an `end` line",
};
const pastTheEnd: ErrorParts = {
  code: "T007",
  what: "the trace continues after its `end` line",
  help: "keep one trace in a file; remove what follows the `end` line",
};
const noLink: ErrorParts = {
  code: "T003",
  what: "the line was changed or cut: it does not end in its `chain` link",
};
const outOfOrder: ErrorParts = {
  code: "T005",
  what: "a decision comes after the first event",
  note: "a trace holds all decisions first, then all events",
};
const endWithoutSpan: ErrorParts = {
  code: "T005",
  what: "the decision `end` closes a span that was never opened",
};

/** The version is looked at before the chain: a later version may well chain in another way. */
function checkFormat(line: string): void {
  const value = quietJson(line);
  const isTrace =
    typeof value === "object" &&
    value !== null &&
    Reflect.get(value, "format") === "gauntlet-trace";
  if (!isTrace) {
    throw new GauntletError({
      code: "T001",
      what: "the file is not a trace: its first line is not a trace header",
      note: `the first line begins with ${literalText(line.slice(0, 40))}`,
      help: "give the path of a `trace.jsonl` or `trace.jsonl.gz` that gauntlet wrote",
    });
  }
  const version: unknown = Reflect.get(value, "version");
  if (version === traceVersion) return;
  throw new GauntletError({
    code: "T002",
    what: `the trace has version ${literalText(version)}`,
    note: `this gauntlet reads version ${traceVersion} only`,
    help: "read it with the gauntlet that wrote it; `versions` in the header names that one",
  });
}

function quietJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function parseJson(body: string): unknown {
  const value = quietJson(body);
  if (value === undefined) throw badShape("the line is not JSON");
  return value;
}

interface Excess {
  readonly of: string;
  readonly seen: number;
  readonly max: number;
  readonly unit: string;
}

function overLimit({ of, seen, max, unit }: Excess): GauntletError {
  return new GauntletError({
    code: "T009",
    what: `${of} has ${seen} ${unit} or more, at most ${max} are read`,
    note: "the limit keeps a damaged or hostile file from filling the memory",
    help: "check that the file is a trace that gauntlet wrote",
  });
}

function changedLine(link: { readonly found: string; readonly expected: string }): GauntletError {
  return new GauntletError({
    code: "T003",
    what: "the line was changed, or a line before it was added or removed",
    note: `its \`chain\` link is ${link.found}, but the text up to here gives ${link.expected}`,
  });
}

interface Total {
  readonly of: "lines" | "digest";
  readonly said: string;
  readonly seen: string;
}

function wrongTotal({ of, said, seen }: Total): GauntletError {
  return new GauntletError({
    code: "T008",
    what: `the trace is not the one that was written: its \`end\` line has another \`${of}\``,
    note: `the \`end\` line says ${literalText(said)}, the lines before it give ${seen}`,
  });
}
