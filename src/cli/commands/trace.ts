import type { Trace } from "../../kernel/trace/trace.ts";
import type { ReadFlags } from "../flags.ts";
import type { Io } from "../io.ts";
import { sayDocument } from "../say-document.ts";
import type { VerbCall } from "../verb-call.ts";
import { projectContextOf } from "../verb.ts";

/** `trace verify`: whether a trace is whole. */
export async function verifyTrace({
  words: [name],
  flags,
  io,
}: VerbCall<"trace verify">): Promise<number> {
  const { file, shown, trace } = await read(name, flags, io);
  const { header, decisions, events, verdict: recorded } = trace;
  const { subject, uncontrolled = [] } = header;
  const calls = [...new Set(uncontrolled.map(({ call }) => call))];
  const isBroken = flags.strict === true && calls.length > 0;
  const left = calls.length === 0 ? "" : `; left uncontrolled: ${calls.join(", ")}`;
  const text =
    `${isBroken ? "✗" : "✓"} ${shown} is whole: ${subject.name}, ${decisions.length} decisions, ` +
    `${events.length} events, ${recorded.kind}${left}`;
  const verdict = isBroken ? "broken" : "held";
  const data = {
    file,
    subject: subject.name,
    decisions: decisions.length,
    events: events.length,
    recorded: recorded.kind,
    ...(calls.length === 0 ? {} : { uncontrolled }),
  };
  return sayDocument(io, flags, { command: "trace", text, data, verdict });
}

/** `trace show`: a trace for a reader. */
export async function showTrace({
  words: [name],
  flags,
  io,
}: VerbCall<"trace show">): Promise<number> {
  const { traceShowText } = await import("../../report/index.ts");
  const { trace } = await read(name, flags, io);
  const text = traceShowText(trace);
  return sayDocument(io, flags, { command: "trace", text, data: { trace }, verdict: "held" });
}

/** `trace diff`: where two traces part. */
export async function compareTraces({
  words: [first, second],
  flags,
  io,
}: VerbCall<"trace diff">): Promise<number> {
  const { traceDiffText } = await import("../../report/index.ts");
  const { diffTraces } = await import("../../kernel/trace/trace-diff.ts");
  const [one, other] = [await read(first, flags, io), await read(second, flags, io)];
  const difference = diffTraces(one.trace, other.trace);
  const verdict = difference.isEqual ? "held" : "broken";
  const text = traceDiffText(difference);
  return sayDocument(io, flags, { command: "trace", text, data: { difference }, verdict });
}

// --- inside ---

/** The trace that a word means, its file relative to the project root, and how it is called. */
async function read(
  name: string,
  flags: ReadFlags,
  io: Io,
): Promise<{ readonly file: string; readonly shown: string; readonly trace: Trace }> {
  const { nameIn, selectTrace } = await import("../../store/runs/index.ts");
  const { readTrace } = await import("../../store/trace-file.ts");
  const { cwd, config } = await projectContextOf(flags, io);
  const { file, name: shown } = await selectTrace(name, { projectRoot: config.root, cwd });
  return { file: await nameIn(config.root, file), shown, trace: await readTrace(file) };
}
