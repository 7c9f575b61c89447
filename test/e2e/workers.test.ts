import { afterAll, describe, expect, test } from "vitest";
import { simulation } from "../../src/kernel/chaos-test.ts";
import type { Fault } from "../../src/kernel/fault.ts";
import { fault } from "../../src/kernel/faults/catalogue.ts";
import type { HostWorker, WorkerOptions } from "../../src/kernel/host-worker.ts";
import { seamOf } from "../../src/world/seam.ts";
import { endHosts } from "../../src/world/workers/host-link.ts";
import { comparable, type DrivenRun, runOnce } from "../fixtures/driven-run.ts";
import { TempProject } from "./temp-project.ts";
import { kvScript } from "./worker-scripts.ts";

// Real processes: a worker that keeps values, one JSON value a line.
afterAll(() => endHosts());

describe("a worker", () => {
  test("is started once, killed in a request, started again, and its session is readable", async () => {
    const run = await session(async (kv) => {
      await kv.request({ op: "put", key: "a", value: 1 });
      on(fault.workerKill({ worker: "kv", times: 1 }));
      const lost = await thrownText(() => kv.request({ op: "put", key: "b", value: 2 }));
      return [lost, await kv.request({ op: "get", key: "a" }), kv.restarts];
    });
    expect(run.result).toEqual([
      "WorkerError EWORKERENDED: the worker `kv` was ended by SIGKILL in request 2",
      { value: null },
      1,
    ]);
    expect(run.told).toMatchInlineSnapshot(`
      [
        "step  session  ",
        "note  worker kv  session begins",
        "note  worker kv  request 1: {"op":"put","key":"a","value":1}",
        "note  worker kv  answer 1: {"ok":true}",
        "fault  workerKill kv  during request 2",
        "note  worker kv  request 2: {"op":"put","key":"b","value":2}",
        "note  worker kv  was ended by SIGKILL in request 2",
        "note  worker kv  started again (1)",
        "note  worker kv  request 3: {"op":"get","key":"a"}",
        "note  worker kv  answer 3: {"value":null}",
        "done  session  ",
      ]
    `);
  });
});

// --- inside ---

function on(made: Fault): void {
  seamOf(made.seam).inject(made, 0);
}

async function thrownText(body: () => Promise<unknown>): Promise<string> {
  try {
    return `nothing, it answered ${JSON.stringify(await body())}`;
  } catch (thrown) {
    const { name, code, message } = thrown as Error & { readonly code?: string };
    return `${name} ${code ?? "without code"}: ${message}`;
  }
}

async function session(
  body: (kv: HostWorker) => Promise<unknown>,
  options: Partial<WorkerOptions> = {},
): Promise<{ readonly result: unknown; readonly told: readonly string[]; readonly run: DrivenRun }> {
  const project = new TempProject({ "kv.mjs": kvScript });
  let result: unknown;
  const definition = simulation({
    name: "session",
    run: async (world) => {
      const args = [project.path("kv.mjs")];
      const command = process.execPath;
      const kv = world.worker({ name: "kv", command, args, protocol: "json-lines", ...options });
      result = await body(kv);
    },
  });
  const run = await runOnce(definition);
  if (run.outcome.failure !== undefined) throw new Error(run.outcome.failure.message);
  const told = run.events
    .filter(({ kind }) => kind !== "wake")
    .map(({ kind, name, detail }) => [kind, name, detail].join("  "));
  return { result, told, run };
}
