#!/usr/bin/env node
import { exitCodes } from "./io.ts";
import { runCli } from "./run.ts";

const interruption = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, () => {
    // The first one asks to stop and keeps what was found; the second one means it.
    if (interruption.signal.aborted) process.exit(exitCodes.interrupted);
    interruption.abort();
  });
}

// Whoever read the output may have seen enough: `gauntlet --help | head`. The verdict stays.
for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
  });
}

process.exitCode = await runCli(process.argv.slice(2), {
  cwd: process.cwd(),
  isTty: process.stderr.isTTY,
  env: process.env,
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
  signal: interruption.signal,
});
