import { expect, test } from "vitest";
import { identify } from "../../kernel/failure/identity.ts";
import { placedFailure } from "./judge-call.ts";

test("a recursion without end is the same failure however deep it got", () => {
  const paths = { inProject: (file: string): string | undefined => file.split("/").at(-1) };
  const keys = new Set(
    Array.from(
      { length: 40 },
      (_, depth) => identify(placedFailure(overflow(depth), undefined), paths).key,
    ),
  );
  expect(keys.size).toBe(1);
});

// --- inside ---

/** Goes round through three functions, after a number of calls that have nothing to do with it. */
function overflow(depth: number): unknown {
  if (depth > 0) return padded(depth - 1, "a".repeat(depth));
  try {
    return one(0);
  } catch (thrown) {
    return thrown;
  }
}

function padded(depth: number, pad: string): unknown {
  return pad.length === 0 ? undefined : overflow(depth);
}

function one(x: number): number {
  return two(x, x + 1) + 1;
}

function two(x: number, y: number): number {
  return [x].map((item) => three({ item, y }))[0] ?? 0;
}

function three(pair: { readonly item: number; readonly y: number }): number {
  return one(pair.item) - pair.y;
}
