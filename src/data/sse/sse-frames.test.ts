import { expect, test } from "vitest";
import {
  framesIn,
  framesOf,
  makeFrame,
  type SseFrame,
  SseSplitter,
  withData,
} from "./sse-frames.ts";

const stream =
  ': a comment\n\nevent: first\ndata: {"text":"grüße 🎉"}\n\n' +
  "data:no space\r\n\r\nid: 7\rdata: one\rdata: two\r\rretry: 5\n\n" +
  "data\n\nevent: last\ndata: end\n\n";

test("events come out the same wherever the bytes are cut", () => {
  const bytes = Buffer.from(stream);
  const whole = readIn(bytes, bytes.length);
  expect(whole.map(({ event, data }) => [event, data])).toEqual([
    [undefined, ""],
    ["first", '{"text":"grüße 🎉"}'],
    [undefined, "no space"],
    [undefined, "one\ntwo"],
    [undefined, ""],
    [undefined, ""],
    ["last", "end"],
  ]);
  for (let size = 1; size < bytes.length; size++) {
    const frames = readIn(bytes, size);
    expect(frames.map(({ event, data }) => [event, data])).toEqual(
      whole.map(({ event, data }) => [event, data]),
    );
    expect(Buffer.concat(frames.map((frame) => frame.bytes)).toString()).toBe(stream);
  }
});

test("what has not ended is kept as it came", () => {
  const splitter = new SseSplitter();
  expect(splitter.push(Buffer.from("data: a\n\ndata: {"))).toHaveLength(1);
  expect(Buffer.from(splitter.rest()).toString()).toBe("data: {");
  expect(splitter.heldBytes).toBe(7);
});

test("an event that is made is read as it was meant", () => {
  const made = makeFrame("error", "two\nlines");
  expect(Buffer.from(made.bytes).toString()).toBe("event: error\ndata: two\ndata: lines\n\n");
  expect(new SseSplitter().push(made.bytes)[0]).toMatchObject({
    event: "error",
    data: "two\nlines",
  });
});

test("an event keeps its name and its id when its data changes", () => {
  const [frame] = framesIn("id: 1\nevent: message\ndata: old");
  const changed = withData(frame ?? makeFrame(undefined, ""), "new\nlines");
  expect(Buffer.from(changed.bytes).toString()).toBe(
    "id: 1\nevent: message\ndata: new\ndata: lines\n\n",
  );
});

test("a text that came whole gives its events, the one without its end too", () => {
  const frames = framesIn(": hello\n\nevent: error\ndata: one\r\n\r\ndata: two");
  expect(frames.map(({ event, data }) => [event, data])).toEqual([
    ["error", "one"],
    [undefined, "two"],
  ]);
});

test("an event too large to be held passes as it is, and what follows it is read", async () => {
  const large = Buffer.alloc(8_388_609, "x");
  const frames: SseFrame[] = [];
  for await (const frame of framesOf(inTurn([large, Buffer.from("\n\ndata: next\n\ncut")]))) {
    frames.push(frame);
  }
  expect(frames.map(({ data, bytes }) => [data, bytes.length])).toEqual([
    ["", 8_388_609],
    ["", 1],
    ["", 1],
    ["next", 12],
    ["", 3],
  ]);
});

async function* inTurn(pieces: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* pieces;
  await Promise.resolve();
}

function readIn(bytes: Buffer, size: number): readonly SseFrame[] {
  const splitter = new SseSplitter();
  const frames: SseFrame[] = [];
  for (let at = 0; at < bytes.length; at += size) {
    frames.push(...splitter.push(bytes.subarray(at, at + size)));
  }
  return frames;
}
