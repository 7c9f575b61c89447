import { expect, test } from "vitest";
import { SecretMask } from "./secret-mask.ts";

test("known secrets, also as JSON or in an address, and secrets by their shape are masked", () => {
  const mask = new SecretMask();
  mask.learn('pass"word&1');
  mask.learn("abc"); // too short to be one
  expect(mask.text('pass"word&1 {"k":"pass\\"word&1"} ?k=pass%22word%261 abc')).toBe(
    '[secret] {"k":"[secret]"} ?k=[secret] abc',
  );
  expect(mask.text("use sk-proj-abcdefghijklmnop1234 as Bearer abcdefghijkl.mno")).toBe(
    "use [secret] as Bearer [secret]",
  );
});

test("secrets that overlap are one span", () => {
  const mask = new SecretMask();
  mask.learn("abcdefgh");
  mask.learn("efghijkl");
  expect(mask.spans("..abcdefghijkl..")).toEqual([{ start: 2, end: 14 }]);
  expect(mask.text("..abcdefghijkl..")).toBe("..[secret]..");
});
