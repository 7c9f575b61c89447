import { expect, test } from "vitest";
import type { CallTarget } from "../../kernel/subject/call-plan.ts";
import { exportNames } from "./export-names.ts";

test("names of targets that a disk may not tell apart are told apart", () => {
  const named = ["Cart", "cart", "a.b", "a_b"].map((name) => ({ name }) as CallTarget);
  expect([...exportNames(named).values()]).toEqual([
    "scan_Cart",
    "scan_cart_2",
    "scan_a_b",
    "scan_a_b_2",
  ]);
});
