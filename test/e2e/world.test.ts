import { beforeAll, describe, expect, test } from "vitest";
import { simulation } from "../../src/kernel/subject/chaos-test.ts";
import { recordRun } from "../../src/runner/worker/record-run.ts";
import { prepareNet } from "../../src/world/net/install-net.ts";
import { executor, makerOf, noPaths } from "../quality/smallest.ts";
import { fetchPrograms } from "./world-programs/fetch-programs.ts";
import { httpEdgePrograms } from "./world-programs/http-edge-programs.ts";
import { httpPrograms } from "./world-programs/http-programs.ts";
import { netPrograms } from "./world-programs/net-programs.ts";
import type { Program } from "./world-programs/program.ts";
import { streamPrograms } from "./world-programs/stream-programs.ts";
import { timerPrograms } from "./world-programs/timer-programs.ts";
import { webStreamPrograms } from "./world-programs/web-stream-programs.ts";
import { wirePrograms } from "./world-programs/wire-programs.ts";

// Each program runs on Node itself, over its loopback and its clock, and then as a run under
// several seeds: what it returns is the same. Files, processes and pure builtins have such programs
// beside their stand-ins in `src/world/`, because they need no network.
const families: Readonly<Record<string, readonly Program[]>> = {
  "node:http": httpPrograms,
  "node:http when things go wrong": httpEdgePrograms,
  fetch: fetchPrograms,
  "node:net": netPrograms,
  "node:stream": streamPrograms,
  "web streams": webStreamPrograms,
  "timers, events and lines": timerPrograms,
  "HTTP/2, WebSockets and WebAssembly": wirePrograms,
};

const seeds = [1, 2, 3];

beforeAll(async () => {
  await executor();
  await prepareNet();
});

for (const [family, programs] of Object.entries(families)) {
  describe(family, () => {
    for (const program of programs) {
      test(program.name, async () => {
        const expected = plain(await program.run());
        for (const seed of seeds) expect(plain(await inRun(program, seed))).toEqual(expected);
      });
    }
  });
}

// --- inside ---

async function inRun(program: Program, seed: number): Promise<unknown> {
  let result: unknown = "the program has not ended";
  const definition = simulation({
    name: program.name,
    run: async () => {
      result = await program.run();
    },
  });
  const parts = { maker: makerOf(() => definition), execute: await executor(), paths: noPaths };
  const { outcome } = await recordRun({
    ...parts,
    decidedBy: { how: "random", seed, runIndex: 0 },
  });
  expect(outcome.failure).toBeUndefined();
  expect(outcome.verdict).toBe("held");
  return result;
}

/** As JSON, in which `undefined` is not left out: its absence would be another result. */
function plain(value: unknown): unknown {
  const text = JSON.stringify({ value }, (_key, one: unknown) => one ?? String(one));
  return JSON.parse(text);
}
