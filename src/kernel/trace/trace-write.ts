import { chainNext, chainStart, chainText } from "../values/chain.ts";
import type { Decision, ValueDecision } from "../decisions/decision.ts";
import { GauntletError } from "../errors/gauntlet-error.ts";
import type { RunEvent } from "../decisions/journal.ts";
import { encodeLiteral } from "../values/literal.ts";
import { hiddenDocument } from "../secrets/process-secrets.ts";
import { Sha256 } from "../values/sha256.ts";
import type { Trace, TraceHeader, Verdict } from "./trace.ts";
import { traceLimits } from "./trace-limits.ts";

// Decisions are written down while user code runs, and it may put something else in its place.
const { stringify } = JSON;

/**
 * The lines of a trace, without line ends: header, decisions, events, verdict, end. Each carries a
 * link of the chain as its last key, and the last one the digest of all before it.
 */
export function* traceLines(trace: Trace): Generator<string, void, undefined> {
  const digest = new Sha256();
  let link = chainStart;
  let lines = 0;
  for (const written of bodies(trace)) {
    const body = hiddenDocument(written);
    link = chainNext(link, body);
    const line = chained(body, link);
    if (line.length > traceLimits.lineLengthMax) throw lineTooLong(line.length, lines + 1);
    digest.update(`${line}\n`);
    lines += 1;
    yield line;
  }
  const last = stringify({ kind: "end", lines, digest: digest.hex() });
  yield chained(last, chainNext(link, last));
}

/** One decision as the JSON text of its line, still without its link. */
export function decisionLine(decision: Decision): string {
  if (decision.kind === "value") return stringify(valueLine(decision));
  if (decision.kind === "end") return '{"kind":"end"}';
  if (decision.kind === "span") return stringify({ kind: "span", label: decision.label });
  const { kind, label, value } = decision;
  return stringify({ kind, label, value });
}

/** One event as the JSON text of its line, still without its link. */
export function eventLine({ kind, atUs, name, detail }: RunEvent): string {
  return stringify({ kind, atUs, name, detail });
}

/** A verdict as the JSON text of its line, still without its link. */
export function verdictLine(verdict: Verdict): string {
  if (verdict.kind === "held") return stringify({ kind: "held" });
  const { kind, because } = verdict;
  if (kind === "broken") {
    const { error, message, frame, property, key } = verdict.identity;
    const identity = { error, message, frame, property, key };
    const { exitMode, isConfirmed } = verdict;
    return stringify({ kind, because, identity, exitMode, isConfirmed });
  }
  if (verdict.divergence === undefined) return stringify({ kind, because });
  const { index, recorded, asked } = verdict.divergence;
  return stringify({ kind, because, divergence: { index, recorded, asked } });
}

// --- inside ---

function* bodies(trace: Trace): Generator<string, void, undefined> {
  yield headerLine(trace.header);
  for (const decision of trace.decisions) yield decisionLine(decision);
  for (const event of trace.events) yield eventLine(event);
  yield verdictLine(trace.verdict);
}

function headerLine(header: TraceHeader): string {
  const { format, version, seed, runIndex, subject, settings, versions, tiers } = header;
  const { name, file, exportName, digest } = subject;
  return stringify({
    format,
    version,
    seed,
    runIndex,
    subject: { name, file, exportName, digest },
    settings,
    path: header.path,
    versions,
    tiers,
    uncontrolled: header.uncontrolled?.map(({ seam, call, place }) => ({ seam, call, place })),
  });
}

function valueLine(decision: ValueDecision): object {
  const { kind, label, bias, path } = decision;
  const draws = decision.draws.map((draw) => (typeof draw === "bigint" ? `${draw}n` : draw));
  const line = { kind, label, bias, draws, path };
  // A literal that is more than plain data is left out: its draws and its path make it again.
  const literal =
    decision.literal === undefined ? undefined : encodeLiteral(decision.literal.value);
  return literal === undefined ? line : { ...line, literal };
}

function chained(body: string, link: number): string {
  return `${body.slice(0, -1)},"chain":"${chainText(link)}"}`;
}

function lineTooLong(length: number, line: number): GauntletError {
  const { lineLengthMax } = traceLimits;
  return new GauntletError({
    code: "T009",
    what: `the trace cannot be written: a line has ${length} characters`,
    where: `trace line ${line}`,
    note: `a line of a trace has at most ${lineLengthMax} characters`,
    help: "draw smaller bytes or values, for example with `lengthMax`",
  });
}
