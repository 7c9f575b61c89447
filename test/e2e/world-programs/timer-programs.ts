import { EventEmitter, once, on } from "node:events";
import { createInterface } from "node:readline";
import readlinePromises from "node:readline/promises";
import { PassThrough, Readable } from "node:stream";
import timers from "node:timers/promises";
import { promisify } from "node:util";
import { failure, pause, type Program } from "./program.ts";

/** Programs over timers, turns of the loop, events and lines. */
export const timerPrograms: readonly Program[] = [
  {
    name: "ticks, promise jobs, immediates and timers from inside an immediate",
    run: async () => {
      const log: string[] = [];
      await new Promise<void>((resolve) => {
        setImmediate(() => {
          setTimeout(() => log.push("timeout"), 20);
          setImmediate(() => {
            log.push("immediate");
            process.nextTick(() => log.push("tick of immediate"));
          });
          queueMicrotask(() => {
            log.push("microtask");
            process.nextTick(() => log.push("tick of microtask"));
          });
          void Promise.resolve().then(() => log.push("promise"));
          process.nextTick(() => {
            log.push("tick");
            void Promise.resolve().then(() => log.push("promise of tick"));
          });
          log.push("sync");
          setTimeout(resolve, 50);
        });
      });
      return log;
    },
  },
  {
    name: "timers of one length keep their order, and a shorter one comes first",
    run: async () => {
      const log: string[] = [];
      const at = (name: string, ms: number): void => {
        setTimeout((given: string) => log.push(given), ms, name);
      };
      at("40", 40);
      at("first 10", 10);
      at("second 10", 10);
      at("no time", 0);
      at("negative", -5);
      at("nothing", Number.NaN);
      await pause(60);
      return log;
    },
  },
  {
    name: "an immediate that is made by an immediate comes in the next turn",
    run: async () => {
      const log: string[] = [];
      await new Promise<void>((resolve) => {
        setImmediate(() => {
          log.push("a");
          setImmediate(() => {
            log.push("c");
            resolve();
          });
        });
        setImmediate(() => log.push("b"));
      });
      return log;
    },
  },
  {
    name: "clearing: before, while due, within itself, twice, and what is not a timer",
    run: async () => {
      const log: string[] = [];
      const never = setTimeout(() => log.push("never"), 1);
      clearTimeout(never);
      clearTimeout(never);
      const second = setTimeout(() => log.push("second"), 3);
      const first = setTimeout(() => {
        log.push("first");
        clearTimeout(first);
      }, 1);
      const third = setImmediate(() => log.push("third"));
      setTimeout(() => clearTimeout(second), 1);
      clearImmediate(third);
      clearTimeout(undefined);
      clearInterval("17");
      const byNumber = setTimeout(() => log.push("by number"), 1);
      clearTimeout(Number(byNumber));
      await pause(10);
      return log;
    },
  },
  {
    name: "intervals, refresh, ref and unref",
    run: async () => {
      const log: string[] = [];
      let count = 0;
      const interval = setInterval(() => {
        log.push(`tick ${++count}`);
        if (count === 3) clearInterval(interval);
      }, 5);
      const again = setTimeout(() => log.push("refreshed"), 200);
      const facts = [again.hasRef(), again.unref().hasRef(), again.ref().hasRef()];
      await pause(50);
      again.refresh();
      await pause(100);
      log.push("not yet");
      await pause(200);
      return { log, facts };
    },
  },
  {
    name: "timers/promises: values, aborts and intervals",
    run: async () => {
      const seen: unknown[] = [];
      for await (const value of timers.setInterval(2, "beat")) {
        seen.push(value);
        if (seen.length === 3) break;
      }
      const controller = new AbortController();
      const { signal } = controller;
      const aborted = failure(() => timers.setTimeout(1_000, "late", { signal }));
      setTimeout(() => controller.abort(), 1);
      return [
        seen,
        await timers.setTimeout(1, "value"),
        await timers.setImmediate("now"),
        await aborted,
        await failure(() => timers.setImmediate("x", { signal: AbortSignal.abort("why") })),
        await promisify(setTimeout)(1, "promised"),
        await timers.scheduler.wait(1),
      ];
    },
  },
  {
    name: "AbortSignal.timeout and any",
    run: async () => {
      const signal = AbortSignal.timeout(5);
      const controller = new AbortController();
      const either = AbortSignal.any([signal, controller.signal]);
      const before = [signal.aborted, either.aborted];
      const [event] = (await once(either, "abort")) as [Event];
      const reason = either.reason as DOMException;
      return [before, event.type, reason.name, reason.message, signal.aborted];
    },
  },
  {
    name: "events.once and events.on with errors and aborts",
    run: async () => {
      const emitter = new EventEmitter();
      setTimeout(() => emitter.emit("ready", 1, 2), 1);
      const ready = await once(emitter, "ready");
      setImmediate(() => emitter.emit("error", new Error("broken")));
      const broken = await failure(() => once(emitter, "ready"));
      const aborted = await failure(() => once(emitter, "x", { signal: AbortSignal.timeout(2) }));
      const seen: unknown[] = [];
      setImmediate(() => {
        emitter.emit("n", 1);
        emitter.emit("n", 2);
        setImmediate(() => emitter.emit("error", new Error("no more")));
      });
      const ended = await failure(async () => {
        for await (const values of on(emitter, "n")) seen.push(values);
      });
      const target = new EventTarget();
      setImmediate(() => target.dispatchEvent(new Event("done")));
      const [event] = (await once(target, "done")) as [Event];
      return { ready, broken, aborted, seen, ended, type: event.type };
    },
  },
  {
    name: "readline reads lines, however they are cut",
    run: async () => {
      const seen: string[] = [];
      const input = Readable.from(["one\ntw", "o\r", "\nthree\n", "four"]);
      for await (const line of createInterface({ input, crlfDelay: Infinity })) seen.push(line);
      const events: string[] = [];
      const other = new PassThrough();
      const lines = createInterface({ input: other });
      lines.on("line", (line) => events.push(line));
      lines.on("close", () => events.push("close"));
      other.write("a\n");
      await pause(1);
      other.end("b\n");
      await once(lines, "close");
      return { seen, events };
    },
  },
  {
    name: "readline asks and gets answers, or an abort",
    run: async () => {
      const input = new PassThrough();
      const output = new PassThrough();
      const asked = readlinePromises.createInterface({ input, output });
      setTimeout(() => input.write("Ada\n"), 2);
      const name = await asked.question("name? ");
      const { signal } = new AbortController();
      const late = await failure(() =>
        asked.question("more? ", { signal: AbortSignal.timeout(3) }),
      );
      asked.close();
      const closed = await failure(() => asked.question("after? "));
      output.end();
      let text = "";
      for await (const chunk of output) text += String(chunk);
      return { name, late, closed, text, idle: signal.aborted };
    },
  },
];
