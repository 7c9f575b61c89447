import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { drawMutant } from "./draw-mutant.mjs";
import { readers } from "./readers.mjs";
import { repository } from "./samples.mjs";

// One process that reads mutants again and again. It says what it is about to read before it does,
// so that whoever started it knows which mutant it hung on or died of.
const compiled = path.join(repository, "compiled");
const { runCli } = await import(path.join(compiled, "cli/run.js"));
const read = await readers(compiled);
let kinds;
let originals;
let late;

process.on("uncaughtException", (error) => (late ??= text(error)));
process.on("unhandledRejection", (error) => (late ??= text(error)));
process.on("message", (message) => {
  // A mistake in the attack itself must not look like a mutant that hangs.
  take(message).catch((error) => {
    console.error(error);
    process.exit(1);
  });
});
process.send({ awake: true });

// --- inside ---

async function take(message) {
  if (message.kinds !== undefined) {
    ({ kinds } = message);
    originals = new Map(kinds.map(({ file }) => [file, readFileSync(pristine(file, message))]));
    // The process before may have died while a mutant was in the place of a file.
    for (const [file, bytes] of originals) writeFileSync(file, bytes);
    // What is refused as it is would be refused however it is damaged: that attacks nothing.
    if (message.isFirst) await checkSamples();
    process.send({ ready: true });
    return;
  }
  for (let number = message.from; number < message.to; number++) await one(number, message.seed);
  process.send({ done: true });
}

/** Where the file lies that nobody damages. */
function pristine(file, { lane, source }) {
  return path.join(source, path.relative(lane, file));
}

async function checkSamples() {
  const wrong = [];
  for (const { name, file, calls } of kinds) {
    for (const call of calls) {
      const refusal = await called(file, call, [0, 1]).catch(text);
      if (refusal !== undefined) wrong.push(`${name} is no sample: ${call}: ${refusal}`);
    }
  }
  if (wrong.length > 0) throw new Error(wrong.join("\n"));
}

async function one(number, seed) {
  const bytesOf = (file) => originals.get(file);
  const { kind, how, bytes, call } = drawMutant(number, seed, { kinds, bytesOf });
  process.send({ started: number, kind: kind.name, how, call: JSON.stringify(call) });
  late = undefined;
  writeFileSync(kind.file, bytes);
  const startMs = performance.now();
  const startCpu = process.cpuUsage();
  const startRss = process.memoryUsage.rss();
  let crash;
  try {
    crash = await called(kind.file, call);
  } catch (error) {
    crash = isOwn(error) ? undefined : text(error);
  } finally {
    writeFileSync(kind.file, originals.get(kind.file));
  }
  const { user, system } = process.cpuUsage(startCpu);
  const grownMb = (process.resourceUsage().maxRSS * 1024 - startRss) / 2 ** 20;
  await new Promise((resolve) => setImmediate(resolve));
  process.send({
    ended: number,
    kind: kind.name,
    ms: performance.now() - startMs,
    cpuMs: (user + system) / 1_000,
    grownMb,
    crash: crash ?? late,
  });
}

async function called(file, [name, ...rest], codes = [0, 1, 2, 3]) {
  if (name !== "cli") {
    await read[name](file, ...rest);
    return undefined;
  }
  let out = "";
  let err = "";
  const code = await runCli(rest[0], {
    cwd: path.dirname(file),
    env: { NO_COLOR: "1" },
    out: (part) => (out += part),
    err: (part) => (err += part),
    signal: new AbortController().signal,
  });
  if (code === 70 || /bug in gauntlet/u.test(err)) return err;
  if (!codes.includes(code)) return `exit ${code}\n${err}`;
  if (/^ {4}at .*(?:\/(?:dist|compiled)\/|node:internal)/mu.test(err)) return `a stack\n${err}`;
  return undefined;
}

/** Errors that say what is wrong with the file; the verbs turn those of loading into such. */
function isOwn(error) {
  return ["GauntletError", "ConfigError", "LoadError", "UnwrittenError"].includes(error?.name);
}

function text(error) {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
