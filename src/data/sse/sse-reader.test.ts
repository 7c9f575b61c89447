import { expect, test } from "vitest";
import { eventsIn } from "./sse-reader.ts";

// The examples of WHATWG HTML 9.2.6, and what web-platform-tests ask about line ends and marks.
test.each([
  ["data: YHOO\ndata: +2\ndata: 10\n\n", [{ data: "YHOO\n+2\n10" }]],
  ["data\n\ndata\ndata\n\ndata:", [{ data: "" }, { data: "\n" }]],
  ["data:test\n\ndata: test\n\n", [{ data: "test" }, { data: "test" }]],
  [
    ": test stream\n\ndata: a\nid: 1\n\ndata:b\nid\n\n",
    [
      { data: "a", id: "1" },
      { data: "b", id: "" },
    ],
  ],
  ["\uFEFFdata:1\n\n\uFEFFdata:2\n\ndata:3\n\n", [{ data: "1" }, { data: "3" }]],
  ["data:1\r\rdata:2\r\n\r\ndata:3\n\r", [{ data: "1" }, { data: "2" }, { data: "3" }]],
  ["event: add\ndata: 73857293\n\nevent: none\n\n", [{ event: "add", data: "73857293" }]],
  ["id: a\0b\ndata: x\n\n", [{ data: "x" }]],
])("%j is read as the specification says, however it is cut", (text, events) => {
  const bytes = new TextEncoder().encode(text);
  for (let size = 1; size <= bytes.length; size += 1) {
    const count = Math.ceil(bytes.length / size);
    const pieces = Array.from({ length: count }, (_, at) =>
      bytes.slice(at * size, (at + 1) * size),
    );
    expect(eventsIn(pieces)).toEqual(events);
  }
});
