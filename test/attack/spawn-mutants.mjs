import { readFileSync, writeFileSync } from "node:fs";
import { drawMutant } from "./draw-mutant.mjs";
import { gauntlet } from "./samples.mjs";

/** Reads some more mutants as a user does: the command line, in a process of its own. */
export function spawnMutants(all, { from, spawns, seed, totals }) {
  const kinds = all.filter(({ calls }) => calls.some(([name]) => name === "cli"));
  for (let number = from; totals.spawned < spawns; number++) {
    const drawn = drawMutant(number, seed, { kinds, bytesOf: (file) => readFileSync(file) });
    const { kind, how, bytes, call } = drawn;
    if (call[0] !== "cli") continue;
    totals.spawned += 1;
    const original = readFileSync(kind.file);
    writeFileSync(kind.file, bytes);
    const startMs = performance.now();
    const { status, signal, stderr } = gauntlet(undefined, ...call[1]);
    const ms = performance.now() - startMs;
    writeFileSync(kind.file, original);
    const mutant = { started: number, kind: kind.name, how, call: JSON.stringify(call) };
    const isBad = signal !== null || ![0, 1, 2, 3].includes(status) || /^ {4}at /mu.test(stderr);
    const crash = isBad ? `ended with ${signal ?? status}\n${stderr}` : undefined;
    totals.ended(mutant, { ms, cpuMs: 0, grownMb: 0, crash });
  }
}
