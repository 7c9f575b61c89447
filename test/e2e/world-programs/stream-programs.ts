import { once } from "node:events";
import { Duplex, PassThrough, Readable, Transform, Writable } from "node:stream";
import { finished, pipeline } from "node:stream/promises";
import { buffer, json, text } from "node:stream/consumers";
import { createGunzip, createGzip } from "node:zlib";
import { failure, pause, type Program } from "./program.ts";

/** Programs over `node:stream`. */
export const streamPrograms: readonly Program[] = [
  {
    name: "a pipeline through transforms and generators",
    run: async () => {
      const seen: string[] = [];
      const upper = new Transform({
        transform: (chunk: Buffer, _coding, done) => done(null, chunk.toString().toUpperCase()),
        flush: (done) => done(null, "!"),
      });
      await pipeline(
        Readable.from(["one ", "two ", "three"]),
        upper,
        async function* (source: AsyncIterable<Buffer>) {
          for await (const chunk of source) {
            await pause(1);
            yield `<${chunk.toString()}>`;
          }
        },
        async (source: AsyncIterable<string>) => {
          for await (const chunk of source) seen.push(chunk);
        },
      );
      return seen;
    },
  },
  {
    name: "an error in the middle of a pipeline destroys both ends",
    run: async () => {
      const log: string[] = [];
      const source = Readable.from(numbers(10));
      const middle = new Transform({
        objectMode: true,
        transform: (chunk: number, _coding, done) => {
          setImmediate(() => (chunk === 3 ? done(new Error("three")) : done(null, chunk)));
        },
      });
      const sink = new Writable({ objectMode: true, write: (_chunk, _coding, done) => done() });
      for (const [name, stream] of Object.entries({ source, middle, sink })) {
        stream.on("close", () => log.push(`${name} close`));
        stream.on("error", (error: Error) => log.push(`${name} ${error.message}`));
      }
      const thrown = await failure(() => pipeline(source, middle, sink));
      await pause(2);
      return { thrown, log, destroyed: [source, middle, sink].map((one) => one.destroyed) };
    },
  },
  {
    name: "backpressure: what a slow writer says, and when it drains",
    run: async () => {
      const log: string[] = [];
      const slow = new Writable({
        highWaterMark: 4,
        write: (chunk: Buffer, _coding, done) => {
          log.push(`writes ${chunk.toString()}`);
          setTimeout(done, 1);
        },
        final: (done) => {
          log.push("final");
          done();
        },
      });
      for (const chunk of ["ab", "cd", "ef"]) {
        log.push(`${slow.write(chunk)} ${slow.writableLength} ${slow.writableNeedDrain}`);
      }
      await once(slow, "drain");
      log.push("drained");
      slow.end("gh", () => log.push("ended"));
      await finished(slow);
      log.push("finished");
      return log;
    },
  },
  {
    name: "corked writes come together, and a writev takes them so",
    run: async () => {
      const log: string[][] = [];
      const sink = new Writable({
        decodeStrings: false,
        writev: (chunks, done) => {
          log.push(chunks.map(({ chunk }) => String(chunk)));
          done();
        },
      });
      sink.cork();
      sink.write("a");
      sink.write("b");
      process.nextTick(() => sink.uncork());
      await pause(1);
      sink.end("c");
      await finished(sink);
      return log;
    },
  },
  {
    name: "the helpers of readables: map, filter, take, reduce, iterator, forEach",
    run: async () => {
      const from = (): Readable => Readable.from(numbers(8));
      const order: number[] = [];
      await from().forEach(
        async (one: number) => {
          await pause(9 - one);
          order.push(one);
        },
        { concurrency: 1 },
      );
      return [
        await from()
          .map(async (one: number) => (await pause(8 - one), one * 2), { concurrency: 3 })
          .toArray(),
        await from()
          .filter((one: number) => one % 2 === 0)
          .drop(1)
          .take(2)
          .toArray(),
        await from().reduce((sum: number, one: number) => sum + one, 0),
        await from().some((one: number) => one > 3),
        await from().find((one: number) => one > 3),
        order,
      ];
    },
  },
  {
    name: "events of a readable in flowing and in paused mode",
    run: async () => {
      const log: string[] = [];
      const flowing = Readable.from(["a", "b"]);
      for (const event of ["pause", "resume", "end", "close"]) {
        flowing.on(event, () => log.push(event));
      }
      flowing.on("data", (chunk: string) => log.push(`data ${chunk}`));
      await once(flowing, "close");
      const paused = new PassThrough();
      paused.write("cd");
      paused.end("ef");
      paused.on("end", () => log.push("end"));
      paused.on("readable", () => {
        for (let at = paused.read(3) as Buffer | null; at !== null; at = paused.read(3) as null) {
          log.push(`read ${String(at)}`);
        }
      });
      await once(paused, "close");
      return log;
    },
  },
  {
    name: "unshift, setEncoding across a character, and an error while iterating",
    run: async () => {
      const pushed = new PassThrough();
      pushed.end("body");
      await once(pushed, "readable");
      pushed.unshift(Buffer.from("head "));
      const coded = new PassThrough();
      coded.setEncoding("utf8");
      const [first, second] = [Buffer.from("ä").subarray(0, 1), Buffer.from("ä").subarray(1)];
      coded.write(first);
      coded.end(second);
      const broken = Readable.from(failing());
      const seen: unknown[] = [];
      const thrown = await failure(async () => {
        for await (const chunk of broken) seen.push(chunk);
      });
      return [await text(pushed), await text(coded), seen, thrown];
    },
  },
  {
    name: "compose, Duplex.from and the consumers",
    run: async () => {
      const doubled = Readable.from(["a", "b"]).compose(doubling as never) as unknown as Readable;
      const duplex = Duplex.from(async function* (source: AsyncIterable<unknown>) {
        for await (const chunk of source) yield `(${String(chunk)})`;
      });
      duplex.end("x");
      return [
        await text(doubled),
        await text(duplex),
        await json(Readable.from(['{"a":', "1}"])),
        (await buffer(Readable.from([Buffer.from("bytes")]))).length,
      ];
    },
  },
  {
    name: "an abort ends a pipeline, and a premature close is an error",
    run: async () => {
      const controller = new AbortController();
      const endless = new Readable({ read: () => {} });
      setTimeout(() => controller.abort(), 3);
      const { signal } = controller;
      const aborted = await failure(() => pipeline(endless, new PassThrough(), { signal }));
      const cut = new PassThrough();
      setTimeout(() => cut.destroy(), 1);
      return { aborted, cut: await failure(() => finished(cut)) };
    },
  },
  {
    name: "a large body through gzip and back",
    run: async () => {
      const lines = Array.from({ length: 20_000 }, (_, at) => `line ${at}\n`);
      let length = 0;
      await pipeline(Readable.from(lines), createGzip(), createGunzip(), async (source) => {
        for await (const chunk of source as AsyncIterable<Buffer>) length += chunk.length;
      });
      return { length, expected: lines.join("").length };
    },
  },
];

// --- inside ---

function* numbers(count: number): Generator<number> {
  for (let at = 1; at <= count; at++) yield at;
}

async function* doubling(source: AsyncIterable<unknown>): AsyncGenerator<string> {
  for await (const chunk of source) yield String(chunk).repeat(2);
}

async function* failing(): AsyncGenerator<string> {
  yield "one";
  await pause(1);
  throw new Error("after one");
}
