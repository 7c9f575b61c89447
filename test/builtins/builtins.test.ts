import { expect, test } from "vitest";
import { checkWith } from "./check-with.ts";

test("every builtin of this Node is known, and is what the table says", async () => {
  const { problems, names, exitCode } = await checkWith([process.execPath]);
  expect(problems).toEqual(noProblems);
  expect([exitCode, names > 3_000]).toEqual([0, true]);
});

test("a function that is new in Node is named, and refused in a run", async () => {
  const planted = await checkWith([process.execPath], "--plant=fs.sendToMoonSync");
  expect(planted.problems).toEqual({
    ...noProblems,
    unknown: ["fs.sendToMoonSync"],
  });
  expect([planted.exitCode, planted.plantedIsRefused]).toEqual([1, true]);
});

// --- inside ---

const noProblems = {
  unknown: [],
  notTold: [],
  notReplaced: [],
  notGuarded: [],
  notRefused: [],
  leadsAround: [],
};
