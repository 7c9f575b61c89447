import { describe, expect, test } from "vitest";
import { answerDecision, type Decision, decisionText } from "./decision.ts";
import { RandomSource, SimplestSource } from "./random-source.ts";
import { RecordedDecisions } from "./recorded-decisions.ts";
import { ReplaySource, type ReplayFallbacks } from "./replay-source.ts";
import { seedWords } from "./seed.ts";
import { shrink } from "../shrink/shrink.ts";
import { decisionsFromToken, decisionsToToken } from "./token.ts";

const recorded: readonly Decision[] = [
  answerDecision("worker kv", { kind: "answer", text: "1" }),
  { kind: "chance", label: "kill", value: true },
];

/** Asks for what was recorded, with a real world that says something else. */
function replay(fallbacks: ReplayFallbacks): { readonly told: unknown; readonly asked: number } {
  const decisions = new RecordedDecisions(new ReplaySource(recorded, fallbacks));
  let asked = 0;
  const told = decisions.answer<unknown>("worker kv", () => {
    asked += 1;
    return "another";
  });
  expect(decisions.chance("kill", 0.5)).toBe(true);
  return { told, asked };
}

describe("an answer of the real world", () => {
  test("is asked for and written down, as it was when it was given", () => {
    const source = new RandomSource().restart(seedWords(1), 0);
    const decisions = new RecordedDecisions(source);
    const answer = decisions.answer("worker kv", () => ({ text: "1" }));
    answer.text = "changed by who asked";
    expect(decisions.log).toEqual([answerDecision("worker kv", { text: "1" })]);
    expect(decisions.log.map(decisionText)).toEqual(['answer worker kv = {text: "1"}']);
  });

  test("is given back by a strict replay, and nobody is asked", () => {
    const expected = { told: { kind: "answer", text: "1" }, asked: 0 };
    expect(replay({})).toEqual(expected);
    expect(replay({ atEnd: new SimplestSource() })).toEqual(expected);
  });

  test("is asked for again where the run may be another one", () => {
    expect(replay({ atDrift: new SimplestSource() })).toEqual({ told: "another", asked: 1 });
  });

  test("under another name stops a strict replay", () => {
    const decisions = new RecordedDecisions(new ReplaySource(recorded));
    expect(() => decisions.answer("worker other", () => 1)).toThrow(/worker other/);
  });

  test("that a trace cannot keep is refused", () => {
    const decisions = new RecordedDecisions(new SimplestSource());
    expect(() => decisions.answer("worker kv", () => () => 1)).toThrow(
      /more than a trace can keep/,
    );
  });

  test("survives a token", () => {
    expect(decisionsFromToken(decisionsToToken(recorded))).toEqual(recorded);
  });

  test("is never changed by shrinking", () => {
    const steps = shrink(recorded, { attemptsMax: 50 });
    const tried: (readonly Decision[])[] = [];
    for (let step = steps.next(); step.done !== true; step = steps.next()) tried.push(step.value);
    expect(tried.length).toBeGreaterThan(0);
    for (const candidate of tried) expect(candidate[0]).toEqual(recorded[0]);
  });
});
