import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Decision } from "./decision.ts";
import type { Decisions, Named } from "./decisions.ts";
import { DivergenceError } from "./divergence.ts";
import { SimplestSource } from "./random-source.ts";
import { RecordedDecisions } from "./recorded-decisions.ts";
import { type ReplayFallbacks, ReplaySource } from "./replay-source.ts";

describe("a strict replay", () => {
  test("survives options in another order", () => {
    const { decisions } = replaying([pick("rule", "refund")]);
    expect(decisions.pick("rule", named("pay", "cancel", "refund")).name).toBe("refund");
  });

  test("survives options that were added", () => {
    const { decisions } = replaying([pick("rule", "refund")]);
    expect(decisions.pick("rule", named("a", "b", "refund", "c")).name).toBe("refund");
  });

  test("stops where an option is gone and names both sides", () => {
    const { source, decisions } = replaying([chance("more", true), pick("rule", "refund")]);
    decisions.chance("more", 0.5);
    expect(thrownBy(() => decisions.pick("rule", named("pay", "cancel")))).toBe(
      diverged(2, "pick rule = refund", "pick rule of pay, cancel"),
    );
    expect(source.divergence?.index).toBe(1);
  });

  test.each<readonly [string, (decisions: Decisions) => unknown]>([
    ["another label", (d) => d.chance("overlap", 0.5)],
    ["another kind", (d) => d.integer("more", { min: 0, max: 9 })],
    ["a span", (d) => d.open("step")],
    ["a value", (d) => d.value("more", fc.nat())],
    ["bytes", (d) => d.bytes("more", { lengthMax: 3 })],
  ])("stops where the code asks for %s", (_what, ask) => {
    const { source, decisions } = replaying([chance("more", true)]);
    expect(() => ask(decisions)).toThrow(DivergenceError);
    expect(source.divergence).toMatchObject({ index: 0, recorded: "chance more = true" });
    expect(decisions.count).toBe(0);
  });

  test("stops at the end of the trace", () => {
    const { decisions } = replaying([chance("more", true)]);
    decisions.chance("more", 0.5);
    expect(thrownBy(() => decisions.chance("more", 0.5))).toBe(
      diverged(2, "the end of the trace", "chance more"),
    );
  });

  test.each<readonly [string, Decision, (decisions: Decisions) => unknown]>([
    ["a number", integer("n", 12), (d) => d.integer("n", { min: 0, max: 9 })],
    ["too few bytes", bytes("b", "00"), (d) => d.bytes("b", { lengthMin: 2, lengthMax: 4 })],
    ["too many bytes", bytes("b", "000000"), (d) => d.bytes("b", { lengthMax: 2 })],
  ])("stops where %s lies outside of what is asked for", (_what, recorded, ask) => {
    const { source, decisions } = replaying([recorded]);
    expect(() => ask(decisions)).toThrow(DivergenceError);
    expect(source.divergence?.index).toBe(0);
  });

  test("stops where a value asks for more numbers than were drawn", () => {
    const { decisions } = replaying([value("cart", [1])]);
    const cart = fc.array(fc.nat(), { minLength: 3 });
    expect(thrownBy(() => decisions.value("cart", cart))).toBe(
      diverged(1, "value cart = draws [1]", "another draw of the same value"),
    );
  });

  test("stops where a span ends early, also one that the trace does not end", () => {
    for (const tail of [[], [end]]) {
      const { decisions } = replaying([
        span("step"),
        chance("a", true),
        chance("b", true),
        ...tail,
      ]);
      decisions.open("step");
      decisions.chance("a", 0.5);
      expect(thrownBy(() => decisions.close())).toBe(diverged(3, "chance b = true", "end"));
    }
  });

  test("stops where a span ends late", () => {
    const { decisions } = replaying([span("step"), end, chance("b", true)]);
    decisions.open("step");
    expect(thrownBy(() => decisions.chance("b", 0.5))).toBe(diverged(2, "end", "chance b"));
  });

  test("keeps the first divergence where the code goes on after it", () => {
    const { source, decisions } = replaying([chance("a", true)]);
    expect(() => decisions.chance("b", 0.5)).toThrow(DivergenceError);
    expect(() => decisions.chance("c", 0.5)).toThrow("`chance b`");
    expect(source.divergence?.asked).toBe("chance b");
  });
});

describe("a replay that is strict until its list ends", () => {
  const atEnd = new SimplestSource();

  test("answers from the other source there, and that is no divergence", () => {
    const { source, decisions } = replaying([span("step"), chance("a", true)], { atEnd });
    decisions.open("step");
    expect(decisions.chance("a", 0.5)).toBe(true);
    expect(decisions.chance("a", 0.5)).toBe(false);
    expect(decisions.integer("n", { min: 3, max: 9 })).toBe(3);
    decisions.close();
    decisions.span("step", () => decisions.pick("rule", named("x", "y")));
    expect(source.divergence).toBeUndefined();
    expect(kinds(decisions)).toBe("span chance chance integer end span pick end");
  });

  test("still stops at what does not fit before", () => {
    const { decisions } = replaying([chance("a", true)], { atEnd });
    expect(() => decisions.chance("b", 0.5)).toThrow(DivergenceError);
  });
});

describe("a replay that goes on after drift", () => {
  const atDrift = new SimplestSource();

  test("asks the other source for what the list lacks and stays where it is", () => {
    const { source, decisions } = replaying([integer("a", 5), integer("b", 6)], { atDrift });
    const range = { min: 0, max: 9 };
    const asked = ["a", "new", "b"].map((label) => decisions.integer(label, range));
    expect(asked).toEqual([5, 0, 6]);
    expect(source.divergence).toEqual({
      index: 1,
      recorded: "integer b = 6",
      asked: "integer new",
    });
  });

  test("skips answers inside a span that nobody asks for any more", () => {
    const list = [span("step"), integer("gone", 4), integer("b", 6), end, integer("c", 7)];
    const { decisions } = replaying(list, { atDrift });
    const range = { min: 0, max: 9 };
    const inside = decisions.span("step", () => decisions.integer("b", range));
    expect([inside, decisions.integer("c", range)]).toEqual([6, 7]);
  });

  test("never takes an answer from beyond the end of the span it is in", () => {
    const list = [span("step"), end, integer("b", 6)];
    const { decisions } = replaying(list, { atDrift });
    const range = { min: 0, max: 9 };
    const inside = decisions.span("step", () => decisions.integer("b", range));
    expect([inside, decisions.integer("b", range)]).toEqual([0, 6]);
  });

  test("fits again at the next span, whatever happened in the one before", () => {
    const step = (n: number): readonly Decision[] => [span("step"), integer("n", n), end];
    const { decisions } = replaying([...step(1), ...step(2), ...step(3)], { atDrift });
    const range = { min: 0, max: 9 };
    const first = decisions.span("step", () => [
      decisions.integer("n", range),
      decisions.integer("n", range),
    ]);
    const second = decisions.span("step", () => "asks nothing");
    const third = decisions.span("step", () => decisions.integer("n", range));
    expect([first, second, third]).toEqual([[1, 0], "asks nothing", 3]);
  });

  test("passes over what a removed span had drawn outside itself", () => {
    const list = [
      integer("latency", 9),
      integer("latency", 8),
      span("step"),
      chance("a", true),
      end,
    ];
    const { decisions } = replaying(list, { atDrift });
    expect(decisions.span("step", () => decisions.chance("a", 0.5))).toBe(true);
  });

  test("answers a span that the list lacks from the other source, and keeps its place", () => {
    const { source, decisions } = replaying([span("step"), integer("n", 4), end], { atDrift });
    const range = { min: 0, max: 9 };
    const added = decisions.span("added", () => decisions.integer("n", range));
    const known = decisions.span("step", () => decisions.integer("n", range));
    expect([added, known]).toEqual([0, 4]);
    expect(source.divergence?.asked).toBe("span added");
  });

  test("finds known spans inside one that the list lacks", () => {
    const { decisions } = replaying([span("step"), integer("n", 4), end], { atDrift });
    const range = { min: 0, max: 9 };
    const inside = decisions.span("added", () =>
      decisions.span("step", () => decisions.integer("n", range)),
    );
    expect(inside).toBe(4);
  });

  test("brings a recorded number into the range that is asked for", () => {
    const { decisions } = replaying([integer("n", 50), integer("n", -50)], { atDrift });
    expect(decisions.integer("n", { min: 0, max: 9 })).toBe(9);
    expect(decisions.integer("n", { min: 0, max: 9 })).toBe(0);
  });

  test("says which option was lost, and picks another one", () => {
    const { source, decisions } = replaying([pick("rule", "refund")], { atDrift });
    expect(decisions.pick("rule", named("pay", "cancel")).name).toBe("pay");
    expect(source.lostOption).toEqual({
      index: 0,
      recorded: "pick rule = refund",
      asked: "pick rule of pay, cancel",
    });
  });

  test("does not look for an answer without end", () => {
    const far = Array.from({ length: 70 }, () => integer("other", 1));
    const { decisions } = replaying([...far, integer("n", 7)], { atDrift });
    expect(decisions.integer("n", { min: 0, max: 9 })).toBe(0);
  });

  test("takes a list of any shape", () => {
    const entry = fc.oneof(
      fc.constant(end),
      fc.constantFrom("a", "b").map(span),
      fc.constantFrom("a", "b").map((label) => chance(label, true)),
      fc.nat(20).map((n) => integer("n", n)),
      fc.array(fc.nat(9)).map((draws) => value("v", draws)),
    );
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 25 }), fc.array(fc.nat(5)), (list, calls) => {
        const { decisions } = replaying(list, { atDrift });
        for (const call of calls) oneCall(decisions, call);
        expect(decisions.count).toBe(calls.length);
      }),
    );
  });
});

// --- inside ---

const end: Decision = { kind: "end" };

function pick(label: string, option: string): Decision {
  return { kind: "pick", label, value: option };
}

function chance(label: string, isTrue: boolean): Decision {
  return { kind: "chance", label, value: isTrue };
}

function integer(label: string, number: number): Decision {
  return { kind: "integer", label, value: number };
}

function bytes(label: string, hex: string): Decision {
  return { kind: "bytes", label, value: hex };
}

function value(label: string, draws: readonly number[]): Decision {
  return { kind: "value", label, bias: 3, draws, path: [] };
}

function span(label: string): Decision {
  return { kind: "span", label };
}

function named(...names: readonly string[]): readonly Named[] {
  return names.map((name) => ({ name }));
}

function replaying(
  list: readonly Decision[],
  fallbacks?: ReplayFallbacks,
): { readonly source: ReplaySource; readonly decisions: RecordedDecisions } {
  const source = new ReplaySource(list, fallbacks);
  return { source, decisions: new RecordedDecisions(source) };
}

function diverged(place: number, recorded: string, asked: string): string {
  const [held, wanted] = [`\`${recorded}\``, `\`${asked}\``];
  return `decision ${place} diverged: the trace has ${held}, the code asked for ${wanted}`;
}

function kinds(decisions: RecordedDecisions): string {
  return decisions.log.map(({ kind }) => kind).join(" ");
}

function oneCall(decisions: Decisions, call: number): void {
  if (call === 0) decisions.open("a");
  else if (call === 1) decisions.close();
  else if (call === 2) decisions.chance("a", 0.5);
  else if (call === 3) decisions.integer("n", { min: 2, max: 8 });
  else if (call === 4) decisions.value("v", fc.array(fc.nat()));
  else decisions.pick("rule", named("x"));
}

function thrownBy(body: () => unknown): string {
  try {
    body();
  } catch (thrown) {
    if (thrown instanceof DivergenceError) return thrown.message;
    throw thrown;
  }
  return "nothing";
}
