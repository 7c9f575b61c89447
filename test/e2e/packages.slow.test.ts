import { createHash } from "node:crypto";
import { cpSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { seedsOf, shuffled } from "./digests.ts";
import { record, repository, withWorker } from "./example.ts";

// Packages as they come from the registry, at work in the simulated world: servers and clients,
// retries, queues, ids and logs, under faults. A run must be a function of its seed all the same.

const packages = ["hono", "fastify", "express", "undici", "queue", "pino", "got"];
const seeds = seedsOf(200);
/** Long enough for calls to overlap, short enough for 200 seeds. */
const stepsPerRun = 12;

let root: string;
beforeAll(() => {
  root = mkdtempSync(path.join(tmpdir(), "gauntlet-packages-"));
  const fixtures = fileURLToPath(new URL("fixtures/packages", import.meta.url));
  cpSync(fixtures, root, { recursive: true });
  symlinkSync(path.join(repository, "node_modules"), path.join(root, "node_modules"));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

test.for(packages)(
  "%s does the same in two processes and in any order, for 200 seeds, and nothing escapes",
  async (folder) => {
    const forwards = seeds.map((_, at) => at);
    const orders = [forwards, shuffled(seeds.length, 7)];
    const [first = [], second] = await Promise.all(orders.map((order) => told(folder, order)));
    expect(second).toEqual(first);
    expect(first.filter((run) => run.verdict !== "held" || run.escapes > 0)).toEqual([]);
    // Otherwise neither seeds nor faults would matter, and equality would show nothing.
    expect(new Set(first.map(({ digest }) => digest)).size).toBeGreaterThan(seeds.length * 0.9);
    expect(first.filter(({ faults }) => faults > 0).length).toBeGreaterThan(seeds.length * 0.1);
  },
);

// --- inside ---

/** What a process made of one seed. */
interface Told {
  readonly verdict: string;
  /** Why it did not hold. */
  readonly failure: string;
  /** How often a fault really struck. */
  readonly faults: number;
  /** How often something outside of the simulated world took part. */
  readonly escapes: number;
  /** Of every decision and every event. */
  readonly digest: string;
}

/** One run of each seed in a process of its own; the answer is in the order of the seeds. */
function told(folder: string, order: readonly number[]): Promise<readonly Told[]> {
  const example = { folder, exportName: "default" };
  return withWorker({ example, projectRoot: root, stepsPerRun }, async (worker) => {
    const all: Told[] = [];
    for (const at of order) {
      const seed = seeds[at] ?? 0;
      const run = await record(worker, { how: "random", seed, runIndex: at % 7 });
      const { verdict, decisions, events, failure } = run;
      const whole = JSON.stringify([verdict, decisions, events]);
      all[at] = {
        verdict,
        failure: failure === undefined ? "" : `${failure.kind}: ${failure.message}`,
        faults: events.filter(({ kind }) => kind === "fault").length,
        escapes: events.filter(({ kind }) => kind === "escape").length,
        digest: createHash("sha256").update(whole).digest("hex"),
      };
    }
    return all;
  });
}
