import { describe, expect, test } from "vitest";
import {
  breaking,
  definitionOf,
  mined,
  minedTogether,
  number,
  numbers,
  planOf,
  string,
  type Typed,
  whole,
} from "../fixtures/mined-function.ts";
import { comparable, drivenBy } from "../fixtures/driven-run.ts";
import type { MinedLaw } from "../../src/kernel/result/mined.ts";
import type { Shape } from "../../src/kernel/values/shape.ts";
import { shareAtLeast } from "../../src/subject/laws/confidence.ts";
import { law } from "../../src/subject/laws/law-judge.ts";
import { minedLaws } from "../../src/subject/laws/mined-laws.ts";
import { isSuspicious } from "../../src/subject/laws/suspicious.ts";

const weak: Shape = { kind: "weak", why: "it is any" };

describe("how sure a law is", () => {
  test("is the lower end of the Wilson interval", () => {
    expect(shareAtLeast(500, 500)).toBeCloseTo(0.9924, 4);
    expect(shareAtLeast(30, 30)).toBeCloseTo(0.8865, 4);
    expect(shareAtLeast(8, 10)).toBeCloseTo(0.4902, 4);
    expect(shareAtLeast(0, 0)).toBe(0);
  });

  test("needs thirty calls, of which some could have broken it", () => {
    expect(standing({ held: 29 })).toBe("unclear");
    expect(standing({ held: 30 })).toBe("always");
    expect(standing({ held: 500, trivial: 496 })).toBe("unclear");
  });

  test("is suspicious where four in five calls that could break it keep it", () => {
    expect(standing({ held: 8, broken: 2 })).toBe("usually");
    expect(standing({ held: 8, broken: 1 })).toBe("unclear");
    expect(standing({ held: 79, broken: 21 })).toBe("no");
    // Only ten could have broken it, and half of them did.
    expect(standing({ held: 195, broken: 5, trivial: 190 })).toBe("no");
  });
});

describe("what is not worth telling", () => {
  test("is every law that a constant has besides", async () => {
    const laws = await mined(typed((s: string) => (s === "" ? 7 : 7), { s: string }));
    expect(told(laws)).toEqual(["deterministic", "constant output 7"]);
  });

  test("is a weaker law beside a stronger one", async () => {
    const laws = await mined(typed((n: number) => n * 2 + 1, { n: whole }));
    expect(told(laws)).toContain("linear in n: output = 2 * n + 1");
    expect(told(laws)).not.toContain("non-decreasing in n");
    expect(laws.find(({ name }) => name === "non-decreasing in n")?.isImplied).toBe(true);
  });

  test("is any law about two calls where one call changes the next", async () => {
    let calls = 0;
    const laws = await mined(typed((n: number) => Math.abs(n) + (calls += 1), { n: whole }));
    expect(told(laws)).toEqual(["finite", "output >= 0"]);
    expect(laws.find(({ name }) => name === "deterministic")?.standing).toBe("no");
  });

  test("is a law that only holds because the output is the input", async () => {
    const laws = await mined(typed((n: number) => n, { n: whole }));
    expect(told(laws)).not.toContain("idempotent");
    expect(told(laws)).not.toContain("involution");
  });
});

describe("functions of one module", () => {
  const encode = typed((xs: number[]) => xs.join(","), { xs: numbers }, string);
  const decode = typed((s: string) => s.split(",").map(Number), { s: string }, numbers);
  const exact = typed(
    (s: string) => (s === "" ? [] : s.split(",").map(Number)),
    { s: string },
    numbers,
  );

  test("that undo each other have a round trip", async () => {
    const { encode: laws = [] } = await minedTogether({ encode, decode: exact }, 160);
    expect(told(laws)).toContain("round trip through decode");
  });

  test("that almost undo each other are suspicious, with the values that show it", async () => {
    const { encode: laws = [] } = await minedTogether({ encode, decode }, 300);
    expect(laws.filter(isSuspicious).map(({ name, shown }) => [name, shown])).toEqual([
      ["round trip through decode", 'encode([]) gave "", decode of that gave [0]'],
    ]);
  });

  test("that may change places, and that are the same, are told", async () => {
    const laws = await minedTogether(
      {
        double: typed((n: number) => n * 2, { n: whole }),
        twice: typed((n: number) => n + n, { n: whole }),
        negate: typed((n: number) => -n, { n: whole }),
      },
      240,
    );
    expect(told(laws["double"] ?? [])).toContain("equivalent to twice");
    expect(told(laws["double"] ?? [])).toContain("commutes with negate");
    expect(told(laws["negate"] ?? [])).not.toContain("equivalent to twice");
  });
});

describe("a law", () => {
  test("is broken again by the same decisions", async () => {
    const about = typed((s: string) => s.replace(/^a/u, "aa"), { s: string }, string);
    const first = await breaking(about, "idempotent", 600);
    const judges = [law({ call: "f", name: "idempotent" })];
    const again = await drivenBy(definitionOf({ f: about }, judges)).run({
      replays: first?.decisions ?? [],
    });
    expect(first && comparable(again)).toEqual(first && comparable(first));
    expect(again.outcome.failure?.property).toBe("law f: idempotent");
  });

  test("is not broken by a second call that throws", async () => {
    const once = typed(
      (s: string) => {
        if (s.endsWith("!")) throw new Error("done already");
        return `${s}!`;
      },
      { s: string },
      string,
    );
    expect(await breaking(once, "idempotent", 60)).toBeUndefined();
  });

  test("about the same arguments is broken by one that throws only sometimes", async () => {
    let calls = 0;
    const fickle = typed(
      (s: string) => {
        calls += 1;
        if (calls % 2 === 0) throw new Error("not now");
        return s;
      },
      { s: string },
      string,
    );
    const found = await breaking(fickle, "deterministic", 5);
    expect(found?.outcome.failure?.message).toBe(
      "the same arguments once gave a result and once threw",
    );
  });

  test("says nothing about values that throw when they are looked at", async () => {
    const hostile = typed(
      () =>
        new Proxy([], {
          get: () => {
            throw new Error("keep out");
          },
        }),
      { s: string },
      weak,
    );
    const laws = await mined(hostile, 40);
    expect(laws.filter(({ standing: one }) => one === "no" || one === "usually")).toEqual([]);
  });

  test("about order says nothing about dates that are none", async () => {
    const date: Shape = { kind: "builtin", name: "Date" };
    const dayMs = 86_400_000;
    const later = typed((d: Date) => new Date(d.getTime() + dayMs), { d: date }, date);
    expect(await breaking(later, "non-decreasing", 150)).toBeUndefined();
    const folded = typed((d: Date) => new Date(Math.abs(d.getTime())), { d: date }, date);
    expect((await breaking(folded, "non-decreasing in d"))?.outcome.verdict).toBe("broken");
  });

  test("sees results as they were, whatever later calls do to them", async () => {
    const kept: number[] = [];
    const shared = typed(
      (n: number) => {
        kept.push(n);
        return kept;
      },
      { n: whole },
      numbers,
    );
    expect((await breaking(shared, "deterministic", 5))?.outcome.verdict).toBe("broken");
  });

  test("about two calls does not apply to a function that takes a callback", async () => {
    const callback: Shape = { kind: "function", returns: whole, paramsCount: 0 };
    const laws = await mined(typed((get: () => number) => get(), { get: callback }));
    expect(laws.map(({ name }) => name)).not.toContain("deterministic");
  });
});

// --- inside ---

function typed(
  call: (arg: never) => unknown,
  params: Readonly<Record<string, Shape>>,
  returns: Shape = number,
): Typed {
  return { call, params, returns };
}

function told(laws: readonly MinedLaw[]): readonly string[] {
  return laws
    .filter((one) => one.standing === "always" && !one.isImplied && !one.isDeclared)
    .map(({ name }) => name);
}

function standing(counts: {
  readonly held: number;
  readonly broken?: number;
  readonly trivial?: number;
}): string | undefined {
  const plan = planOf(
    "f",
    typed((s: string) => s, { s: string }, string),
  );
  const observation = {
    operation: "f",
    name: "idempotent",
    broken: 0,
    trivial: 0,
    ...counts,
    texts: [],
  };
  return minedLaws(plan, [], [observation])[0]?.standing;
}
