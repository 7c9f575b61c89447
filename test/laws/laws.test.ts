import { describe, expect, test } from "vitest";
import {
  boolean,
  breaking,
  mined,
  number,
  numbers,
  string,
  type Typed,
  whole,
} from "../fixtures/mined-function.ts";
import type { Shape } from "../../src/kernel/values/shape.ts";

interface Case {
  readonly law: string;
  /** Has the law. */
  readonly kept: Typed;
  /** Almost has it. */
  readonly almost: Typed;
}

const nullable: Shape = { kind: "union", of: [string, { kind: "null" }] };
const record: Shape = { kind: "record", key: string, value: whole };
const textOrNumber: Shape = { kind: "union", of: [string, whole] };

const cases: readonly Case[] = [
  {
    law: "deterministic",
    kept: text((s) => s.length),
    almost: text((s) => (s.length > 5 ? Math.random() : s.length), number),
  },
  {
    law: "idempotent",
    kept: text((s) => s.toUpperCase(), string),
    almost: text((s) => s.trim().replace(/^a/u, "aa"), string),
  },
  {
    law: "involution",
    kept: wholes((n) => -n),
    almost: wholes((n) => (n > 900 ? 900 : -n)),
  },
  {
    law: "constant output",
    kept: text(() => "a", string),
    almost: text((s) => (s.length > 5 ? "b" : "a"), string),
  },
  {
    law: "injective",
    kept: wholes((n) => n * 2 + 1),
    almost: wholes((n) => Math.abs(n)),
  },
  {
    law: "never null",
    kept: text((s) => s, nullable),
    almost: text((s) => (s === "" ? null : s), nullable),
  },
  {
    law: "no NaN",
    kept: wholes((n) => n / 2),
    almost: wholes((n) => Math.sqrt(n)),
  },
  {
    law: "finite",
    kept: wholes((n) => n / 2),
    almost: wholes((n) => 1 / n),
  },
  {
    law: "output >= 0",
    kept: wholes((n) => n * n),
    almost: wholes((n) => n * n - 1),
  },
  {
    law: "output in [0, 1]",
    kept: wholes((n) => 1 / (1 + n * n)),
    almost: wholes((n) => Math.abs(n) / 800),
  },
  {
    law: "never empty",
    kept: text((s) => `${s}!`, string),
    almost: text((s) => s, string),
  },
  {
    law: "output is sorted",
    kept: list((xs) => xs.toSorted((a, b) => a - b), numbers),
    almost: list((xs) => xs.toSorted((a, b) => (String(a) < String(b) ? -1 : 1)), numbers),
  },
  {
    law: "output type is string",
    kept: text((s) => s, nullable),
    almost: text((s) => (s === "" ? null : s), nullable),
  },
  {
    law: "output length always 2",
    kept: wholes((n) => [n, n], numbers),
    almost: wholes((n) => (n === 0 ? [] : [n, n]), numbers),
  },
  {
    law: "preserves type",
    kept: one((v) => v, textOrNumber),
    almost: one((v) => (v === "" ? 0 : v), textOrNumber),
  },
  {
    law: "null in -> null out",
    kept: one((v) => (v === null ? null : true), nullable),
    almost: one((v) => (v === null ? "" : true), nullable),
  },
  {
    law: "non-decreasing in n",
    kept: wholes((n) => Math.max(0, n) ** 2),
    almost: wholes((n) => (n === 0 ? 5_000_000 : n ** 3)),
  },
  {
    law: "non-increasing in n",
    kept: wholes((n) => -(n ** 3)),
    almost: wholes((n) => (n < -900 ? -5_000_000_000 : -(n ** 3))),
  },
  {
    law: "len(output) == len(xs)",
    kept: list((xs) => xs.map((x) => x + 1), numbers),
    almost: list((xs) => [...new Set(xs)], numbers),
  },
  {
    law: "len(output) <= len(xs)",
    kept: list((xs) => xs.filter((x) => x > 0), numbers),
    almost: list((xs) => (xs.length === 0 ? [0] : xs), numbers),
  },
  {
    law: "len(output) >= len(s)",
    kept: text((s) => s.padStart(3), string),
    almost: text((s) => s.trimStart().padStart(1), string),
  },
  {
    law: "output subset of xs",
    kept: list((xs) => xs.filter((x) => x > 0), numbers),
    almost: list((xs) => xs.map((x) => (x === 0 ? 1_001 : x)), numbers),
  },
  {
    law: "linear in n",
    kept: wholes((n) => 3 * n - 7),
    almost: wholes((n) => (n > 900 ? 0 : 3 * n - 7)),
  },
  {
    law: "commutative",
    kept: two((a, b) => a + b),
    almost: two((a, b) => (a > 900 ? a : a + b)),
  },
  {
    law: "associative",
    kept: two((a, b) => a * 0.1 + b - a * 0.1 + a),
    almost: two((a, b) => (b === 0 ? a + 1 : a + b)),
  },
  {
    law: "same output when xs is permuted",
    kept: list((xs) => xs.length * 2, number),
    almost: list((xs) => xs.reduce((sum, x) => (sum > 800 ? 0 : sum + x), 0), number),
  },
  {
    law: "output only reordered when xs is permuted",
    kept: list((xs) => xs.map((x) => x + 1), numbers),
    almost: list((xs) => xs.map((x, at) => (at === 7 ? 0 : x)), numbers),
  },
  {
    law: "same output with a duplicate in xs",
    kept: list((xs) => new Set(xs).size, number),
    almost: list((xs) => (xs.length > 6 ? xs.length : new Set(xs).size), number),
  },
  {
    law: "output scales with n",
    kept: wholes((n) => n * 0.1),
    almost: wholes((n) => Math.round(n * 0.1)),
  },
  {
    law: "same output whatever the case of s",
    kept: text((s) => s.toLowerCase(), string),
    almost: text((s) => (s.startsWith("A") ? "" : s.toLowerCase()), string),
  },
  {
    law: "same output with whitespace around s",
    kept: text((s) => s.trim(), string),
    almost: text((s) => s.replace(/^ | $/gu, ""), string),
  },
  {
    law: "same output whatever the key order of o",
    kept: fields((o) => Object.keys(o).toSorted().join(",")),
    almost: fields((o) => Object.keys(o).join(",")),
  },
];

describe.each(cases)("$law", ({ law, kept, almost }) => {
  test("is told of a function that has it", async () => {
    const laws = await mined(kept, 60);
    const told = laws.filter(({ name }) => name.startsWith(law));
    expect(told.map(({ standing }) => standing)).toEqual(["always"]);
  });

  test("breaks for a function that almost has it, with values that show it", async () => {
    const found = await breaking(almost, law, 600);
    expect(found?.outcome.failure?.property).toBe(`law f: ${law}`);
    expect(found?.events.find(({ name }) => name === `law f: ${law}`)?.detail).toMatch(/f[:(]/u);
  });
});

test("a range that someone has written is kept or broken like any other law", async () => {
  const name = "output in [0, 100]";
  const rest = wholes((n) => Math.abs(n) % 101);
  expect(await breaking(rest, name, 60)).toBeUndefined();
  const size = wholes((n) => Math.abs(n));
  expect((await breaking(size, name))?.outcome.failure?.property).toBe(`law f: ${name}`);
});

// --- inside ---

function text(call: (s: string) => unknown, returns: Shape = number): Typed {
  return { call, params: { s: string }, returns };
}

function wholes(call: (n: number) => unknown, returns: Shape = number): Typed {
  return { call, params: { n: whole }, returns };
}

function list(call: (xs: number[]) => unknown, returns: Shape): Typed {
  return { call, params: { xs: numbers }, returns };
}

function two(call: (a: number, b: number) => unknown): Typed {
  return { call, params: { a: whole, b: whole }, returns: number };
}

function one(call: (v: unknown) => unknown, shape: Shape): Typed {
  return { call, params: { v: shape }, returns: { kind: "union", of: [shape, boolean] } };
}

function fields(call: (o: Record<string, number>) => unknown): Typed {
  return { call, params: { o: record }, returns: string };
}
