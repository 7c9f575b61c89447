/* oxlint-disable unicorn/prefer-add-event-listener, unicorn/require-post-message-target-origin */
// The handlers and ports of Node are what is tested here.
import { once, on, EventEmitter } from "node:events";
import readline from "node:readline";
import readlinePromises from "node:readline/promises";
import { PassThrough, Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import threads from "node:worker_threads";
import { inspect } from "node:util";
import { expect, test } from "vitest";
import { inWorld, seededWorld, thrownBy } from "../fixtures/hand-drive.ts";
import { installWorld } from "../install.ts";

seededWorld();
installWorld();

function ended(port: threads.MessagePort): Promise<unknown> {
  return new Promise((resolve) => void port.once("close", resolve));
}

const programs: Readonly<Record<string, () => unknown>> = {
  "messages in order, by every kind of listener": async () => {
    const { port1, port2 } = new MessageChannel();
    const seen: unknown[] = [];
    port2.on("message", (value) => seen.push(["node", value]));
    const web = port2 as unknown as EventTarget & { onmessage: unknown };
    web.addEventListener("message", (event) => {
      const { data, ports, type } = event as MessageEvent;
      seen.push(["web", data, ports.length, type, event.target === port2]);
    });
    web.onmessage = ({ data }: MessageEvent) => seen.push(["handler", data]);
    for (const value of [1, { a: [new Date(0), new Map([[1, 2]])] }, "x"]) port1.postMessage(value);
    port1.close();
    await ended(port2);
    return seen;
  },
  "messages before the start wait for it": async () => {
    const { port1, port2 } = new threads.MessageChannel();
    port1.postMessage("early");
    port1.postMessage("late");
    const first = threads.receiveMessageOnPort(port2);
    const got = await new Promise((resolve) => void port2.once("message", resolve));
    const none = threads.receiveMessageOnPort(port2);
    port2.close();
    await ended(port1);
    return [first, got, none];
  },
  "a question and its answer": async () => {
    const { port1, port2 } = new threads.MessageChannel();
    port2.on("message", (value: number) => port2.postMessage(value * 2));
    port1.postMessage(21);
    const [answer] = await once(port1, "message");
    port1.close();
    return answer;
  },
  "ports and buffers that are transferred": async () => {
    const outer = new threads.MessageChannel();
    const inner = new threads.MessageChannel();
    const buffer = new ArrayBuffer(8);
    inner.port1.postMessage("written before");
    outer.port1.postMessage({ reply: [inner.port2], buffer }, [inner.port2, buffer]);
    const [got] = await once(outer.port2, "message");
    const { reply, buffer: received } = got as {
      reply: threads.MessagePort[];
      buffer: ArrayBuffer;
    };
    const [moved] = reply;
    if (moved === undefined) return "no port";
    const before = await once(moved, "message");
    moved.postMessage("thanks");
    const thanks = await once(inner.port1, "message");
    inner.port1.close();
    outer.port1.close();
    const isPort = moved instanceof threads.MessagePort;
    return [before, thanks, buffer.byteLength, received.byteLength, isPort, moved !== inner.port2];
  },
  "messages that are refused": async () => {
    const { port1, port2 } = new threads.MessageChannel();
    const refused = [
      await thrownBy(() => port1.postMessage(() => {})),
      await thrownBy(() => port1.postMessage({ port2 })),
      await thrownBy(() => port1.postMessage(1, [port1])),
      await thrownBy(() => Reflect.apply(port1.postMessage, port1, [])),
      await thrownBy(() => Reflect.construct(threads.MessagePort, [])),
    ];
    port1.close();
    return refused;
  },
  "a channel that is closed": async () => {
    const { port1, port2 } = new threads.MessageChannel();
    const seen: unknown[] = [];
    port2.on("message", (value) => seen.push(value));
    port1.postMessage("last");
    await new Promise<void>((resolve) => Reflect.apply(port1.close, port1, [resolve]));
    port1.postMessage("never");
    port2.postMessage("nowhere");
    if (seen.length === 0) await ended(port2);
    return seen;
  },
  "ports look like ports": () => {
    const channel = new threads.MessageChannel();
    const { port1 } = channel;
    const told = [
      port1 instanceof threads.MessagePort,
      port1 instanceof EventTarget,
      channel instanceof threads.MessageChannel,
      channel instanceof MessageChannel,
      Object.keys(channel),
      Object.keys(port1),
      port1.constructor.name,
      Object.prototype.toString.call(port1),
    ];
    port1.close();
    return told;
  },
  "a broadcast reaches all others of its name": async () => {
    const [a, b, c] = ["news", "news", "other"].map((name) => new threads.BroadcastChannel(name));
    if (a === undefined || b === undefined || c === undefined) return "nothing";
    const seen: unknown[] = [];
    a.onmessage = () => seen.push("own");
    c.onmessage = () => seen.push("other");
    const heard = new Promise<void>((resolve) => {
      b.onmessage = (event) => {
        seen.push(Reflect.get(Object(event), "data"));
        if (seen.length === 2) resolve();
      };
    });
    a.postMessage({ n: 1 });
    a.postMessage({ n: 2 });
    await heard;
    for (const channel of [a, b, c]) channel.close();
    const refused = await thrownBy(() => a.postMessage(1));
    return [
      seen,
      a.name,
      inspect(b),
      refused,
      await thrownBy(() => Reflect.construct(BroadcastChannel, [])),
    ];
  },
  "events once and on": async () => {
    const emitter = new EventEmitter();
    setTimeout(() => emitter.emit("ready", 7), 1);
    const ready = await once(emitter, "ready");
    const seen: unknown[] = [];
    const stop = new AbortController();
    setTimeout(() => {
      for (const value of [1, 2, 3]) emitter.emit("tick", value);
      setTimeout(() => stop.abort(), 1);
    }, 1);
    const thrown = await thrownBy(async () => {
      for await (const [value] of on(emitter, "tick", { signal: stop.signal })) seen.push(value);
    });
    return [ready, seen, thrown];
  },
  "readline over a stream": async () => {
    const lines: string[] = [];
    const input = Readable.from(["one\ntw", "o\r\nthr", "ee"]);
    for await (const line of readline.createInterface({ input })) lines.push(line);
    const asked = new PassThrough();
    const output = new PassThrough();
    const face = readlinePromises.createInterface({ input: asked, output });
    setTimeout(() => asked.write("Ada\n"), 2);
    const name = await face.question("Name? ");
    face.close();
    return [lines, name, String(output.read())];
  },
  "a pipeline with a transform and one with an error": async () => {
    const seen: string[] = [];
    const upper = new Transform({
      transform(chunk, _encoding, done) {
        setTimeout(() => done(null, String(chunk).toUpperCase()), 1);
      },
    });
    await pipeline(Readable.from(["a", "b"]), upper, async (source) => {
      for await (const chunk of source) seen.push(String(chunk));
    });
    const thrown = await thrownBy(() =>
      pipeline(
        Readable.from(["a"]),
        async function* stop() {
          yield await Promise.reject(new RangeError("too far"));
        },
        new PassThrough().resume(),
      ),
    );
    return [seen, thrown];
  },
  "any of several signals": async () => {
    const stop = new AbortController();
    const any = AbortSignal.any([stop.signal, AbortSignal.timeout(3)]);
    const thrown = await thrownBy(
      () =>
        new Promise((_resolve, reject) => {
          any.addEventListener("abort", () => reject(any.reason as Error));
          setTimeout(() => {}, 20);
        }),
    );
    return [thrown, any.aborted];
  },
};

for (const [name, program] of Object.entries(programs)) {
  test(`${name}: the same as in the real world`, async () => {
    expect(await inWorld(program)).toEqual(await program());
  });
}

test("the order between two channels is decided; inside one it is kept", async () => {
  const program = async (): Promise<string> => {
    const order: string[] = [];
    const ports = ["a", "b"].map((name) => {
      const { port1, port2 } = new threads.MessageChannel();
      port2.on("message", (value) => order.push(`${name}${String(value)}`));
      for (const value of [1, 2]) port1.postMessage(value);
      port1.close();
      return port2;
    });
    await Promise.all(ports.map(ended));
    return order.join(" ");
  };
  const orders = new Set<string>();
  for (let seed = 1; seed <= 30; seed++) {
    const order = await inWorld(program, seededWorld(seed));
    expect(await inWorld(program, seededWorld(seed))).toBe(order);
    expect(order.indexOf("a1")).toBeLessThan(order.indexOf("a2"));
    expect(order.indexOf("b1")).toBeLessThan(order.indexOf("b2"));
    orders.add(order);
  }
  expect(orders.size).toBeGreaterThan(3);
});
