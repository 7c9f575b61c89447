import { expect, test } from "vitest";
import type { AgentFault } from "../../kernel/agent/index.ts";
import { FaultPlan } from "../../kernel/agent/fault-plan.ts";
import type { FaultTrigger } from "../../kernel/agent/fault-trigger.ts";
import { aimedAmong, nextAimed } from "./aims.ts";
import { cellKey, type HeldConversation, type Talk } from "./talk.ts";

const seeds = Array.from({ length: 40 }, (_, at) => at + 1);

test("a fault by chance strikes every call of a short conversation, with every seed", () => {
  for (const seed of seeds) {
    const struck = campaign([fault("rare", { probability: 0.1 })], seed).flatMap(struckIn);
    expect(new Set(struck)).toEqual(new Set(["rare 1", "rare 2", "rare 3"]));
  }
});

test("a fault that comes later than all calls strikes the last one", () => {
  const held = campaign([fault("late", { afterCalls: 9 })], 1);
  expect(held.map(struckIn)).toEqual([[], ["late 3"]]);
});

test("a fault that comes late and has struck is not aimed", () => {
  expect(campaign([fault("late", { afterCalls: 2 })], 1).map(struckIn)).toEqual([["late 3"]]);
});

test("a chance keeps to the calls that its trigger names", () => {
  for (const seed of seeds) {
    const held = campaign([fault("second", { probability: 0.3, on: [2] })], seed);
    expect(new Set(held.flatMap(struckIn))).toEqual(new Set(["second 2"]));
  }
});

test("faults without chance are not aimed, and strike as ever beside one that is", () => {
  expect(campaign([fault("always", {}), fault("ninth", { on: [9] })], 1)).toHaveLength(1);
  const both = [fault("always", { on: [1] }), fault("rare", { probability: 0.01 })];
  for (const held of campaign(both, 1).slice(1)) expect(struckIn(held)).toContain("always 1");
});

test("where nothing struck that always strikes, the prompt is asked again, five times", () => {
  const always = talkOf([fault("always", {})], 1);
  const calm = hold({ ...always, faults: [] }).met ?? [];
  const missed: HeldConversation[] = [unstruck(always)];
  for (let talk = nextAimed(missed, { calm, trials: 1 }); talk !== undefined;) {
    missed.push(unstruck(talk));
    talk = nextAimed(missed, { calm, trials: 1 });
  }
  expect(missed.map(({ talk }) => talk.trial)).toEqual([1, 2, 3, 4, 5, 6]);
  expect(missed.map(({ talk }) => talk.aimed)).toEqual(missed.map(() => undefined));
  const late = [unstruck(always), hold({ ...always, trial: 2 })];
  expect(nextAimed(late, { calm, trials: 1 })).toBeUndefined();
});

test("a prompt that makes no call for a fault is not asked again", () => {
  const always = talkOf([fault("always", {})], 1);
  expect(nextAimed([unstruck(always)], { calm: [], trials: 1 })).toBeUndefined();
  const other = talkOf([fault("ninth", { on: [9] })], 1);
  const calm = hold({ ...other, faults: [] }).met ?? [];
  expect(nextAimed([hold(other)], { calm, trials: 1 })).toBeUndefined();
});

test("a prompt whose call was left alone by a fault that does not fit is not asked again", () => {
  const always = talkOf([fault("always", {})], 1);
  const calm = hold({ ...always, faults: [] }).met ?? [];
  const left = { ...unstruck(always), met: calm };
  expect(nextAimed([left], { calm, trials: 1 })).toBeUndefined();
  const disturbed = { ...left, disturbed: { tool: "booker", ms: 3_000 } };
  expect(nextAimed([disturbed], { calm, trials: 1 })?.trial).toBe(2);
});

test("so many are added at most, and what struck least comes first", () => {
  const faults = ["a", "b", "c"].map((id) => fault(id, { probability: 0.001 }));
  for (const seed of seeds) {
    const held = campaign(faults, seed);
    expect(held.length).toBeLessThanOrEqual(1 + 6);
    const struck = new Set(held.flatMap(({ conversation }) => conversation.strikes.map(idOf)));
    expect(struck).toEqual(new Set(["a", "b", "c"]));
  }
});

test("an aimed conversation draws for itself and says what it was aimed at", () => {
  const [, aimed] = campaign([fault("late", { afterCalls: 9 })], 1);
  expect(aimed?.talk).toMatchObject({
    trial: 2,
    cell: cellKey({ phase: "chaos", scenario: "storm", prompt: "p", trial: 2 }),
    aimed: { fault: "late", agent: "main", target: "llm", ordinal: 3 },
  });
});

test("changed prompts are aimed only where a fault struck in none of them", () => {
  const talks = ["one", "two"].map((scenario): Talk => ({
    ...talkOf([fault("rare", { probability: 0.001 })], 1),
    phase: "mutation",
    scenario,
  }));
  const held = talks.map(hold);
  const aimed = aimedAmong(held);
  expect(aimed).toMatchObject({ scenario: "one", aimed: { fault: "rare", ordinal: 1 } });
  const after = aimed === undefined ? [] : [hold(aimed)];
  expect(aimedAmong([...held, ...after])).toBeUndefined();
});

// --- inside ---

function fault(id: string, trigger: FaultTrigger): AgentFault {
  return { id, layer: "llm", mode: "empty", trigger };
}

function talkOf(faults: readonly AgentFault[], seed: number): Talk {
  const of = { phase: "chaos", scenario: "storm", prompt: "p", trial: 1 } as const;
  return { ...of, faults, seed, input: { prompt: "p" }, cell: cellKey(of) };
}

/** One trial of an agent that asks its model three times, and all that is aimed after it. */
function campaign(faults: readonly AgentFault[], seed: number): readonly HeldConversation[] {
  const calm = hold(talkOf([], seed)).met ?? [];
  const held = [hold(talkOf(faults, seed))];
  for (let left = 20; left > 0; left--) {
    const next = nextAimed(held, { calm, trials: 1 });
    if (next === undefined) return held;
    held.push(hold(next));
  }
  throw new Error("it does not end");
}

function hold(talk: Talk): HeldConversation {
  const { phase, scenario, prompt, trial, faults, seed, cell, aimed } = talk;
  const plan = new FaultPlan(faults, { seed, cell, aimed });
  const strikes = [1, 2, 3].flatMap((call) => {
    const due = plan.strike({ layer: "llm", agent: "main", target: "llm", call: `q${call}` });
    return due === undefined ? [] : [due.strike];
  });
  const answer = { text: "", error: undefined, ms: 1 };
  const of = { phase, scenario, prompt, trial, faults, cell };
  return {
    talk,
    conversation: { ...of, sent: prompt, strikes, answer, events: [] },
    answer,
    canaries: [],
    problem: undefined,
    stayedAway: plan.stayedAway,
    met: plan.met,
    due: plan.due,
  };
}

/** A conversation that ended before the agent asked anything. */
function unstruck(talk: Talk): HeldConversation {
  const held = hold({ ...talk, faults: [] });
  return { ...held, talk, met: [], due: [] };
}

function struckIn({ conversation }: HeldConversation): readonly string[] {
  return conversation.strikes.map(({ fault: id, ordinal }) => `${id} ${ordinal}`);
}

function idOf({ fault: id }: { readonly fault: string }): string {
  return id;
}
