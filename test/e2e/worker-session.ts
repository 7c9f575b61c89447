import { simulation } from "../../src/kernel/subject/chaos-test.ts";
import type { Decision } from "../../src/kernel/decisions/decision.ts";
import type { Fault } from "../../src/kernel/faults/fault.ts";
import type { HostWorker, WorkerOptions } from "../../src/kernel/services/host-worker.ts";
import type { World } from "../../src/kernel/subject/subject.ts";
import { seamOf } from "../../src/world/seam.ts";
import { type DrivenRun, runOnce } from "../fixtures/driven-run.ts";
import { TempProject } from "./temp-project.ts";
import { kvScript } from "./worker-scripts.ts";

/** What one run does with its worker. */
export type SessionBody = (worker: HostWorker, world: World) => Promise<unknown>;

/** One run with a worker: what its body gave, what its events say. */
export interface Session {
  readonly result: unknown;
  readonly told: readonly string[];
  readonly run: DrivenRun;
}

/** How a session differs from one with a fresh process that keeps values. */
export interface SessionOptions extends Partial<WorkerOptions> {
  /** Replays this list strictly. */
  readonly replays?: readonly Decision[];
}

/** Runs a body once, with a real worker. */
export async function session(body: SessionBody, options: SessionOptions = {}): Promise<Session> {
  const { replays, ...asked } = options;
  const project = new TempProject({ "kv.mjs": kvScript });
  let result: unknown;
  const definition = simulation({
    name: "session",
    run: async (world) => {
      const command = process.execPath;
      const args = [project.path("kv.mjs")];
      // A busy machine is no hang.
      const kv = { name: "kv", command, args, protocol: "json-lines", hangMs: 20_000 } as const;
      result = await body(world.worker({ ...kv, ...asked }), world);
    },
  });
  const run = await runOnce(definition, replays === undefined ? {} : { replays });
  if (run.outcome.failure !== undefined) result = run.outcome.failure.message;
  const told = run.events
    .filter(({ kind }) => kind === "note" || kind === "fault")
    .map(({ kind, name, detail }) => `${kind}  ${name}: ${detail ?? ""}`);
  return { result, told, run };
}

/** Switches a fault on for the rest of the run. */
export function switchOn(made: Fault): void {
  seamOf(made.seam).inject(made, 0);
}

/** What a request fails with, as one line. */
export async function thrownText(body: () => Promise<unknown>): Promise<string> {
  try {
    return `nothing, it answered ${JSON.stringify(await body())}`;
  } catch (thrown) {
    const { name, code, message } = thrown as Error & { readonly code?: string };
    return `${name} ${code ?? "without code"}: ${message}`;
  }
}
