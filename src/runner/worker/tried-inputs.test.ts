import { expect, test } from "vitest";
import type { Decision } from "../../kernel/decisions/decision.ts";
import { TriedInputs } from "./tried-inputs.ts";

const bytes = (length: number, value: number): Uint8Array => new Uint8Array(length).fill(value);

test("inputs are remembered in order as they were, whatever becomes of them", () => {
  const tried = new TriedInputs();
  const first = bytes(3, 1);
  const drawn: readonly Decision[] = [{ kind: "chance", label: "coin", value: true }];
  tried.push(first);
  tried.push(drawn);
  tried.push(bytes(0, 0));
  first.fill(9);
  expect(tried.list()).toEqual([bytes(3, 1), drawn, bytes(0, 0)]);
  tried.clear();
  expect(tried.list()).toEqual([]);
});

test("where there are too many, the oldest are forgotten, and the last one never is", () => {
  const tried = new TriedInputs();
  for (let value = 0; value < 40; value++) tried.push(bytes(50_000, value));
  const left = tried.list();
  expect(left.at(-1)).toEqual(bytes(50_000, 39));
  expect(left.at(-2)).toEqual(bytes(50_000, 38));
  expect(left.length).toBeGreaterThan(8);
  expect(left.length).toBeLessThan(21);
});
