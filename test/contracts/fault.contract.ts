import { describe, expect, test } from "vitest";
import type { Decision } from "../../src/kernel/decisions/decision.ts";
import type { DecisionSource } from "../../src/kernel/decisions/decisions.ts";
import type { Fault } from "../../src/kernel/faults/fault.ts";
import type { SeamOptions } from "../../src/kernel/faults/make-fault.ts";
import { RandomSource, SimplestSource } from "../../src/kernel/decisions/random-source.ts";
import { RecordedDecisions } from "../../src/kernel/decisions/recorded-decisions.ts";
import { ReplaySource } from "../../src/kernel/decisions/replay-source.ts";
import { seedWords } from "../../src/kernel/decisions/seed.ts";
import { inWorld } from "../../src/world/fixtures/hand-drive.ts";
import { type Seam, seamOf } from "../../src/world/seam.ts";
import { SimWorld } from "../../src/world/sim-world.ts";
import { readAnswer } from "./read-answer.ts";

/** How the function behind a seam answers. */
export type Shape = "sync" | "async" | "callback";

/** One fault with a function that it can strike. */
export interface FaultCase {
  readonly make: (options: SeamOptions) => Fault;
  readonly shapes: readonly Shape[];
  readonly args: readonly unknown[];
  /** What the original answers to its so manieth call. */
  readonly answer: (args: readonly unknown[], place: number) => unknown;
  /** How many calls it takes to see the fault; 1 where it is left out. */
  readonly calls?: number;
  /** Whether the calls are under way at the same time. */
  readonly atOnce?: boolean;
  /** Whether the original gets other arguments than the caller gave. */
  readonly changesArgs?: boolean;
  /** Whether one strike goes on through the calls that follow. */
  readonly lasts?: boolean;
}

/** What every fault promises. */
export function faultContract(name: string, subject: FaultCase): void {
  describe(`fault.${name}`, () => {
    for (const shape of subject.shapes)
      describe(`on a function that is ${shape}`, () => {
        promises(subject, shape);
      });
  });
}

// --- inside ---

const seeds = [1, 2, 3, 4, 5];
const self = { name: "the caller's own object" };

interface Seen {
  readonly told: readonly string[];
  /** What each call of the original was given, and the virtual time at which it was made. */
  readonly calls: readonly string[];
  readonly hits: number;
  readonly log: readonly Decision[];
}

function promises(subject: FaultCase, shape: Shape): void {
  const options = optionsOf(shape);
  const make = (more: SeamOptions = {}): Fault => subject.make({ ...options, ...more });
  const see = async (fault: Fault | undefined, source: DecisionSource): Promise<Seen> =>
    observe({ subject, shape, seam: make().seam, fault }, source);

  test("it fires, and then something is different", async () => {
    for (const seed of seeds) {
      const without = await see(undefined, random(seed));
      const struck = await see(make(), random(seed));
      expect(without.hits).toBe(0);
      expect(struck.hits).toBeGreaterThan(0);
      expect({ ...struck, log: [], hits: 0 }).not.toEqual({ ...without, log: [], hits: 0 });
    }
  });

  test("once healed, the original is back and nothing is decided", async () => {
    const healed = await see(undefined, random(1));
    const fault = make();
    seamOf(fault.seam).inject(fault, 0);
    seamOf(fault.seam).heal(fault);
    expect(seamOf(fault.seam).isOn).toBe(false);
    expect(await see(undefined, random(1))).toEqual(healed);
    expect(healed.log).toEqual([]);
  });

  test("the same fault strikes a second run as it struck the first", async () => {
    const fault = make();
    expect(await see(fault, random(2))).toEqual(await see(fault, random(2)));
  });

  promisesOfDecisions(make, see);

  test("`times`, `after` and `name` are kept to", async () => {
    const twice = { ...subject, calls: (subject.calls ?? 1) * 3 };
    const seam = make().seam;
    const often = { subject: twice, shape, seam };
    const once = await observe({ ...often, fault: make({ times: 1 }) }, random(4));
    expect(subject.lasts === true ? Math.min(once.hits, 1) : once.hits).toBe(1);
    const never = await observe({ ...often, fault: make({ after: 100 }) }, random(4));
    expect(never.hits).toBe(0);
    expect(make({ name: "mine" }).name).toBe("mine");
  });

  test("`this` and the arguments reach the original", async () => {
    const { calls } = await see(make(), random(5));
    const given = subject.changesArgs === true ? "" : JSON.stringify(subject.args);
    for (const call of calls) expect(call).toContain(`with its own this ${given}`);
  });
}

function optionsOf(shape: Shape): SeamOptions {
  if (shape === "async") return {};
  return shape === "sync" ? { sync: true } : { callback: true };
}

function promisesOfDecisions(
  make: (more?: SeamOptions) => Fault,
  see: (fault: Fault | undefined, source: DecisionSource) => Promise<Seen>,
): void {
  test("everything is drawn under its name, and the same draws do the same", async () => {
    for (const seed of seeds) {
      const fault = make({ probability: 0.7 });
      const first = await see(fault, random(seed));
      expect(first.log.every((one) => "label" in one && one.label.startsWith(fault.name))).toBe(
        true,
      );
      expect(await see(make({ probability: 0.7 }), new ReplaySource(first.log))).toEqual(first);
    }
  });

  test("it shrinks away: without its strikes the call is as it was", async () => {
    const without = await see(undefined, random(3));
    for (const source of [new SimplestSource(), random(3)]) {
      const { log: _, ...seen } = await see(make({ probability: 0 }), source);
      expect({ ...seen, log: [] }).toEqual(without);
    }
  });
}

function random(seed: number): RandomSource {
  return new RandomSource().restart(seedWords(seed), 0);
}

interface Setting {
  readonly subject: FaultCase;
  readonly shape: Shape;
  readonly seam: string;
  readonly fault: Fault | undefined;
}

async function observe(setting: Setting, source: DecisionSource): Promise<Seen> {
  const { subject, shape, fault } = setting;
  const decisions = new RecordedDecisions(source);
  const world = new SimWorld(decisions, { latencyUsMax: 0 });
  const calls: string[] = [];
  let hits = 0;
  world.onFire = (name) => {
    expect(name).toBe(fault?.name);
    hits += 1;
  };
  const seam = seamOf(setting.seam);
  const original = function original(this: unknown, ...args: unknown[]): unknown {
    const own = this === self ? "with its own this" : "with another this";
    const last = shape === "callback" ? (args.pop() as Told) : undefined;
    calls.push(`${world.nowUs} µs: ${own} ${JSON.stringify(args)}`);
    const answer = subject.answer(args, calls.length);
    if (shape === "sync") return answer;
    const later = (tell: (answer: unknown) => void): void =>
      void world.after(1_000, "original", () => tell(answer));
    if (last === undefined) return new Promise(later);
    later((value) => last(null, value));
    return undefined;
  };
  const callOnce = async (): Promise<string> => {
    const told = await readAnswer(() => {
      if (shape === "callback") return answerByCallback(seam, subject.args, original);
      const answer = seam.call(self, subject.args, original.bind(self));
      expectShape(answer, shape);
      return answer;
    });
    return `${world.nowUs} µs: ${told}`;
  };
  if (fault !== undefined) seam.inject(fault, 0);
  try {
    const told = await inWorld(async () => callAll(subject, callOnce), world);
    return { told, calls, hits, log: decisions.log };
  } finally {
    seam.reset();
  }
}

type Told = (error: Error | null, answer?: unknown) => void;

function answerByCallback(
  seam: Seam,
  args: readonly unknown[],
  original: (...args: unknown[]) => unknown,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    let times = 0;
    const told: Told = (error, answer) => {
      times += 1;
      if (times > 1) throw new Error("the callback was called twice");
      if (error === null) resolve(answer);
      else reject(error);
    };
    seam.call(self, [...args, told], original.bind(self));
    // Whoever calls must have returned before the answer comes.
    if (times > 0) reject(new Error("the callback was called at once"));
  });
}

async function callAll(subject: FaultCase, callOnce: () => Promise<string>): Promise<string[]> {
  const { calls = 1, atOnce = false } = subject;
  const told: string[] = [];
  const one = async (place: number): Promise<void> => {
    const text = await callOnce();
    // In the order of completion, because that is what some faults change.
    told.push(`${place} ${text}`);
  };
  if (atOnce) await Promise.all(Array.from({ length: calls }, async (_, place) => one(place)));
  else for (let place = 0; place < calls; place++) await one(place);
  return told;
}

function expectShape(answer: unknown, shape: Shape): void {
  if (shape === "sync") expect(answer).not.toBeInstanceOf(Promise);
  else expect(answer).toBeInstanceOf(Promise);
}
