import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { Fault } from "../../src/kernel/faults/fault.ts";
import { fault } from "../../src/kernel/faults/catalogue.ts";
import { inWorld } from "../../src/world/fixtures/hand-drive.ts";
import { seamOf } from "../../src/world/seam.ts";
import { faultCases, functionSeam } from "./fault-cases.ts";
import { faultContract } from "./fault.contract.ts";

for (const [name, subject] of Object.entries(faultCases)) faultContract(name, subject);

describe("faults that share a seam", () => {
  const faults = Object.values(faultCases).map(({ make }) => make({ sync: true }));
  const seams = [...new Set(faults.map(({ seam }) => seam))];
  const groups = seams.flatMap((name) =>
    groupsOf(faults.filter(({ seam }) => seam === name)).map((group) => ({ name, group })),
  );

  test("there is something to combine, and all orders are tried", () => {
    const onFunction = faults.filter(({ seam }) => seam === functionSeam).length;
    expect(onFunction).toBeGreaterThan(20);
    const triples = groups.filter(({ name }) => name === functionSeam).length;
    expect(triples).toBe((onFunction * (onFunction - 1) * (onFunction - 2)) / 6);
    const met = new Set(groups.flatMap(({ group }) => group.map((one) => one.name)));
    expect(met.size).toBe(new Set(faults.map(({ name }) => name)).size);
    // Six switches, each "on" before its "off": 6! / 2³.
    expect(orders.length).toBe(90);
  });

  // Exhaustive: every three of one seam, or all where it has fewer, in every order of switching.
  test("any three leave the original behind, in whatever order they go on and off", async () => {
    await inWorld(() => {
      let wrong = 0;
      for (const { name, group } of groups) {
        const seam = seamOf(name);
        for (const order of orders) {
          switchAll(group, order, () => {});
          if (seam.isOn || seam.call(caller, [1], echo) !== 1) wrong += 1;
        }
      }
      expect(wrong).toBe(0);
    });
  });

  // A sample: each fault with each other one at least once, in ten of the orders, other ones for
  // each three. What a fault remembers from while it was on must not outlive it.
  test("a call after every switch changes nothing about that", async () => {
    await inWorld(() => {
      let wrong = 0;
      for (const [place, group] of coveringSample(groups.map((one) => one.group)).entries()) {
        const seam = seamOf(group[0]?.seam ?? "");
        for (const order of orders.filter((_, at) => (at + place) % 9 === 0)) {
          switchAll(group, order, () => attempt(() => seam.call(caller, [1], echo)));
          if (seam.isOn || seam.call(caller, [1], echo) !== 1) wrong += 1;
        }
      }
      expect(wrong).toBe(0);
    });
  });
});

describe("the reference of faults", () => {
  const reference = readFileSync(
    new URL("../../docs/reference/faults.md", import.meta.url),
    "utf8",
  );

  test("has a row for every fault", () => {
    const missing = Object.keys(fault).filter((name) => !reference.includes(`| \`${name}\` |`));
    expect(missing).toEqual([]);
  });

  test("has no row for a fault that does not exist", () => {
    const rows = Array.from(reference.matchAll(/^\| `(\w+)` \|/gm), ([, name]) => name);
    const options = ["probability", "everyNth", "times", "after", "name", "sync", "callback"];
    const known = new Set([...Object.keys(fault), ...options]);
    expect(rows.filter((name) => !known.has(name ?? ""))).toEqual([]);
  });
});

// --- inside ---

const caller = {};

interface Switch {
  readonly index: number;
  readonly on: boolean;
}

const orders: readonly (readonly Switch[])[] = ordersOf([], [0, 1, 2], []);

function ordersOf(
  done: readonly Switch[],
  off: readonly number[],
  on: readonly number[],
): (readonly Switch[])[] {
  if (off.length === 0 && on.length === 0) return [done];
  return [
    ...off.flatMap((index) =>
      ordersOf([...done, { index, on: true }], without(off, index), [...on, index]),
    ),
    ...on.flatMap((index) => ordersOf([...done, { index, on: false }], off, without(on, index))),
  ];
}

function without(list: readonly number[], index: number): number[] {
  return list.filter((other) => other !== index);
}

function switchAll(triple: readonly Fault[], order: readonly Switch[], between: () => void): void {
  const seam = seamOf(triple[0]?.seam ?? "");
  for (const { index, on } of order) {
    const [switched] = triple.slice(index);
    if (switched === undefined) continue;
    if (on) seam.inject(switched, index);
    else seam.heal(switched);
    between();
  }
}

function groupsOf(faults: readonly Fault[]): (readonly Fault[])[] {
  if (faults.length < 3) return [faults];
  return faults.flatMap((first, i) =>
    faults
      .slice(i + 1)
      .flatMap((second, j) => faults.slice(i + j + 2).map((third) => [first, second, third])),
  );
}

function coveringSample(triples: readonly (readonly Fault[])[]): (readonly Fault[])[] {
  const met = new Set<string>();
  return triples.filter((triple) => {
    const [a, b, c] = triple.map(({ name }) => name);
    const pairs = [`${a} ${b}`, `${a} ${c}`, `${b} ${c}`];
    if (c !== undefined && pairs.every((pair) => met.has(pair))) return false;
    for (const pair of pairs) met.add(pair);
    return true;
  });
}

function attempt(call: () => unknown): void {
  try {
    const answer = call();
    if (answer instanceof Promise) answer.catch(() => {});
  } catch {
    // What the faults throw is not the question here.
  }
}

function echo(value: unknown): unknown {
  return value;
}
