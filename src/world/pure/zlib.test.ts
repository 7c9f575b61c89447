import { AsyncLocalStorage } from "node:async_hooks";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { buffer } from "node:stream/consumers";
import { promisify } from "node:util";
import zlib from "node:zlib";
import { expect, test } from "vitest";
import { seededWorld, inWorld, thrownBy } from "../fixtures/hand-drive.ts";
import { installWorld } from "../install.ts";

seededWorld();
installWorld();

const text = "a log line that repeats itself, line by line\n".repeat(400);
const noise = Buffer.from(Array.from({ length: 90_000 }, (_, at) => (at * at * 31 + at) % 251));

const programs: Readonly<Record<string, () => unknown>> = {
  "gzip and gunzip with promises": async () => {
    const packed = await promisify(zlib.gzip)(text, { level: 9 });
    return [packed.length, (await promisify(zlib.gunzip)(packed)).toString() === text];
  },
  "every function with a callback": async () => {
    const raw = await promisify(zlib.deflateRaw)(text);
    const brotli = await promisify(zlib.brotliCompress)(text);
    return [
      (await promisify(zlib.inflateRaw)(raw)).length,
      (await promisify(zlib.inflate)(await promisify(zlib.deflate)(noise))).equals(noise),
      (await promisify(zlib.unzip)(await promisify(zlib.deflate)(text))).length,
      (await promisify(zlib.brotliDecompress)(brotli)).toString() === text,
      brotli.toString("hex"),
    ];
  },
  "damaged input": () => thrownBy(() => promisify(zlib.gunzip)(Buffer.from("this is no gzip"))),
  "input that is cut": () =>
    thrownBy(() => promisify(zlib.gunzip)(zlib.gzipSync(noise).subarray(0, 500))),
  "output that is too large": () =>
    thrownBy(() => promisify(zlib.gunzip)(zlib.gzipSync(text), { maxOutputLength: 100 })),
  "arguments that are refused": async () => [
    await thrownBy(() => zlib.gzip(5 as never, () => {})),
    await thrownBy(() => zlib.createGzip({ level: 99 })),
  ],
  "a pipeline of streams": async () => {
    const chunks = Array.from({ length: 30 }, (_, at) => `${at} ${text.slice(0, 3_000)}`);
    const packed = await buffer(Readable.from(chunks).pipe(zlib.createGzip()));
    const sizes: number[] = [];
    await pipeline(Readable.from([packed]), zlib.createGunzip(), async (source) => {
      for await (const chunk of source) sizes.push((chunk as Buffer).length);
    });
    return [packed.toString("hex"), sizes];
  },
  "a flush, parameters and the bytes so far": async () => {
    const stream = zlib.createDeflate({ chunkSize: 64 });
    const seen: unknown[] = [];
    stream.on("data", (chunk: Buffer) => seen.push(chunk.toString("hex")));
    stream.write("first");
    await new Promise<void>((resolve) => stream.flush(resolve));
    seen.push("flushed", stream.bytesWritten);
    await new Promise<void>((resolve) =>
      stream.params(0, zlib.constants.Z_FILTERED, () => resolve()),
    );
    stream.end("second");
    await new Promise((resolve) => void stream.on("end", resolve));
    return seen;
  },
  "a stream with an error": async () => {
    const stream = zlib.createInflate();
    const events: string[] = [];
    for (const name of ["data", "end", "close"]) stream.on(name, () => events.push(name));
    stream.on("error", (error: NodeJS.ErrnoException) =>
      events.push(`${error.code} ${error.errno}`),
    );
    stream.end("nothing of the kind");
    await new Promise((resolve) => void stream.once("close", resolve));
    return [events, stream.destroyed];
  },
  "a stream that is destroyed while it works": async () => {
    const stream = zlib.createGzip();
    stream.write(noise);
    stream.destroy();
    await new Promise((resolve) => void stream.once("close", resolve));
    return stream.destroyed;
  },
  "web compression streams": async () => {
    const body = new Blob([text.slice(0, 5_000)])
      .stream()
      .pipeThrough(new CompressionStream("gzip"));
    const plain = body.pipeThrough(new DecompressionStream("gzip"));
    return (await new Response(plain).text()) === text.slice(0, 5_000);
  },
  "trailing members of a gzip file": async () => {
    const members = Buffer.concat([zlib.gzipSync("one "), zlib.gzipSync("two")]);
    return (await promisify(zlib.gunzip)(members)).toString();
  },
};

for (const [name, program] of Object.entries(programs)) {
  test(`${name}: the same as in the real world`, async () => {
    expect(await inWorld(program)).toEqual(await program());
  });
}

test("which of two ends first is decided, and by the seed alone", async () => {
  const race = async (): Promise<string> => {
    const order: string[] = [];
    const note = (name: string) => () => void order.push(name);
    await Promise.all([
      promisify(zlib.gzip)(text).then(note("gzip")),
      promisify(zlib.brotliCompress)("a").then(note("brotli")),
    ]);
    return order.join(" ");
  };
  const orders = new Set<string>();
  for (let seed = 1; seed <= 12; seed++) {
    const order = await inWorld(race, seededWorld(seed));
    expect(await inWorld(race, seededWorld(seed))).toBe(order);
    orders.add(order);
  }
  expect([...orders].toSorted()).toEqual(["brotli gzip", "gzip brotli"]);
});

test("a callback keeps the AsyncLocalStorage of the caller", async () => {
  const storage = new AsyncLocalStorage<string>();
  const program = (): Promise<unknown> =>
    storage.run(
      "caller",
      () =>
        new Promise((resolve) => {
          zlib.gzip("x", () => resolve(storage.getStore()));
        }),
    );
  expect(await inWorld(program)).toBe("caller");
});

test("a large body is one decision a chunk, not one an output buffer", async () => {
  const world = seededWorld();
  const packed = zlib.gzipSync(Buffer.alloc(2_000_000));
  const size = await inWorld(async () => (await promisify(zlib.gunzip)(packed)).length, world);
  expect(size).toBe(2_000_000);
  const { log } = world.decisions as unknown as { readonly log: readonly unknown[] };
  expect(log.length).toBeLessThan(3);
});
