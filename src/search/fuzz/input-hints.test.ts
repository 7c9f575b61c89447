import { expect, test } from "vitest";
import { type HintMeans, inputHints } from "./input-hints.ts";
import { jsonHints, jsonOf } from "./json-inputs.ts";
import type { LookSample } from "./look.ts";

const means: HintMeans = { literals: new Set(), separators: [], isEquality: () => true };

/** Inputs, and what a comparison at place 7 was given for each. */
function samples(...all: readonly (readonly [number[], unknown, unknown])[]): LookSample[] {
  return all.map(([bytes, left, right]) => ({
    input: Uint8Array.from(bytes),
    compared: new Map([[7, [{ site: 7, left, right }]]]),
  }));
}

test("a number is replaced where it stands, in its own order of bytes", () => {
  const looks = samples(
    [[0, 0, 0, 0, 9], 0, 0x1234],
    [[5, 0x11, 0x22, 7, 9], 0x2211, 0x1234],
    [[6, 0x33, 0x44, 8, 9], 0x4433, 0x1234],
  );
  const [hint] = inputHints(looks, { ...means, literals: new Set([0x1234]) });
  expect(hint).toMatchObject({ at: 1, length: 2, piece: Uint8Array.of(0x34, 0x12) });
  expect(hint?.gate).toBeUndefined();
});

test("what is added before it is compared is taken off", () => {
  const looks = samples([[0, 3], 10, 40], [[70, 3], 80, 40], [[90, 3], 100, 40]);
  expect(inputHints(looks, means)[0]).toMatchObject({ at: 0, piece: Uint8Array.of(30) });
});

test("what is read is made to follow what is computed", () => {
  const looks = samples([[1, 2, 0], 0, 3], [[60, 90, 17], 17, 150], [[50, 20, 33], 33, 70]);
  const [hint] = inputHints(looks, means);
  expect(hint).toMatchObject({ at: 2, length: 1, piece: Uint8Array.of(3) });
  expect(hint?.gate).toEqual({
    site: 7,
    read: "left",
    at: 2,
    fromEnd: 1,
    form: "u8",
    offset: 0,
  });
});

test("JSON gets the names that the code reads, with each value", () => {
  const root = jsonOf(Buffer.from('{"a":{}}'));
  const texts = Array.from(jsonHints(root ?? {}, { names: ["kind"], values: ["refund"] }), (made) =>
    Buffer.from(made).toString(),
  );
  expect(texts).toContain('{"a":{"kind":"refund"}}');
  expect(texts).toContain('{"a":{},"kind":"refund"}');
  expect(JSON.stringify(root)).toBe('{"a":{}}');
  expect(jsonOf(Buffer.from("{broken"))).toBeUndefined();
});
