import assert from "node:assert/strict";
import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { readEvents as readRight } from "../../../examples/sse-client/fixed/src/read-events.ts";
import { readEvents as readNaively } from "../../../examples/sse-client/src/read-events.ts";
import {
  CaseFailure,
  hostile,
  type HostileOptions,
  type HostileSse,
  type SseOptions,
} from "../../../src/cli/adapters/hostile/index.ts";

const events = [{ data: '{"text":"Grüße"}' }, { data: '{"text":"aus Wien"}' }];
const seeds = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

type Read = (url: string, signal: AbortSignal) => Promise<readonly string[]>;
type Given = Parameters<Parameters<HostileSse["check"]>[0]>[0];

/** Compares as a test does; whatever is not legal it only reads. */
function comparing(read: Read): (given: Given) => Promise<void> {
  return async ({ url, signal, expected }) => {
    const said = await read(url, signal);
    if (expected === undefined) return;
    assert.deepEqual(
      said,
      expected.map(({ data }) => data),
    );
  };
}

async function failureOf(
  options: SseOptions & HostileOptions,
  code: (given: Given) => unknown,
): Promise<Error> {
  await using upstream = await hostile.sse(options);
  try {
    await upstream.check(code);
  } catch (thrown) {
    if (thrown instanceof Error) return thrown;
  }
  throw new Error("it found nothing");
}

/** A report without its token, which is for machines. */
function reported({ message }: Error): string {
  return message.replace(/sse\.g1\.[\w-]+/u, "sse.g1.…");
}

test("fetch gets each piece for itself: who decodes piece by piece is found", async () => {
  const decode = async (url: string, signal: AbortSignal): Promise<readonly string[]> => {
    const { body } = await fetch(url, { signal });
    const pieces: string[] = [];
    for await (const piece of body ?? []) {
      pieces.push(new TextDecoder().decode(piece as Uint8Array));
    }
    const whole = new Response(pieces.join(""), {
      headers: { "content-type": "text/event-stream" },
    });
    vi.stubGlobal("fetch", () => Promise.resolve(whole));
    try {
      return await readRight(url, signal);
    } finally {
      vi.unstubAllGlobals();
    }
  };
  const failure = await failureOf({ events, cases: 50 }, comparing(decode));
  expect(failure.message).toMatch(/cut inside of a character|a byte at a time/u);
});

test("a naive reader is broken within 50 cases, by the smallest stream that does it", async () => {
  const failure = await failureOf({ events, cases: 50 }, comparing(readNaively));
  expect(reported(failure)).toMatchInlineSnapshot(`
    "sse: AssertionError: Expected values to be strictly deep-equal:
    + actual - expected

    + []
    - [
    -   '{"text":"Grüße"}',
    -   '{"text":"aus Wien"}'
    - ]

      broken   legal data is handled right (legal data)
      sent     200 content-type: text/event-stream
               "data: {"text":"Grüße"}\\n\\ndata: {"text":"aus Wien"}\\n\\n" in 53 pieces of a byte each
      varied   a byte at a time: legal by RFC 9112 7.1
      found    in case 1 of 50, shrunk from 20 decisions to 8

    replay   GAUNTLET_CASE=sse.g1.…"
  `);
  const invalid = await failureOf({ events, cases: 50, tier: "invalid" }, comparing(readNaively));
  expect(reported(invalid)).toMatchInlineSnapshot(`
    "sse: it was taken for a success, but a page of HTML was answered

      broken   a failure is not a success (invalid data)
      sent     200 content-type: text/html; charset=utf-8
               "<!doctype html><title>502</title><h1>Bad gateway</h1>\\n"
      varied   an HTML page: invented
      found    in case 1 of 50

    replay   GAUNTLET_CASE=sse.g1.…"
  `);
});

test("with any seed, a naive reader is broken within 50 cases by at most 7 lines", async () => {
  for (const seed of seeds) {
    const failure = await failureOf({ events, cases: 50, seed }, comparing(readNaively));
    const [, sent = ""] = /\n {2}sent {5}([^]*?)\n {2}varied/u.exec(failure.message) ?? [];
    expect(sent.split("\n").length).toBeLessThanOrEqual(7);
  }
});

test("the fixed reader is silent over 10 seeds, in both tiers", async () => {
  for (const seed of seeds) {
    await using upstream = await hostile.sse({ seed, tier: "both", cases: 50 });
    const { cases, reach } = await upstream.check(comparing(readRight));
    expect(cases).toBe(50);
    expect(reach).toHaveLength(4);
  }
});

test("a failure is replayed by its token, alone", async () => {
  const failure = await failureOf({ events }, comparing(readNaively));
  expect(failure).toBeInstanceOf(CaseFailure);
  const { token } = failure as CaseFailure;
  let calls = 0;
  const again = await failureOf({ events, replay: `sse.${token}`, cases: 50 }, async (given) => {
    calls += 1;
    await comparing(readNaively)(given);
  });
  expect((again as CaseFailure).token).toBe(token);
  expect(again.message).toContain("in a replay");
  expect(calls).toBeLessThan(50);
  await using fixed = await hostile.sse({ events, replay: token });
  expect((await fixed.check(comparing(readRight))).cases).toBe(1);
});

test("what is found does not depend on the machine: twice the same report", async () => {
  const [first, second] = [
    await failureOf({ events, tier: "both" }, comparing(readNaively)),
    await failureOf({ events, tier: "both" }, comparing(readNaively)),
  ];
  expect(second.message).toBe(first.message);
});

test("bodies that never become an event are vacuous, with how far they came", async () => {
  const bodies = fc.stringMatching(/^.*$/);
  const failure = await failureOf({ bodies, seed: 1 }, comparing(readRight));
  expect(failure.name).toBe("VacuousCases");
  expect(failure.message).toMatchInlineSnapshot(`
    "sse: the cases are vacuous: 0 % reached \`first event\`
    at least 50 % have to, or a check is one of nothing

      connected     100 of 100   100 %
      first byte     85 of 100   85 %
      first event     0 of 100   0 %
      end             0 of 100   0 %

    note: what does not get there checks only that nonsense is refused"
  `);
});

test("code that never asks is vacuous as well", async () => {
  const failure = await failureOf({ events }, () => undefined);
  expect(failure.message).toContain("nothing asked for a case");
});

test("code that waits for ever for a stream that stopped is found", async () => {
  const failure = await failureOf({ events, tier: "invalid", seed: 4 }, async ({ url }) =>
    readRight(url),
  );
  expect(failure.message).toContain(
    "it did not settle within 2000 ms after its signal was aborted",
  );
});

test("an error that nobody catches is the case's, and is not left to the test runner", async () => {
  const failure = await failureOf({ events, tier: "invalid" }, async ({ url, signal }) => {
    void readRight(url, signal).catch((thrown: unknown) => {
      throw thrown;
    });
    await readRight(url, signal);
  });
  expect(failure.message).toMatch(/^sse: nobody caught: /u);
});

test("a canary that comes out is found, also where it is packed", async () => {
  const packed = await failureOf({ events, tier: "invalid" }, async ({ url, signal, canary }) => {
    await readRight(url, signal).catch((cause: unknown) => {
      throw new Error(`with ${Buffer.from(canary).toString("base64")}`, { cause });
    });
  });
  expect(packed.message).toMatch(/^sse: the canary is in the error that it threw/u);
  const write = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  const printed = await failureOf({ events }, ({ canary }) => {
    process.stderr.write(`${canary}\n`);
  });
  write.mockRestore();
  expect(printed.message).toMatch(/^sse: the canary is in stderr/u);
});

test("a check bites: every seeded fault is noticed, but not where nobody looks", async () => {
  await using upstream = await hostile.sse({ events, tier: "both" });
  const bite = await upstream.bite(comparing(readRight));
  expect(bite.faults.filter(({ isNoticed }) => !isNoticed)).toEqual([]);
  expect(bite.faults).toHaveLength(6);
  expect(bite.score).toBe(1);
  const blind = await upstream.bite(async ({ url, signal }) => {
    await readRight(url, signal).catch(() => undefined);
  });
  expect(blind.score).toBeLessThan(0.5);
});

test("one case can be played without a check", async () => {
  await using upstream = await hostile.sse({ events });
  const first = upstream.case;
  expect(first.tier).toBe("legal");
  expect(await readRight(upstream.place.url)).toEqual(events.map(({ data }) => data));
});
