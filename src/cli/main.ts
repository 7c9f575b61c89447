#!/usr/bin/env node
import { exitCodes } from "./io.ts";
import { quickAnswer } from "./quick-answer.ts";

let isUnread = false;
const interruption = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, () => {
    // The first one asks to stop and keeps what was found; the second one means it.
    if (interruption.signal.aborted) process.exit(exitCodes.interrupted);
    interruption.abort();
  });
}

// Whoever read the output may have seen enough: `gauntlet --help | head`. The verdict stays, also
// where the output goes to a disk that is full; but nobody has read that nothing is broken.
process.stderr.on("error", () => {});
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") return;
  const what = "error[F003]: the result cannot be written to stdout";
  process.stderr.write(`${what}\nnote: ${error.message}\n`);
  isUnread = true;
  if (process.exitCode === exitCodes.held) process.exitCode = exitCodes.usage;
});

function columnsOf({ isTTY, columns }: NodeJS.WriteStream): number | undefined {
  return isTTY ? columns : undefined;
}

/** All that is more than a word is loaded when it is needed: most of a short command is loading. */
async function run(): Promise<number> {
  const argv = process.argv.slice(2);
  const answer = quickAnswer(argv, columnsOf(process.stdout));
  if (answer !== undefined) {
    process.stdout.write(answer);
    return exitCodes.held;
  }
  const { startsAhead } = await import("./starts-ahead.ts");
  if (startsAhead(argv)) {
    const { startAhead } = await import("./start-ahead.ts");
    startAhead(argv, process.cwd());
  }
  const { runCli } = await import("./run.ts");
  const exitCode = await runCli(argv, {
    cwd: process.cwd(),
    outColumns: columnsOf(process.stdout),
    errColumns: columnsOf(process.stderr),
    env: process.env,
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    signal: interruption.signal,
  });
  const { closeSpare } = await import("../runner/process/spare-worker.ts");
  await closeSpare();
  return exitCode;
}

// Nothing is waited for at the top: what is loaded later may be of this very file once it ships,
// and would wait for its end.
void run().then((exitCode) => {
  process.exitCode = isUnread && exitCode === exitCodes.held ? exitCodes.usage : exitCode;
});
