import { expect, test } from "vitest";
import { byValue, chosenFaults, leftFaultsNote } from "./seams-of.ts";

function seam(name: string, hasEffect: boolean): Parameters<typeof chosenFaults>[0][number] {
  const faults = [1, 2, 3].map((at) => ({ name, code: `fault.${name}${at}()` }));
  return { hasEffect, faults };
}

test("the first two faults of a seam are tried, and what is left out is told", () => {
  expect(chosenFaults([seam("read", false)])).toEqual({
    tried: ["fault.read1()", "fault.read2()"],
    left: ["fault.read3()"],
    effects: 0,
  });
});

test("where there are too many, those of seams that change something outside are tried", () => {
  const reads = ["a", "b", "c", "d"].map((name) => seam(name, false));
  const { tried, left, effects } = chosenFaults([...reads, seam("write", true)]);
  expect(tried).toEqual([
    ...["a", "b", "c"].flatMap((name) => [`fault.${name}1()`, `fault.${name}2()`]),
    "fault.write1()",
    "fault.write2()",
  ]);
  expect([left.length, effects]).toEqual([7, 2]);
});

test("what changes something outside comes first, then what meets most faults", () => {
  const around = { pure: [], reads: [seam("a", false)], writes: [seam("b", true)] };
  const tasks = Object.entries(around).map(([name, seams]) => ({
    name,
    faults: chosenFaults(seams),
  }));
  expect(byValue(tasks).map(({ name }) => name)).toEqual(["writes", "reads", "pure"]);
});

test("nothing left out is nothing to tell", () => {
  expect(leftFaultsNote(0)).toEqual([]);
  expect(leftFaultsNote(7)).toEqual([
    "7 more faults fit and were not tried (2 for each seam, 8 for each target); " +
      "the map has them NOT EXERCISED",
  ]);
});
