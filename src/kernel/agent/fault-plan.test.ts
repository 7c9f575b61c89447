import fc from "fast-check";
import { expect, test } from "vitest";
import type { AgentFault, ToolFault } from "./agent-fault.ts";
import { doesMean, FaultPlan, fraction, keptStrike, type StruckCall } from "./fault-plan.ts";
import type { CallIdentity } from "./fault-reach.ts";
import { isLike } from "../values/like.ts";

const half = { probability: 0.5 };
const source = { seed: "0x5eed", cell: "outage, prompt, 1" };

const faults: readonly AgentFault[] = [
  { id: "charge fails", layer: "tool", tool: "charge", mode: "error", trigger: half },
  { id: "any tool is slow", layer: "tool", tool: "*", mode: "slow", trigger: half },
  { id: "model is empty", layer: "llm", mode: "empty", trigger: half },
  {
    id: "page is hostile",
    layer: "context",
    type: "indirect_injection",
    payloads: [],
    trigger: half,
  },
];

const anyCall = fc.constantFrom("a", "b", "c");

const anyPlace = fc
  .record({
    place: fc.constantFrom<CallIdentity>(
      { layer: "tool", agent: "main", target: "charge" },
      { layer: "tool", agent: "main", target: "look" },
      { layer: "tool", agent: "peer", target: "charge" },
      { layer: "llm", agent: "main", target: "llm" },
      { layer: "context", agent: "main", target: "tool look" },
    ),
    call: anyCall,
  })
  .map(({ place, call }): CallIdentity => ({ ...place, call }));

test("calls that come in another order get the same decisions", () => {
  fc.assert(
    fc.property(
      fc.array(anyPlace, { maxLength: 40 }).chain((calls) =>
        fc.record({
          calls: fc.constant(calls),
          other: fc.shuffledSubarray(calls, { minLength: calls.length }),
        }),
      ),
      ({ calls, other }) => {
        expect(unordered(strikesOf(other))).toEqual(unordered(strikesOf(calls)));
      },
    ),
  );
});

test("strikes that are given strike again, whatever the triggers and the seed say", () => {
  fc.assert(
    fc.property(fc.array(anyPlace, { maxLength: 40 }), fc.string(), (calls, seed) => {
      const strikes = strikesOf(calls);
      expect(strikesOf(calls, { seed, cell: "another", strikes })).toEqual(strikes);
    }),
  );
});

test("another seed or another cell decides otherwise, the same ones do not", () => {
  const calls = Array.from({ length: 64 }, (): CallIdentity => llm);
  expect(strikesOf(calls)).toEqual(strikesOf(calls));
  expect(strikesOf(calls, { ...source, seed: "other" })).not.toEqual(strikesOf(calls));
  expect(strikesOf(calls, { ...source, cell: "other" })).not.toEqual(strikesOf(calls));
});

test("a chance of one in four strikes about one call in four", () => {
  const trigger = { probability: 0.25 };
  const plan = new FaultPlan([{ id: "f", layer: "llm", mode: "empty", trigger }], source);
  const struck = Array.from({ length: 4_000 }, () => plan.strike(llm)).filter(
    (one) => one !== undefined,
  );
  expect(struck.length / 4_000).toBeCloseTo(0.25, 1);
});

test("the first fault that strikes wins, and one that does not fit is not counted", () => {
  const both: readonly AgentFault[] = [
    { id: "first", layer: "llm", mode: "stream_cut", trigger: { times: 1 } },
    { id: "second", layer: "llm", mode: "empty", trigger: {} },
  ];
  const plan = new FaultPlan(both, source);
  const isPlain = (fault: AgentFault): boolean => fault.id !== "first";
  expect(plan.strike(llm, isPlain)?.fault.id).toBe("second");
  expect(plan.strike(llm)?.strike).toEqual({
    fault: "first",
    agent: "main",
    target: "llm",
    call: "",
    occurrence: 2,
    ordinal: 2,
  });
  expect(plan.strike(llm)?.fault.id).toBe("second");
});

test("a fault is for its layer, its agent, its tool and its address", () => {
  const strikesAt = (more: Partial<ToolFault>, place: Partial<CallIdentity>): boolean => {
    const fault: ToolFault = {
      id: "f",
      layer: "tool",
      tool: "*",
      mode: "error",
      trigger: {},
      ...more,
    };
    const at: CallIdentity = { layer: "tool", agent: "main", target: "charge", ...place };
    return new FaultPlan([fault], source).strike(at) !== undefined;
  };
  const url = "https://bank.test/v1/charge";
  expect(strikesAt({}, {})).toBe(true);
  expect(strikesAt({}, { layer: "llm" })).toBe(false);
  expect(strikesAt({ tool: "charge" }, {})).toBe(true);
  expect(strikesAt({ tool: "look" }, {})).toBe(false);
  expect(strikesAt({ agent: "peer" }, {})).toBe(false);
  expect(strikesAt({ agent: "peer" }, { agent: "peer" })).toBe(true);
  expect(strikesAt({ matchUrl: "https://bank.test/*" }, { url })).toBe(true);
  expect(strikesAt({ matchUrl: "https://bank.test/*" }, {})).toBe(false);
  expect(strikesAt({ matchUrl: "https://bank.test/*", tool: "look" }, { url })).toBe(false);
});

test("a turn is what the plan was told last", () => {
  const fault: AgentFault = { id: "f", layer: "llm", mode: "empty", trigger: { turn: 2 } };
  const plan = new FaultPlan([fault], source);
  expect(plan.strike(llm)).toBeUndefined();
  plan.beginTurn(2);
  expect(plan.turn).toBe(2);
  expect(plan.strike(llm)?.strike.ordinal).toBe(2);
});

test("a burst goes on for the same agent and target only", () => {
  const trigger = { on: [1], burst: 2 };
  const plan = new FaultPlan(
    [{ id: "f", layer: "tool", tool: "*", mode: "error", trigger }],
    source,
  );
  const at = (target: string): boolean =>
    plan.strike({ layer: "tool", agent: "main", target }) !== undefined;
  expect(["a", "b", "a", "a", "b", "b"].map(at)).toEqual([true, true, true, false, true, false]);
});

test("a strike that changed nothing is not counted, and begins no burst", () => {
  const once: AgentFault = { id: "f", layer: "llm", mode: "garbage", trigger: { times: 1 } };
  const plan = new FaultPlan([once], source);
  const first = plan.strike(llm);
  expect(plan.strike(llm)).toBeUndefined(); // while the first call is open
  if (first !== undefined) plan.left(first.strike);
  const third = plan.strike(llm);
  expect(third?.strike.ordinal).toBe(3);
  if (third !== undefined) plan.fired(third.strike);
  if (third !== undefined) plan.left(third.strike); // every call ends so
  expect(plan.strike(llm)).toBeUndefined();
  const burst = new FaultPlan([{ ...once, trigger: { on: [1], burst: 3 } }], source);
  const begun = burst.strike(llm);
  if (begun !== undefined) burst.left(begun.strike);
  expect(burst.strike(llm)).toBeUndefined();
});

test("faults that are passed over strike the next calls, one each", () => {
  const fault = (id: string, trigger: AgentFault["trigger"]): AgentFault => ({
    id,
    layer: "llm",
    mode: "empty",
    trigger,
  });
  const told = (...own: readonly AgentFault[]): string => {
    const plan = new FaultPlan(own, source);
    return Array.from({ length: 7 }, () => plan.strike(llm)?.fault.id ?? "-").join("");
  };
  expect(told(fault("a", {}), fault("b", {}), fault("c", {}))).toBe("abcabca");
  expect(told(fault("a", { on: [1] }), fault("b", { on: [1] }))).toBe("ab-----");
  // What is to exhaust retries is met by one retry after the other.
  expect(told(fault("a", { times: 4 }), fault("b", {}))).toBe("aaaabbb");
  expect(told(fault("a", { on: [2], burst: 2 }), fault("b", {}))).toBe("baabbbb");
});

test("a fault that met calls and let them through is told from one that met none", () => {
  const late: AgentFault = { id: "late", layer: "llm", mode: "empty", trigger: { afterCalls: 5 } };
  const plan = new FaultPlan([late, ...faults], { ...source, strikes: undefined });
  plan.strike(llm, ({ id }) => id === "late");
  expect(plan.stayedAway).toEqual(["late"]);
});

test("what is drawn for a strike is whole, below its limit and always the same", () => {
  fc.assert(
    fc.property(fc.nat({ max: 1_000 }), fc.nat({ max: 50 }), (below, occurrence) => {
      const strike = { fault: "f", agent: "main", target: "llm", occurrence };
      const drawn = new FaultPlan([], source).draw(strike, "payload", below);
      expect(Number.isInteger(drawn)).toBe(true);
      expect(drawn).toBeGreaterThanOrEqual(0);
      expect(drawn).toBeLessThan(Math.max(1, below));
      expect(new FaultPlan([], source).draw(strike, "payload", below)).toBe(drawn);
    }),
  );
});

test("a strike means a call, each time of it, the so many-th of a target, or every one", () => {
  const struck = { ...base, call: "c", occurrence: 2, ordinal: 7 };
  const meant = (more: object): boolean => doesMean({ ...base, ...more }, struck);
  expect(meant({})).toBe(true);
  expect(meant({ call: "c" })).toBe(true);
  expect(meant({ call: "c", occurrence: 2 })).toBe(true);
  expect(meant({ call: "c", occurrence: 2, ordinal: 1 })).toBe(true); // only told
  expect(meant({ call: "c", occurrence: 1 })).toBe(false);
  expect(meant({ call: "d" })).toBe(false);
  expect(meant({ ordinal: 7 })).toBe(true);
  expect(meant({ ordinal: 2 })).toBe(false);
  for (const other of [{ fault: "x" }, { agent: "x" }, { target: "x" }]) {
    expect(meant(other)).toBe(false);
  }
  expect(keptStrike(struck)).toEqual({ ...base, call: "c", occurrence: 2 });
  expect(keptStrike({ ...base, ordinal: 3 })).toEqual({ ...base, ordinal: 3 });
});

test("an order is needed only while it decides what is struck", () => {
  const needed = (...triggers: readonly AgentFault["trigger"][]): string => {
    const own = triggers.map((trigger, at): AgentFault => ({
      id: String(at),
      layer: "llm",
      mode: "empty",
      trigger,
    }));
    const plan = new FaultPlan(own, source);
    return Array.from({ length: 5 }, () => {
      const isOrdered = plan.isOrdered(llm);
      plan.strike(llm);
      return isOrdered ? "o" : "-";
    }).join("");
  };
  expect(needed({ probability: 0.5 })).toBe("-----");
  expect(needed({ probability: 0.5 }, { probability: 0.5 })).toBe("-----");
  expect(needed({})).toBe("-----");
  expect(needed({}, {})).toBe("ooooo");
  expect(needed({ times: 2 })).toBe("oo---");
  expect(needed({ on: [3] })).toBe("ooo--");
  expect(needed({ afterCalls: 2 })).toBe("oo---");
  expect(needed({ every: 2 })).toBe("ooooo");
});

test("a fraction depends on its words and on where each begins", () => {
  expect(fraction(["a", "b"])).toBe(fraction(["a", "b"]));
  expect(fraction(["ab"])).not.toBe(fraction(["a", "b"]));
});

test.each([
  ["https://a.test/*", "https://a.test/", true],
  ["https://a.test/*", "https://b.test/", false],
  ["*", "", true],
  ["*", "anything", true],
  ["", "", true],
  ["", "x", false],
  ["a*b", "ab", true],
  ["a*b", "a--b", true],
  ["a*b", "a--bc", false],
  ["a*a", "a", false],
  ["*/charge", "https://x/charge", true],
  ["*x*y*", "--x--y--", true],
  ["*x*y*", "--y--x--", false],
  ["a**b", "a-b", true],
  ["a.c", "abc", false],
])("%j is like %j: %s", (pattern, text, isOne) => {
  expect(isLike(pattern, text)).toBe(isOne);
});

// --- inside ---

const base = { fault: "f", agent: "main", target: "llm" };

const llm: CallIdentity = { layer: "llm", agent: "main", target: "llm" };

function strikesOf(
  calls: readonly CallIdentity[],
  from: ConstructorParameters<typeof FaultPlan>[1] = source,
): readonly StruckCall[] {
  const plan = new FaultPlan(faults, from);
  return calls.flatMap((call) => plan.strike(call)?.strike ?? []);
}

/** What is struck, whenever it came. */
function unordered(strikes: readonly StruckCall[]): readonly string[] {
  return strikes.map((strike) => JSON.stringify(keptStrike(strike))).toSorted();
}
