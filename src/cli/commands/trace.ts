import type { Command } from "commander";
import type { Trace } from "../../kernel/trace/trace.ts";
import { addReadFlags, type ReadFlags } from "../flags.ts";
import { exitCodes, type Io } from "../io.ts";
import { sayDocument } from "../say-document.ts";
import { projectContextOf } from "../verb.ts";

/** Adds `trace verify`, `trace show` and `trace diff`. */
export function addTrace(program: Command, io: Io, onExit: (code: number) => void): void {
  const trace = program.command("trace").summary("verify, show or compare traces");
  const verify = trace
    .command("verify")
    .summary("check that a trace is whole")
    .argument("<trace>")
    .option("--strict", "what the recorded run left uncontrolled breaks it");
  addReadFlags(verify).action(async (name: string, flags: VerifyFlags) => {
    onExit(await verifyNamed(name, flags, io));
  });
  addReadFlags(
    trace.command("show").summary("print a trace for a reader").argument("<trace>"),
  ).action(async (name: string, flags: ReadFlags) => {
    const { traceShowText } = await import("../../report/index.ts");
    const { trace: found } = await read(name, flags, io);
    const data = { trace: found };
    sayDocument(io, flags, { command: "trace", text: traceShowText(found), data, verdict: "held" });
  });
  addReadFlags(
    trace
      .command("diff")
      .summary("say where two traces part")
      .argument("<first>")
      .argument("<second>"),
  ).action(async (first: string, second: string, flags: ReadFlags) => {
    const { traceDiffText } = await import("../../report/index.ts");
    const { diffTraces } = await import("../../kernel/trace/trace-diff.ts");
    const [one, other] = [await read(first, flags, io), await read(second, flags, io)];
    const difference = diffTraces(one.trace, other.trace);
    const verdict = difference.isEqual ? "held" : "broken";
    const text = traceDiffText(difference);
    sayDocument(io, flags, { command: "trace", text, data: { difference }, verdict });
    onExit(exitCodes[verdict]);
  });
}

// --- inside ---

interface VerifyFlags extends ReadFlags {
  readonly strict?: boolean;
}

async function verifyNamed(name: string, flags: VerifyFlags, io: Io): Promise<number> {
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
  sayDocument(io, flags, { command: "trace", text, data, verdict });
  return exitCodes[verdict];
}

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
