import { expect, test } from "vitest";
import { errorMessage, firstError, messageBytes, messagesIn, takeMessages } from "./messages.ts";

test("messages are taken whole, however they were cut", () => {
  const bytes = Buffer.concat([
    messageBytes({ type: "Q", body: Buffer.from("SELECT 1\0") }),
    messageBytes({ type: "S", body: Buffer.alloc(0) }),
  ]);
  const whole = messagesIn(bytes).map(({ type }) => type);
  expect(whole).toEqual(["Q", "S"]);
  for (let cut = 0; cut <= bytes.length; cut++) {
    const first = takeMessages(bytes.subarray(0, cut), true);
    const rest = Buffer.concat([first?.rest ?? Buffer.alloc(0), bytes.subarray(cut)]);
    const second = takeMessages(rest, true);
    const types = [...(first?.messages ?? []), ...(second?.messages ?? [])].map(({ type }) => type);
    expect(types).toEqual(whole);
  }
});

test("a length that cannot be is no protocol", () => {
  for (const length of [-1, 0, 3, 0x7fffffff]) {
    const bytes = Buffer.alloc(5);
    bytes.write("Q");
    bytes.writeInt32BE(length, 1);
    expect(takeMessages(bytes, true)).toBe(undefined);
  }
});

test("an error is read as it was written", () => {
  const bytes = errorMessage({ severity: "ERROR", code: "57014", message: "no" });
  expect(firstError(bytes)).toEqual({ message: "no", position: undefined });
});
