import { Readable } from "node:stream";
import { describe, expect, test } from "vitest";
import { fault } from "./catalogue.ts";
import { Bench } from "./fixtures/strike.ts";

const seam = "src/export.ts#rows";

describe("a stream that is cut", () => {
  test("is a generator: two values, then the error, and its `finally` ran", () => {
    let isClosed = false;
    const rows = function* rows(): Generator<number> {
      try {
        yield* [1, 2, 3];
      } finally {
        isClosed = true;
      }
    };
    const bench = new Bench(fault.cutStream(seam, { items: 2 }));
    const read: number[] = [];
    expect(() => {
      for (const row of bench.call(rows) as Iterable<number>) read.push(row);
    }).toThrow("aborted");
    expect({ read, isClosed, fires: bench.fires }).toEqual({
      read: [1, 2],
      isClosed: true,
      fires: ["aborted"],
    });
  });

  test("is an async generator", async () => {
    const rows = async function* rows(): AsyncGenerator<number> {
      yield await Promise.resolve(1);
      yield* [2, 3];
    };
    expect(await drained(new Bench(fault.cutStream(seam)).call(rows))).toEqual([1, "aborted"]);
  });

  test("is a stream of Node", async () => {
    const bench = new Bench(fault.cutStream(seam, { items: 2 }));
    const rows = (): Readable => Readable.from(["a", "b", "c"]);
    expect((await drained(bench.call(rows))).at(-1)).toBe("aborted");
    expect(bench.fires).toEqual(["aborted"]);
  });

  test("is a stream of the web, and a promise of a response with one", async () => {
    const stream = (): ReadableStream => ReadableStream.from(["a", "b", "c"]) as ReadableStream;
    const bench = new Bench(fault.cutStream(seam));
    expect(await drained(bench.call(stream))).toEqual(["a", "aborted"]);
    const answer = bench.call(async () => Promise.resolve(new Response("text")));
    expect(await (await (answer as Promise<Response>)).text()).toBe("text");
    expect(bench.fires.length).toBe(1);
  });

  test("that ends before the cut is whole, and nothing fired", () => {
    const bench = new Bench(fault.cutStream(seam, { items: 5 }));
    const rows = function* rows(): Generator<number> {
      yield* [1, 2];
    };
    expect([...(bench.call(rows) as Iterable<number>)]).toEqual([1, 2]);
    expect(bench.fires).toEqual([]);
  });
});

test("a fault of answers changes what a generator yields", () => {
  const bench = new Bench(fault.dtypeDrift(seam));
  const rows = function* rows(): Generator<number> {
    yield* [1, 2];
  };
  expect([...(bench.call(rows) as Iterable<unknown>)]).toEqual(["1", "2"]);
});

async function drained(stream: unknown): Promise<unknown[]> {
  const read: unknown[] = [];
  try {
    for await (const item of stream as AsyncIterable<unknown>) read.push(item);
  } catch (error) {
    read.push((error as Error).message);
  }
  return read;
}
