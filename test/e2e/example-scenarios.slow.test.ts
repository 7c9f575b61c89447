import { readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parse } from "yaml";
import type { FindingDocument } from "../../src/report/finding-document.ts";
import { documentOf, gauntlet } from "./command-line.ts";
import { copyExamples } from "./example.ts";

// The scenario files beside the examples: what is found by exploring them, and how small it is.

/** A scenario that breaks, how it is told, and the types of the steps that are left of it. */
const broken = [
  ["wallet", "what was taken is gone", ["let", "let", "parallel", "check"]],
  ["checkout", "a paid order is charged once", ["let", "call", "check"]],
  ["inventory", "every article is somewhere", ["let", "call", "check"]],
  ["tickets", "every audit line names the buyer", ["let", "let", "parallel", "call", "check"]],
  ["uploads", 'the body: "a" is not "aa"', ["http", "let", "fault", "http", "http"]],
] as const;

/** Scenarios that hold, also in examples that are broken. */
const holding = ["wallet/refused", "checkout/shop", "checkout/payment-fails", "uploads/refused"];

let copy: ReturnType<typeof copyExamples>;
beforeAll(() => {
  copy = copyExamples();
});
afterAll(() => copy.remove());

test.for(broken)(
  "%s: exploring its scenario finds %s, makes it small, and writes that as a scenario",
  async ([example, said, types]) => {
    const folder = path.join(copy.root, example);
    const finding = await onlyFinding(folder, ["explore", `${example}.scenario.yaml`, ...budget]);
    expect([finding.confirmed, told(finding)]).toEqual([true, said]);
    const small = path.join(".gauntlet", "findings", finding.id, "small.scenario.yaml");
    const { steps } = parse(readFileSync(path.join(folder, small), "utf8")) as {
      readonly steps: readonly { readonly type: string }[];
    };
    // Of several faults that are enough, either may be left.
    const sorted = (list: readonly string[]): readonly string[] => list.toSorted();
    expect(sorted(steps.map(({ type }) => type))).toEqual(sorted(types));
    // It is a scenario like any other, and breaks in the same way.
    expect(told(await onlyFinding(folder, ["run", small]))).toBe(said);
  },
);

test.for(broken)("%s: on the fixed twin, the same exploration finds nothing", async ([example]) => {
  const folder = path.join(copy.root, example, "fixed");
  const ended = await gauntlet(folder, "explore", `${example}.scenario.yaml`, ...budget);
  expect([ended.code, ended.out]).toEqual([0, expect.not.stringContaining("✗")]);
});

test("jobs: a slow mail service lets two workers run one job", async () => {
  const explored = ["explore", "jobs.scenario.yaml", "--runs", "5", "--time", "20"];
  const finding = await onlyFinding(path.join(copy.root, "jobs"), explored);
  expect(told(finding)).toBe("a job is run by one worker at a time");
});

test.for(holding)("%s holds, and so does its fixed twin", async (name) => {
  const [example = "", file = ""] = name.split("/");
  for (const folder of [example, `${example}/fixed`]) {
    const ended = await gauntlet(path.join(copy.root, folder), "run", `${file}.scenario.yaml`);
    expect([ended.code, ended.out]).toEqual([0, expect.stringContaining("✓ nothing broke")]);
  }
});

test("uploads/refused: exploring leaves the fault that its steps switch to them", async () => {
  const flags = ["explore", "refused.scenario.yaml", "--runs", "10"];
  const ended = await gauntlet(path.join(copy.root, "uploads"), ...flags);
  expect([ended.code, ended.out]).toEqual([0, expect.not.stringContaining("✗")]);
});

// --- inside ---

const budget = ["--seed", "1", "--runs", "30"];

async function onlyFinding(folder: string, flags: readonly string[]): Promise<FindingDocument> {
  const ended = await gauntlet(folder, ...flags, "--json");
  const { findings } = documentOf(ended);
  const [finding, ...others] = findings;
  expect([ended.code, others]).toEqual([1, []]);
  if (finding === undefined) throw new Error(ended.out);
  return finding;
}

function told({ identity, message }: FindingDocument): string {
  return identity.property === "" ? message : identity.property;
}
