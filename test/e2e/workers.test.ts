import { afterAll, describe, expect, test } from "vitest";
import { fault } from "../../src/kernel/faults/catalogue.ts";
import type { HostWorker } from "../../src/kernel/services/host-worker.ts";
import { endHosts } from "../../src/world/host/host-link.ts";
import { comparable } from "../fixtures/driven-run.ts";
import { session, switchOn, thrownText } from "./worker-session.ts";

// Real processes: a worker that keeps values, one JSON value a line.
afterAll(() => endHosts());

const put = (key: string, value: unknown): object => ({ op: "put", key, value });
const get = (key: string): object => ({ op: "get", key });

async function killedInRequest(kv: HostWorker): Promise<unknown> {
  await kv.request(put("a", 1));
  switchOn(fault.workerKill({ worker: "kv", times: 1 }));
  const lost = await thrownText(() => kv.request(put("b", 2)));
  return [lost, await kv.request(get("a")), kv.restarts];
}

describe("a worker", () => {
  test("started once, killed in a request and started again can be read in the trace", async () => {
    const { result, told } = await session(killedInRequest);
    expect(result).toEqual([
      "WorkerError EWORKERENDED: the worker `kv` was ended by SIGKILL in request 2",
      { value: null },
      1,
    ]);
    expect(told).toMatchInlineSnapshot(`
      [
        "note  worker kv: session begins",
        "note  worker kv: request 1: {"op":"put","key":"a","value":1}",
        "note  worker kv: answer 1: {"ok":true}",
        "fault  workerKill kv: during request 2",
        "note  worker kv: request 2: {"op":"put","key":"b","value":2}",
        "note  worker kv: was ended by SIGKILL in request 2",
        "note  worker kv: started again (1)",
        "note  worker kv: request 3: {"op":"get","key":"a"}",
        "note  worker kv: answer 3: {"value":null}",
      ]
    `);
  });

  test("is not needed by a replay, which gives the same run", async () => {
    const { run, result } = await session(killedInRequest);
    const gone = { command: "/no/such/program", replays: run.decisions };
    const replayed = await session(killedInRequest, gone);
    expect(replayed.result).toEqual(result);
    expect(comparable(replayed.run)).toEqual(comparable(run));
  });

  test("that a longer replay needs is first asked what the list answered", async () => {
    const short = await session((kv) => kv.request(put("a", 1)));
    const longer = async (kv: HostWorker): Promise<unknown> => {
      await kv.request(put("a", 1));
      return kv.request(get("a"));
    };
    const { result } = await session(longer, { replays: short.run.decisions });
    expect(result).toEqual({ value: 1 });
  });

  test("killed between requests has forgotten, and nobody is told", async () => {
    const { result, told } = await session(async (kv) => {
      await kv.request(put("a", 1));
      switchOn(fault.workerKill({ when: "before", times: 1 }));
      return kv.request(get("a"));
    });
    expect(result).toEqual({ value: null });
    expect(told.slice(3)).toMatchInlineSnapshot(`
      [
        "fault  workerKill: before request 2",
        "note  worker kv: killed before request 2",
        "note  worker kv: started again (1)",
        "note  worker kv: request 2: {"op":"get","key":"a"}",
        "note  worker kv: answer 2: {"value":null}",
      ]
    `);
  });

  test("stopped in a request times out in virtual time, and has done the work", async () => {
    const { result } = await session(async (kv, world) => {
      await kv.request(put("a", 1));
      switchOn(fault.workerStop({ times: 1 }));
      const start = world.now();
      const late = await thrownText(() => kv.request(put("a", 2)));
      return [late, Math.round(world.now() - start), await kv.request(get("a"))];
    });
    expect(result).toEqual([
      "WorkerError ETIMEDOUT: the worker `kv` did not answer request 2 within 2000 ms",
      2_000,
      { value: 2 },
    ]);
  });

  test.each([
    ["stopped for a while", fault.workerStop({ forMs: 700 })],
    ["with a delay", fault.workerDelay({ ms: 700 })],
  ])("%s answers later", async (_name, made) => {
    const { result } = await session(async (kv, world) => {
      switchOn(made);
      const start = world.now();
      const answer = await kv.request(put("a", 1));
      return [answer, world.now() - start >= 700];
    });
    expect(result).toEqual([{ ok: true }, true]);
  });

  test("delayed beyond its time limit has not answered", async () => {
    const { result } = await session((kv) => {
      switchOn(fault.workerDelay({ ms: 3_000 }));
      return thrownText(() => kv.request(put("a", 1)));
    });
    expect(result).toMatch(/^WorkerError ETIMEDOUT/);
  });

  test("whose output breaks off gives an error, or a shorter line", async () => {
    const broken = async (kv: HostWorker): Promise<unknown> => {
      switchOn(fault.workerTruncate({ worker: "k*", fraction: 0.5 }));
      return thrownText(() => kv.request(get("a")));
    };
    expect((await session(broken)).result).toBe(
      "WorkerError EWORKEROUTPUT: the worker `kv` answered request 1 with something not JSON",
    );
    const { result } = await session(
      (kv) => {
        switchOn(fault.workerTruncate({ fraction: 0.5 }));
        return kv.request(JSON.stringify(get("a")));
      },
      { protocol: "lines" },
    );
    expect(result).toBe('{"value');
  });

  test("whose output is corrupt answers with one other character", async () => {
    const { result } = await session(
      (kv) => {
        switchOn(fault.workerCorrupt());
        return kv.request(JSON.stringify(get("a")));
      },
      { protocol: "lines" },
    );
    const right = '{"value":null}';
    const wrong = String(result)
      .split("")
      .filter((character, at) => character !== right[at]);
    expect([String(result).length, wrong.length]).toEqual([right.length, 1]);
  });

  test("that crashes says how, and is started again as often as it may be", async () => {
    const { result } = await session(
      async (kv) => {
        const crash = (): Promise<string> => thrownText(() => kv.request({ op: "crash" }));
        return [await crash(), await crash(), await crash(), kv.restarts];
      },
      { restartsMax: 1 },
    );
    expect(result).toEqual([
      "WorkerError EWORKERENDED: the worker `kv` ended with exit code 3 (out of luck) in request 1",
      "WorkerError EWORKERENDED: the worker `kv` ended with exit code 3 (out of luck) in request 2",
      "WorkerError EWORKERENDED: the worker `kv` was restarted 1 times",
      1,
    ]);
  });

  test("that really hangs is killed, and the request times out in virtual time", async () => {
    const hang = (kv: HostWorker): Promise<string> => thrownText(() => kv.request({ op: "hang" }));
    const { result, told } = await session(hang, { hangMs: 300 });
    expect(result).toBe(
      "WorkerError ETIMEDOUT: the worker `kv` did not answer request 1 within 2000 ms",
    );
    expect(told).toContain("note  worker kv: killed: no answer to request 1 in time");
  });

  test("answers at length, and a replay gives all of it back", async () => {
    const ask = (kv: HostWorker): Promise<unknown> => kv.request({ op: "long", value: 100_000 });
    const { run, result } = await session(ask);
    expect(result).toEqual({ text: "x".repeat(100_000) });
    const replayed = await session(ask, { command: "/no/such/program", replays: run.decisions });
    expect(replayed.result).toEqual(result);
  });

  test("may be stopped and restarted by the test itself", async () => {
    const { result } = await session(async (kv) => {
      await kv.request(put("a", 1));
      await kv.restart();
      const after = await kv.request(get("a"));
      await kv.stop();
      return [after, await kv.request({ op: "count" }), kv.restarts];
    });
    expect(result).toEqual([{ value: null }, { requests: 1 }, 2]);
  });
});
