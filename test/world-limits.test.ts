import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import { connect, createServer } from "node:net";
import { describe, expect, test } from "vitest";
import { simulation, type SubjectDefinition } from "../src/kernel/subject/chaos-test.ts";
import { installWorld } from "../src/world/install.ts";
import { real } from "../src/world/real.ts";
import { type DrivenOptions, runOnce } from "./fixtures/driven-run.ts";

installWorld();

const drains = ["tick", "immediate"] as const;

describe.each(drains)("a run that reaches the host, drained by %s", (drain) => {
  const cases: Readonly<Record<string, () => unknown>> = {
    "waits for a native timer": () => new Promise((resolve) => void real.setTimeout(resolve, 1)),
    "waits for a native immediate": () => new Promise((resolve) => void real.setImmediate(resolve)),
    "leaves a native timer behind": () => {
      const timer = real.setTimeout(() => {}, 60_000);
      void Promise.resolve().then(() => real.setImmediate(() => real.clearTimeout(timer)));
    },
  };

  test.each(Object.keys(cases))("%s: an escape", async (name) => {
    const { outcome } = await runOnce(sim(cases[name]), { drain });
    expect(outcome).toMatchObject({ verdict: "broken", failure: { kind: "escape" } });
    expect(outcome.escapes).toMatchObject([{ seam: "timers", stack: "" }]);
  });

  test.each(Object.keys(cases))("%s: and goes on where it may", async (name) => {
    const { outcome } = await runOnce(sim(cases[name]), { drain, settings: { isStrict: false } });
    expect([outcome.verdict, outcome.failure]).toEqual(["held", undefined]);
    expect(outcome.escapes).toMatchObject([{ seam: "timers" }]);
  });

  test("and the next run is not blamed for it", async () => {
    await runOnce(
      sim(() => void real.setTimeout(() => {}, 1)),
      { drain },
    );
    const { outcome } = await runOnce(
      sim(() => {}),
      { drain },
    );
    expect([outcome.verdict, outcome.escapes]).toEqual(["held", []]);
  });
});

test("a run that may leave the world and waits for nothing is still a deadlock", async () => {
  const stuck = sim(() => new Promise(() => {}));
  const { outcome } = await runOnce(stuck, { settings: { isStrict: false } });
  expect(outcome).toMatchObject({ verdict: "broken", failure: { kind: "deadlock" } });
});

describe("what a run leaves open", () => {
  const leaving: Readonly<Record<string, readonly [what: string, run: () => unknown]>> = {
    timeout: ["setTimeout", () => void setTimeout(() => {}, 5)],
    interval: ["setInterval", () => void setInterval(() => {}, 5)],
    server: ["server", () => void createServer().listen(80)],
    file: ["file /tmp/left.txt", () => void openSync("/tmp/left.txt", "w")],
    socket: [
      "server, socket",
      async () => {
        createServer().listen(80);
        await once(connect(80), "connect");
      },
    ],
  };

  test.each(Object.keys(leaving))("a %s: a leak, where that is asked for", async (name) => {
    const [what = "", run] = leaving[name] ?? [];
    expect((await runOnce(sim(run))).outcome.verdict).toBe("held");
    const { outcome, events } = await runOnce(sim(run), leaks);
    expect(outcome.failure).toMatchObject({ kind: "leak", message: `left open: ${what}` });
    expect(outcome.failure?.stack).toContain("world-limits.test.ts");
    expect(events.filter(({ kind }) => kind === "open").map((event) => event.name)).toEqual(
      what.split(", "),
    );
  });

  test("nothing that was closed, has fired or keeps nothing alive", async () => {
    const run = async (): Promise<void> => {
      clearTimeout(setTimeout(() => {}, 5));
      clearInterval(setInterval(() => {}, 5));
      setTimeout(() => {}, 5).unref();
      AbortSignal.timeout(1_000);
      closeSync(openSync("/tmp/left.txt", "w"));
      const server = createServer((peer) => peer.resume()).listen(80);
      const socket = connect(80);
      await once(socket, "connect");
      socket.destroy();
      server.close();
      createServer().listen(81).unref();
      await new Promise((resolve) => setTimeout(resolve, 50));
    };
    const { outcome } = await runOnce(sim(run), leaks);
    expect([outcome.verdict, outcome.failure]).toEqual(["held", undefined]);
  });

  test("and a run that broke is not told to have leaked", async () => {
    const run = (): void => {
      setInterval(() => {}, 5);
      throw new RangeError("first");
    };
    const { outcome } = await runOnce(sim(run), leaks);
    expect(outcome.failure).toMatchObject({ kind: "thrown", message: "first" });
  });
});

// --- inside ---

const leaks: DrivenOptions = { settings: { findsLeaks: true } };

function sim(run: (() => unknown) | undefined): SubjectDefinition {
  return simulation({ name: "limits", run: async () => void (await run?.()) });
}
