import { expect, test } from "vitest";
import type { AgentCell, CellState } from "./agent-cell.ts";
import { openRow, rowsOf, type RowVerdict } from "./agent-rows.ts";

test("a row is decided by the conversations in which the rule was put to the test", () => {
  const [row] = rows(cell("inconclusive", 0), cell("pass", 1), cell("inconclusive", 0));
  expect(row).toMatchObject({ state: "pass", conversations: 3, tested: 1, failed: 0, because: "" });
  expect(openRow(rows(cell("inconclusive", 0), cell("pass", 1)))).toBeUndefined();
});

test("one failure among many makes it a failure", () => {
  expect(rows(cell("pass", 1), cell("fail", 1), cell("error", 0))[0]?.state).toBe("fail");
});

test("a row in which the rule was never put to the test is open where it is critical", () => {
  const never = rows(cell("inconclusive", 0), cell("skipped", 0));
  expect(openRow(never)).toMatchObject({ state: "inconclusive", because: "why" });
  const low = { ...cell("inconclusive", 0), severity: "low", scenario: "other" } as const;
  expect(openRow(rows(cell("pass", 1), low))).toBeUndefined();
  expect(openRow(rows(low))).toBeDefined(); // nothing at all was judged
});

test("a row is open as long as a fault that the rule owes struck in none of it", () => {
  const owes = ["cut", "slow"];
  const conversations = [
    { strikes: [] },
    { strikes: [strike("cut")] },
    { strikes: [strike("slow")] },
  ];
  const one = { ...cell("pass", 1), owes };
  expect(rowsOf({ cells: [one], conversations })[0]).toMatchObject({
    state: "inconclusive",
    because: "never struck: slow",
  });
  const other = { ...cell("inconclusive", 2), owes };
  expect(rowsOf({ cells: [one, other], conversations })[0]?.state).toBe("pass");
});

test("a rule that applies nowhere in a row is not applicable, and keeps nothing open", () => {
  const all = rows(cell("skipped", 0), { ...cell("pass", 1), scenario: "other" });
  expect(all.map(({ scenario, state }) => [scenario, state])).toEqual([
    ["outage", "skipped"],
    ["other", "pass"],
  ]);
  expect(openRow(all)).toBeUndefined();
});

test("an error keeps the whole open, whatever its severity", () => {
  const low = { ...cell("error", 0), severity: "low" } as const;
  expect(openRow(rows({ ...cell("pass", 1), scenario: "other" }, low))).toMatchObject({
    state: "error",
  });
  const failed = { ...cell("fail", 1), severity: "low" } as const;
  expect(openRow(rows(failed, low))).toMatchObject({ state: "fail", because: "why" });
  expect(openRow(rows(failed))).toBeUndefined();
});

test("all changed prompts are one row, sessions are one each", () => {
  const changed = { ...cell("inconclusive", 0), phase: "mutation" } as const;
  const session = { ...cell("inconclusive", 0), phase: "replay" } as const;
  expect(
    rows(
      { ...changed, scenario: "noise 1" },
      { ...changed, scenario: "noise 2", state: "pass" },
      { ...session, scenario: "s1" },
      { ...session, scenario: "s2", state: "pass" },
    ).map(({ scenario, state }) => [scenario, state]),
  ).toEqual([
    ["changed prompts", "pass"],
    ["s1", "inconclusive"],
    ["s2", "pass"],
  ]);
});

test("the bound is the rate at which so many would all pass once in twenty times", () => {
  for (const tested of [1, 3, 59, 300]) {
    const all = Array.from({ length: tested }, () => cell("pass", 1));
    const bound = rows(...all)[0]?.failsAtMost ?? Number.NaN;
    expect((1 - bound) ** tested).toBeCloseTo(0.05, 10);
  }
  expect(rows(cell("fail", 1))[0]).not.toHaveProperty("failsAtMost");
});

// --- inside ---

function rows(...cells: readonly AgentCell[]): readonly RowVerdict[] {
  return rowsOf({ cells, conversations: [{ strikes: [] }, { strikes: [strike("cut")] }] });
}

function strike(fault: string): { fault: string; agent: string; target: string } {
  return { fault, agent: "main", target: "llm" };
}

function cell(state: CellState, conversation: number): AgentCell {
  const of = { phase: "contract", scenario: "outage", invariant: "answers", prompt: "p" } as const;
  return { ...of, severity: "critical", trial: 1, state, because: "why", conversation };
}
