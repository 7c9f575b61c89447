import { expect, test } from "vitest";
import { type VerifiedRow, verifyText } from "./verify-text.ts";

const plain = { color: false, isAscii: false };

function row(given: Partial<VerifiedRow>): VerifiedRow {
  const target = "src/money.ts:parsePrice";
  return { id: "a-1", target, status: "fixed", because: "", failure: "TypeError: no", ...given };
}

test("what is wrong comes first, then what is fixed, then what to do", () => {
  const regressions = [
    row({ id: "a-1" }),
    row({ id: "b-2", status: "still broken" }),
    row({ id: "c-3", status: "target changed", because: "there is no f in a.ts any more" }),
    row({ id: "d-4", status: "unknown", because: "the process gave no sign of life" }),
    row({ id: "e-5", because: "it now ends with RangeError: empty" }),
  ];
  const document = { regressions, seconds: 1.25, artifacts: ["a.json"], next: ["npx gauntlet x"] };
  expect(verifyText(document, plain)).toMatchInlineSnapshot(`
    "verify   5 regressions   1.3 s

    ✗ b-2   still broken
        src/money.ts:parsePrice
        TypeError: no

    ? c-3   target changed
        src/money.ts:parsePrice
        there is no f in a.ts any more

    ? d-4   could not tell
        src/money.ts:parsePrice
        the process gave no sign of life

    ✓ a-1   fixed   src/money.ts:parsePrice
    ✓ e-5   fixed   src/money.ts:parsePrice   it now ends with RangeError: empty

    wrote    a.json
    next     npx gauntlet x
    "
  `);
});

test("nothing saved is said as that, and hostile names print nothing but themselves", () => {
  const empty = { regressions: [], seconds: 0, artifacts: [], next: [] };
  expect(verifyText(empty, plain)).toBe(
    "verify   0 regressions   0 ms\n\n✓ no regressions are saved\n",
  );
  const hostile = row({ id: "a\u001B[2J", status: "still broken", failure: "x\u001B]0;y" });
  expect(verifyText({ ...empty, regressions: [hostile] }, plain)).not.toContain("\u001B");
});
