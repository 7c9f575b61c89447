#!/usr/bin/env node
import { runCli } from "./run.ts";

const interruption = new AbortController();
process.on("SIGINT", () => interruption.abort());
process.on("SIGTERM", () => interruption.abort());

process.exitCode = await runCli(process.argv.slice(2), {
  cwd: process.cwd(),
  isTty: process.stderr.isTTY,
  env: process.env,
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
  signal: interruption.signal,
});
