import { readHeap } from "../../../world/host/read-heap.ts";
import type { Step } from "../step.ts";
import type { OutsideSteps } from "../step-fields/outside-fields.ts";
import { SimulatedMemory } from "./simulated-memory.ts";
import { harnessError, StepFailed } from "./step-failure.ts";
import type { PartKind, ScopePart, StepHandlers, StepScope } from "./step-scope.ts";

/** Does the steps about memory: what the scenario counts, and the real heap. */
export const memoryHandlers: StepHandlers<Extract<keyof OutsideSteps, `memory_${string}`>> = {
  memory_alloc: ({ bytes, key, tag }, scope) => {
    const { memory, places } = scope.part(MemoryPart.kind);
    const done = memory.allocate(bytes, tag);
    if (done.kind === "failed") throw new StepFailed("memory_alloc_failed", done.because);
    places.set(done.id, scope.here());
    const detail = `#${done.id}: ${done.bytes} bytes`;
    scope.context.state.note("note", "memory_alloc", detail);
    if (key !== undefined) scope.store.set(key, String(done.id));
  },
  memory_free: (step, scope) => {
    const id = idOf(step, scope);
    if (memoryOf(scope).free(id)) return;
    throw new StepFailed("memory_free_missing", `there is no allocation #${id} any more`);
  },
  memory_limit_mb: ({ mb }, scope) => memoryOf(scope).set({ limitMb: mb }),
  memory_fail_after_allocs: ({ count }, scope) => memoryOf(scope).set({ failAfter: count }),
  memory_fragmentation: ({ seed }, scope) => memoryOf(scope).set({ fragmentationSeed: seed }),
  memory_pressure_wave: ({ pattern }, scope) => {
    const factors = typeof pattern === "string" ? pattern.split(",").map(Number) : pattern;
    memoryOf(scope).set({ pressureWave: factors });
  },
  memory_checkpoint: ({ name }, scope) => {
    const { memory, heaps, isSince } = scope.part(MemoryPart.kind);
    scope.context.state.note("note", `checkpoint ${name}`, `${memory.inUseBytes} bytes in use`);
    if (isSince(name)) heaps.set(name, readHeap(scope.world));
  },
  memory_assert_in_use_bytes: ({ equals }, scope) => {
    const { inUseBytes } = memoryOf(scope);
    if (inUseBytes === equals) return;
    const what = `${inUseBytes} bytes are in use, not ${equals}`;
    throw new StepFailed("memory_assert_in_use_bytes", what);
  },
  memory_assert_heap: ({ max_mb: maxMb, since }, scope) => {
    const { heaps } = scope.part(MemoryPart.kind);
    const before = since === undefined ? 0 : heaps.get(since);
    if (before === undefined) {
      const what = `there was no checkpoint \`${since}\` before`;
      throw harnessError("memory_unknown_checkpoint", what);
    }
    const foundMb = (readHeap(scope.world) - before) / bytesPerMb;
    if (foundMb <= maxMb) return;
    const found = `${foundMb.toFixed(1)} MiB, at most ${maxMb}`;
    const what = since === undefined ? "the heap has" : `since \`${since}\` the heap grew by`;
    throw new StepFailed("memory_assert_heap", `${what} ${found}`);
  },
};

// --- inside ---

const bytesPerMb = 1_024 * 1_024;
/** So many of what is left are named. */
const namedMax = 5;

class MemoryPart implements ScopePart {
  static readonly kind: PartKind<MemoryPart> = {
    name: "memory",
    make: (scope) => new MemoryPart(scope),
  };

  readonly memory: SimulatedMemory;
  /** Which step asked for each allocation. */
  readonly places: Map<number, ReturnType<StepScope["here"]>> = new Map();
  /** What the real heap held at each checkpoint that is asked for later. */
  heaps: Map<string, number> = new Map();
  /** Whether a step asks what the heap grew by since this checkpoint: reading it is not free. */
  readonly isSince: (checkpoint: string) => boolean;

  constructor({ context, scenario }: StepScope) {
    this.memory = new SimulatedMemory(context.settings.memory);
    const names = new Set(sincesIn(scenario.steps));
    const isAny = [...names].some((name) => name.includes("${"));
    this.isSince = (checkpoint) => isAny || names.has(checkpoint);
  }

  snapshot(): () => void {
    const memory = this.memory.snapshot();
    const heaps = new Map(this.heaps);
    return () => {
      memory();
      this.heaps = new Map(heaps);
    };
  }

  finish(): void {
    const leaks = this.memory.leaks();
    const [first] = leaks;
    if (first === undefined) return;
    const named = leaks.slice(0, namedMax).map(({ id, bytes, tag }) => {
      return `#${id} ${bytes} bytes${tag === undefined ? "" : ` (${tag})`}`;
    });
    const more = leaks.length > namedMax ? `, and ${leaks.length - namedMax} more` : "";
    const what = `${this.memory.inUseBytes} bytes were not given back: ${named.join(", ")}${more}`;
    const failure = new StepFailed("memory_leak", what);
    throw this.places.get(first.id)?.(failure) ?? failure;
  }
}

function memoryOf(scope: StepScope): SimulatedMemory {
  return scope.part(MemoryPart.kind).memory;
}

function idOf(step: OutsideSteps["memory_free"], { store }: StepScope): number {
  const { alloc_id: given, key } = step;
  if (given !== undefined) return given;
  const id = key !== undefined && store.has(key) ? Number(store.get(key)) : Number.NaN;
  if (Number.isInteger(id)) return id;
  throw harnessError("memory_free", `\`${key}\` is not a key of an allocation`);
}

function sincesIn(steps: readonly Step[]): readonly string[] {
  return steps.flatMap((step) => {
    if (step.type === "memory_assert_heap") return step.since === undefined ? [] : [step.since];
    if ("branches" in step) return step.branches.flatMap(sincesIn);
    return "steps" in step ? sincesIn(step.steps) : [];
  });
}
