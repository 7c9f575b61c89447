import { expect, test } from "vitest";
import { LineReader } from "./line-reader.ts";

test("lines are the same however their bytes arrive", () => {
  const bytes = Buffer.from('{"a":"ü"}\n\n{"b":2}\nrest');
  for (const size of [1, 2, 3, bytes.length]) {
    const reader = new LineReader();
    const lines: string[] = [];
    for (let at = 0; at < bytes.length; at += size) {
      for (const line of reader.add(bytes.subarray(at, at + size)) ?? []) lines.push(String(line));
    }
    expect(lines).toEqual(['{"a":"ü"}', "", '{"b":2}']);
    expect(String(reader.rest())).toBe("rest");
  }
});

test("a line that is too long is told, in one piece or in many", () => {
  expect(new LineReader(4).add(Buffer.from("12345\n"))).toBeUndefined();
  const reader = new LineReader(4);
  expect(reader.add(Buffer.from("1234"))).toEqual([]);
  expect(reader.add(Buffer.from("5"))).toBeUndefined();
  expect(new LineReader(4).add(Buffer.from("1234\n1234\n"))?.length).toBe(2);
});
