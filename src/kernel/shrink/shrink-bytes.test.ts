import { expect, test } from "vitest";
import type { Decision } from "../decisions/decision.ts";
import { bytesFromHex, bytesToHex } from "../values/bytes.ts";
import { shrink } from "./shrink.ts";

/** The smallest list for which a claim about its inputs holds. */
function smallest(
  inputs: readonly string[],
  fails: (texts: readonly string[]) => boolean,
): readonly string[] {
  const failing = inputs.flatMap((text, at): Decision[] => [
    { kind: "bytes", label: "data", value: bytesToHex(new TextEncoder().encode(text)) },
    { kind: "chance", label: "another input", value: at < inputs.length - 1 },
  ]);
  const steps = shrink(failing, { attemptsMax: 2_000 });
  let step = steps.next();
  while (step.done !== true) {
    step = steps.next(fails(textsOf(step.value)) ? step.value : undefined);
  }
  return textsOf(step.value.decisions);
}

function textsOf(list: readonly Decision[]): readonly string[] {
  return list.flatMap((decision) =>
    decision.kind === "bytes"
      ? [new TextDecoder().decode(bytesFromHex(decision.value) ?? new Uint8Array())]
      : [],
  );
}

test("bytes that are not needed go, and those that are left become plain", () => {
  const fails = ([text = ""]: readonly string[]): boolean => /key.*:\d/su.test(text);
  expect(smallest(["{ some key, no other : 93 } and more"], fails)).toEqual(["key:0"]);
});

test("inputs that a failure does not need are left out of a sequence", () => {
  const fails = (texts: readonly string[]): boolean =>
    texts.some((text, at) => text.includes("b") && texts.slice(0, at).join("").includes("o"));
  expect(smallest(["x", "open", "y", "z", "bad"], fails)).toEqual(["o", "b"]);
});

test("a part goes together with what a byte before it counts of it", () => {
  const fails = ([text = ""]: readonly string[]): boolean =>
    text.startsWith("<") && text.charCodeAt(1) === text.length - 2 && text.includes("b");
  expect(smallest(["<\u0009needs a b"], fails)).toEqual(["<\u0001b"]);
});
