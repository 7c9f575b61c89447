import { describe, expect, test } from "vitest";
import { failureFrom } from "../failure/failure.ts";
import { MemoryJournal, silentJournal } from "../decisions/journal.ts";
import { RandomSource, SimplestSource } from "../decisions/random-source.ts";
import { RecordedDecisions } from "../decisions/recorded-decisions.ts";
import { RunState } from "./run-state.ts";
import { seedWords } from "../decisions/seed.ts";
import { mergeTally, Tally, tallyData } from "./tally.ts";

describe("evidence cells", () => {
  test("a fault that fired during an operation is counted with what was checked after it", () => {
    const { state, tally } = running();
    state.begin("pay");
    state.fired("lost reply");
    state.end("pay");
    state.judge("invariant", "charged once", true);
    state.settle();
    expect(cells(tally)).toEqual(["pay × lost reply × charged once: 1 passed, 0 failed"]);
  });

  test("a property that breaks is counted as failed in its cell", () => {
    const { state, tally } = running();
    state.begin("pay");
    state.fired("lost reply");
    state.always(false, "charged once");
    expect(cells(tally)).toEqual(["pay × lost reply × charged once: 0 passed, 1 failed"]);
  });

  test("nothing is counted where no fault fired", () => {
    const { state, tally } = running();
    state.begin("pay");
    state.end("pay");
    state.judge("invariant", "charged once", true);
    expect(cells(tally)).toEqual([]);
  });

  test("a fault that fired before an operation does not count for it", () => {
    const { state, tally } = running();
    state.fired("lost reply");
    state.begin("pay");
    state.judge("always", "charged once", true);
    expect(cells(tally)).toEqual([]);
  });

  test("an operation that has ended and was checked no longer counts", () => {
    const { state, tally } = running();
    state.begin("pay");
    state.fired("lost reply");
    state.end("pay");
    state.settle();
    state.begin("refund");
    state.judge("always", "charged once", true);
    expect(cells(tally)).toEqual([]);
  });

  test("a fault counts for every operation that is in flight, and only once for each", () => {
    const { state, tally } = running();
    for (const operation of ["pay", "refund", "pay"]) state.begin(operation);
    state.fired("lost reply");
    state.fired("lost reply");
    state.judge("always", "charged once", true);
    expect(cells(tally)).toEqual([
      "pay × lost reply × charged once: 1 passed, 0 failed",
      "refund × lost reply × charged once: 1 passed, 0 failed",
    ]);
    expect(tallyData(tally).faults).toEqual({ "lost reply": 2 });
  });

  test("an operation that is still in flight keeps its faults when another one is settled", () => {
    const { state, tally } = running();
    state.begin("pay");
    state.begin("refund");
    state.fired("lost reply");
    state.end("refund");
    state.settle();
    state.judge("always", "charged once", true);
    expect(cells(tally)).toEqual(["pay × lost reply × charged once: 1 passed, 0 failed"]);
  });
});

describe("properties", () => {
  test("always breaks the run when it is false, at the place where it stands", () => {
    const { state, tally } = running();
    state.always(true, "no debt");
    state.always(false, "no debt");
    expect(state.failure).toMatchObject({
      kind: "property",
      error: "PropertyBroken",
      message: "no debt",
      property: "no debt",
    });
    expect(state.failure?.stack).toContain("run-state.test.ts");
    expect(counts(tally)).toEqual(["always no debt: 1 held, 1 broken"]);
  });

  test("unreachable breaks the run when it is reached", () => {
    const { state, tally } = running();
    state.unreachable("negative stock");
    expect(state.failure?.property).toBe("negative stock");
    expect(counts(tally)).toEqual(["unreachable negative stock: 0 held, 1 broken"]);
  });

  test("sometimes and reachable never break a run; they are known even when never true", () => {
    const { state, tally } = running();
    state.sometimes(false, "a retry succeeds");
    expect(counts(tally)).toEqual(["sometimes a retry succeeds: 0 held, 0 broken"]);
    state.sometimes(true, "a retry succeeds");
    state.reachable("the slow path");
    expect(state.failure).toBeUndefined();
    expect(counts(tally)).toEqual([
      "sometimes a retry succeeds: 1 held, 0 broken",
      "reachable the slow path: 1 held, 0 broken",
    ]);
  });

  test("the first failure wins, with the decisions that led to it", () => {
    const { state } = running();
    state.decisions.chance("a", 0.5);
    state.break(failureFrom("thrown", new TypeError("first")));
    state.decisions.chance("b", 0.5);
    state.always(false, "later");
    state.break(failureFrom("thrown", new Error("last")));
    expect(state.failure?.message).toBe("first");
    expect(state.decisionsToFailure).toBe(1);
  });

  test("a fault point says whether it fires, and is known when it does not", () => {
    const never = running({ source: new SimplestSource() });
    expect(never.state.buggify("slow disk", 0.5)).toBe(false);
    expect(tallyData(never.tally).faults).toEqual({ "slow disk": 0 });
    const always = running();
    always.state.begin("save");
    expect(always.state.buggify("slow disk", 1)).toBe(true);
    always.state.judge("always", "saved", true);
    expect(cells(always.tally)).toEqual(["save × slow disk × saved: 1 passed, 0 failed"]);
  });
});

describe("eventually", () => {
  test("holds as soon as the claim is true", () => {
    const { state, clock, tally } = running();
    let isDone = false;
    state.eventually(() => isDone, "the order arrives", 10);
    state.checkEventualities(false);
    expect(state.isWaiting).toBe(true);
    clock.nowUs = 9_000;
    isDone = true;
    state.checkEventualities(false);
    expect(state.isWaiting).toBe(false);
    expect(counts(tally)).toEqual(["eventually the order arrives: 1 held, 0 broken"]);
  });

  test("holds at the very end of its time and breaks behind it", () => {
    const onTime = running();
    onTime.state.eventually(() => onTime.clock.nowUs >= 10_000, "arrives", 10);
    onTime.clock.nowUs = 10_000;
    onTime.state.checkEventualities(false);
    expect(onTime.state.failure).toBeUndefined();

    const late = running();
    late.state.eventually(() => false, "arrives", 10);
    late.clock.nowUs = 10_000;
    late.state.checkEventualities(false);
    expect(late.state.failure).toBeUndefined();
    late.clock.nowUs = 10_001;
    late.state.checkEventualities(false);
    expect(late.state.failure?.property).toBe("arrives");
    expect(late.state.isWaiting).toBe(false);
  });

  test("breaks when the run is over and the claim never became true", () => {
    const { state } = running();
    state.eventually(() => false, "arrives", 60_000);
    state.checkEventualities(true);
    expect(state.failure).toMatchObject({ kind: "property", property: "arrives" });
  });

  test("breaks when its claim throws, and says what was thrown", () => {
    const { state, tally } = running();
    const claim = (): boolean => {
      throw new TypeError("no order");
    };
    state.eventually(claim, "arrives", 10);
    state.checkEventualities(false);
    expect(state.failure).toMatchObject({ error: "TypeError", property: "arrives" });
    expect(counts(tally)).toEqual(["eventually arrives: 0 held, 1 broken"]);
  });

  test("is known from the start, so that one that is never decided can be told", () => {
    const { state, tally } = running();
    state.eventually(() => false, "arrives", 10);
    expect(counts(tally)).toEqual(["eventually arrives: 0 held, 0 broken"]);
  });
});

test("events carry the virtual time and are not made for a silent journal", () => {
  const journal = new MemoryJournal();
  const { state, clock } = running({ journal });
  state.begin("pay", "cents=5");
  clock.nowUs = 250;
  state.fired("lost reply");
  state.end("pay", "threw", "Error: late");
  state.sometimes(true, "a retry succeeds");
  state.always(false, "charged once");
  expect(journal.events.map(({ atUs, kind, name, detail }) => [atUs, kind, name, detail])).toEqual([
    [0, "step", "pay", "cents=5"],
    [250, "fault", "lost reply", undefined],
    [250, "threw", "pay", "Error: late"],
    [250, "property", "a retry succeeds", "seen"],
    [250, "property", "charged once", "broken: charged once"],
  ]);
  expect(silentJournal.isKept).toBe(false);
});

test("a journal that is full says so once", () => {
  const journal = new MemoryJournal();
  for (let at = 0; at < 200_010; at++) journal.note({ atUs: at, kind: "wake", name: "timer" });
  expect(journal.events).toHaveLength(200_001);
  expect(journal.events.at(-1)?.name).toBe("more events than are kept");
});

test("what two workers saw adds up", () => {
  const total = new Tally();
  for (let worker = 0; worker < 2; worker++) {
    const { state, tally } = running();
    state.begin("__proto__");
    state.fired("lost reply");
    state.always(true, "charged once");
    mergeTally(total, JSON.parse(JSON.stringify(tallyData(tally))));
  }
  expect(counts(total)).toEqual(["always charged once: 2 held, 0 broken"]);
  expect(cells(total)).toEqual(["__proto__ × lost reply × charged once: 2 passed, 0 failed"]);
  expect(Object.entries(tallyData(total).operations)).toEqual([["__proto__", 2]]);
  expect(tallyData(total).faults).toEqual({ "lost reply": 2 });
});

// --- inside ---

interface Running {
  readonly state: RunState;
  readonly tally: Tally;
  readonly clock: { nowUs: number };
}

function running(
  options: { readonly source?: SimplestSource; readonly journal?: MemoryJournal } = {},
): Running {
  const source = options.source ?? new RandomSource().restart(seedWords(1), 0);
  const tally = new Tally();
  const clock = { nowUs: 0 };
  const journal = options.journal ?? silentJournal;
  const decisions = new RecordedDecisions(source);
  return { state: new RunState({ decisions, journal, tally, clock }), tally, clock };
}

function cells(tally: Tally): readonly string[] {
  return tallyData(tally).cells.map(
    ({ operation, fault, property, passed, failed }) =>
      `${operation} × ${fault} × ${property}: ${passed} passed, ${failed} failed`,
  );
}

function counts(tally: Tally): readonly string[] {
  return tallyData(tally).properties.map(
    ({ kind, name, held, broken }) => `${kind} ${name}: ${held} held, ${broken} broken`,
  );
}
