import { Readable, Writable } from "node:stream";
import { failure, pause, type Program } from "./program.ts";

/** Programs over the streams of the web. */
export const webStreamPrograms: readonly Program[] = [
  {
    name: "a web stream is pulled as it is read, and no further than its mark",
    run: async () => {
      const log: string[] = [];
      let at = 0;
      const stream = new ReadableStream<number>(
        {
          start: () => void log.push("start"),
          pull: async (controller) => {
            log.push(`pull ${controller.desiredSize}`);
            await pause(1);
            if (++at === 4) controller.close();
            else controller.enqueue(at);
          },
          cancel: (reason) => void log.push(`cancel ${String(reason)}`),
        },
        new CountQueuingStrategy({ highWaterMark: 2 }),
      );
      await pause(50);
      log.push("read");
      for await (const value of stream) log.push(String(value));
      return log;
    },
  },
  {
    name: "pipeThrough and tee, with a side that is cancelled",
    run: async () => {
      const upper = new TransformStream<string, string>({
        transform: (chunk, controller) => controller.enqueue(chunk.toUpperCase()),
        flush: (controller) => controller.enqueue("END"),
      });
      const [one, other] = ReadableStream.from(["a", "b", "c"]).pipeThrough(upper).tee();
      const reader = other.getReader();
      const first = await reader.read();
      const cancelled = reader.cancel("enough");
      const seen: string[] = [];
      for await (const value of one) seen.push(value);
      await cancelled;
      return { first, seen, locked: [one.locked, other.locked] };
    },
  },
  {
    name: "a writer waits for room, and an error reaches both ends of a pipe",
    run: async () => {
      const log: string[] = [];
      const sink = new WritableStream<string>(
        {
          write: async (chunk) => {
            await pause(1);
            log.push(chunk);
            if (chunk === "bad") throw new Error("bad chunk");
          },
          abort: (reason) => void log.push(`abort ${String(reason)}`),
        },
        { highWaterMark: 1 },
      );
      const writer = sink.getWriter();
      log.push(`room ${writer.desiredSize}`);
      void writer.write("one");
      log.push(`room ${writer.desiredSize}`);
      await writer.ready;
      log.push(`room ${writer.desiredSize}`);
      writer.releaseLock();
      const source = new ReadableStream<string>({
        start: (controller) => {
          for (const chunk of ["two", "bad", "never"]) controller.enqueue(chunk);
          controller.close();
        },
        cancel: (reason: Error) => void log.push(`cancelled: ${reason.message}`),
      });
      return { thrown: await failure(() => source.pipeTo(sink)), log };
    },
  },
  {
    name: "text and compression streams",
    run: async () => {
      const bytes = ReadableStream.from(["grüß ", "dich"])
        .pipeThrough(new TextEncoderStream())
        .pipeThrough(new CompressionStream("gzip"))
        .pipeThrough(new DecompressionStream("gzip"))
        .pipeThrough(new TextDecoderStream());
      let text = "";
      for await (const chunk of bytes) text += chunk;
      return text;
    },
  },
  {
    name: "byte streams fill the reader's own buffer",
    run: async () => {
      const stream = new ReadableStream({
        type: "bytes",
        pull: (controller) => {
          const view = controller.byobRequest?.view;
          if (view === null || view === undefined) return;
          new Uint8Array(view.buffer, view.byteOffset, 2).set([7, 8]);
          controller.byobRequest?.respond(2);
        },
      });
      const reader = stream.getReader({ mode: "byob" });
      const { value, done } = await reader.read(new Uint8Array(4));
      await reader.cancel();
      return [Array.from(value ?? []), done];
    },
  },
  {
    name: "node streams and web streams turn into each other",
    run: async () => {
      const web = Readable.toWeb(Readable.from(["a", "b"])) as ReadableStream<string>;
      const seen: string[] = [];
      const sink = new Writable({
        objectMode: true,
        write: (chunk, _coding, done) => {
          seen.push(String(chunk));
          setImmediate(done);
        },
      });
      await web.pipeTo(Writable.toWeb(sink));
      const back = Readable.fromWeb(ReadableStream.from(["c", "d"]) as never);
      for await (const chunk of back) seen.push(String(chunk));
      return { seen, ended: sink.writableFinished };
    },
  },
  {
    name: "an aborted pipe says why, and leaves its ends as it was told",
    run: async () => {
      const controller = new AbortController();
      const log: string[] = [];
      const source = new ReadableStream({ cancel: () => void log.push("cancelled") });
      const sink = new WritableStream({ abort: () => void log.push("aborted") });
      setTimeout(() => controller.abort(), 1);
      const { signal } = controller;
      const piped = await failure(() => source.pipeTo(sink, { signal, preventCancel: true }));
      return { piped, log, locked: source.locked };
    },
  },
];
