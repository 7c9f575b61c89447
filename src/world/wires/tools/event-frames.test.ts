import { expect, test } from "vitest";
import { dataOf, framesOf, withData } from "./event-frames.ts";

async function* inPieces(text: string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  await Promise.resolve();
}

test("events are the same however their bytes arrive, and nothing is lost", async () => {
  const text = ': hello\n\nid: 1\nevent: message\ndata: {"a":\ndata: "ü"}\n\ndata: 2\r\n\r\ncut';
  for (const size of [1, 3, 1_000]) {
    const frames: string[] = [];
    for await (const frame of framesOf(inPieces(text, size))) frames.push(frame);
    expect(frames.join("")).toBe(text);
    expect(frames.map((frame) => dataOf(frame))).toEqual([
      undefined,
      '{"a":\n"ü"}',
      "2",
      undefined,
    ]);
  }
});

test("an event keeps its name and its id when its data changes", () => {
  expect(withData("id: 1\nevent: message\ndata: old\n\n", "new\nlines")).toBe(
    "id: 1\nevent: message\ndata: new\ndata: lines\n\n",
  );
});
