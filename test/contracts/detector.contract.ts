import { describe, expect, test } from "vitest";
import {
  type CountedWork,
  detect,
  type Detection,
  detectors,
  type InputOutcome,
  watchEvidence,
  watchPatterns,
} from "../../src/subject/detectors/index.ts";
import { BuiltinsWatch } from "../../src/world/builtins-watch.ts";
import { inWorld } from "../../src/world/fixtures/hand-drive.ts";
import { prepareNet } from "../../src/world/net/install-net.ts";
import { serve } from "../../src/world/net/serve.ts";
import type { DetectorCase, Reader } from "./detector-cases.ts";

/** What every detector promises of a reader that does it and of one that does not. */
export function detectorContract(subject: DetectorCase): void {
  const { detector, title, input, does, twin } = subject;
  describe(`${detector}: code that ${title}`, () => {
    test("is found, by this detector only, in the same words each time", async () => {
      const first = await detectionsOf(does, input());
      expect(first.map((one) => one.detector)).toEqual([detector]);
      expect(await detectionsOf(does, input())).toEqual(first);
    });

    test("is told with what it did", async () => {
      const [found] = await detectionsOf(does, input());
      expect(found?.problem).toMatch(/^[^\n]{10,160}$/);
      expect(found?.shown).toMatch(/^[^\n]{1,240}$/);
    });

    test("is silent about the twin that is right", async () => {
      expect(await detectionsOf(twin, input())).toEqual([]);
    });

    test("leaves nothing changed behind", async () => {
      const before = sharedNow();
      await detectionsOf(does, input());
      expect(sharedNow()).toEqual(before);
    });
  });
}

/** Everything that all detectors find when a reader reads an input. */
export async function detectionsOf(read: Reader, input: unknown): Promise<readonly Detection[]> {
  const builtins = new BuiltinsWatch();
  await prepareNet();
  return inWorld(async (world) => {
    serve(world, "https://rates.example", () => new Response("1"));
    const unhandled: unknown[] = [];
    const onUnhandled = (reason: unknown): void => void unhandled.push(reason);
    const others = process.listeners("unhandledRejection");
    process.removeAllListeners("unhandledRejection").on("unhandledRejection", onUnhandled);
    builtins.settle();
    const watch = watchEvidence(input);
    let outcome: InputOutcome;
    try {
      outcome = { kind: "returned", value: await read(input as never, () => {}) };
      await new Promise((resolve) => setImmediate(resolve));
    } catch (thrown) {
      outcome = { kind: "threw", thrown };
    } finally {
      watch.stop();
      process.removeAllListeners("unhandledRejection");
      for (const other of others) process.on("unhandledRejection", other);
    }
    const seen = builtins.look();
    const measure = (next: string | Uint8Array): CountedWork => workOf(read, next);
    return detect(detectors, watch.evidence(outcome, { builtins: seen, unhandled, measure }));
  });
}

// --- inside ---

function workOf(read: Reader, input: string | Uint8Array): CountedWork {
  const patterns = watchPatterns();
  let blocks = 0;
  try {
    read(input as never, () => {
      blocks += 1;
    });
  } catch {
    // A search without end is cut off by an error; what it took is counted.
  } finally {
    patterns.stop();
  }
  return { blocks, patterns: patterns.seen() };
}

function sharedNow(): readonly unknown[] {
  return [
    Object.getOwnPropertyDescriptor(globalThis, "Function"),
    Object.getOwnPropertyDescriptor(Function.prototype, "constructor"),
    Object.getOwnPropertyDescriptor(RegExp.prototype, "exec"),
    Object.keys(Object.prototype),
    Object.hasOwn(globalThis, "gauntletProbe"),
  ];
}
