import { describe, expect, test } from "vitest";
import { asked, judged } from "./fixtures/probed-call.ts";

/** An object whose life can be broken at each part; `isCareful` is what the fixed one does. */
class Environment {
  readonly log: string[] = [];
  readonly cleanupHandlers: (() => void | Promise<void>)[] = [];
  readonly #isCareful: boolean;

  constructor(isCareful: boolean) {
    this.#isCareful = isCareful;
    this.cleanupHandlers.push(
      async () => {
        await Promise.resolve();
        this.log.push("files");
      },
      async () => {
        await Promise.resolve();
        this.log.push("sockets");
      },
    );
  }

  setupSandbox(): void {
    this.log.push("setup");
  }

  async rolloutStep(): Promise<void> {
    await Promise.resolve();
    this.log.push("rollout");
  }

  teardownServer(): void {
    this.log.push("server");
  }

  needsTeardown(): boolean {
    return this.log.length > 0;
  }

  teardownDisk(): void {
    this.log.push("disk");
  }

  async runCleanup(): Promise<void> {
    for (const handler of this.cleanupHandlers) {
      if (this.#isCareful) await handler()?.catch(() => {});
      else await handler();
    }
  }

  shutDown(): void {
    for (const part of [() => this.teardownServer(), () => this.teardownDisk()]) {
      try {
        part();
      } catch (thrown) {
        if (!this.#isCareful) throw thrown;
      }
    }
  }

  async start(): Promise<void> {
    if (!this.#isCareful) {
      this.setupSandbox();
      await this.rolloutStep();
      await this.runCleanup();
      this.shutDown();
      return;
    }
    try {
      this.setupSandbox();
      await this.rolloutStep();
    } finally {
      await this.runCleanup();
      this.shutDown();
    }
  }
}

const cases: readonly (readonly [string, string, string])[] = [
  ["cleanup_attempts_all", "runCleanup", "when one handler fails, others are not tried"],
  ["all_cleanup_handlers_attempted", "runCleanup", "when one handler fails, others are not tried"],
  ["teardown_attempts_all", "shutDown", "when one handler fails, others are not tried"],
  ["all_teardown_handlers_attempted", "shutDown", "when one handler fails, others are not tried"],
  ["lifecycle_attempts_all", "runCleanup", "when one handler fails, others are not tried"],
  [
    "setup_failure_triggers_teardown",
    "start",
    "teardown does not run after an earlier part failed",
  ],
  ["cleanup_after_setup_failure", "start", "cleanup does not run after an earlier part failed"],
  [
    "rollout_cancellation_triggers_cleanup",
    "start",
    "cleanup does not run after an earlier part failed",
  ],
  ["cleanup_after_cancellation", "start", "cleanup does not run after an earlier part failed"],
];

describe("what is promised of an object's life", () => {
  for (const [check, method, says] of cases) {
    test(`${check} finds its bug and spares the correct twin`, async () => {
      const options = { params: [] };
      const bug = { on: new Environment(false), method };
      const fixed = { on: new Environment(true), method };
      expect((await judged(check, bug, options)).map(({ problem }) => problem)).toEqual([says]);
      expect(await asked(check, fixed, options)).toEqual([undefined]);
    });
  }

  test("phases, fault and handler can be named", async () => {
    const contract = {
      phase: "setup",
      fault: "raise_setup_hook",
      followupPhases: ["cleanup", "teardown"],
      handlerName: "setupSandbox",
    };
    const options = { params: [], contract };
    const bug = { on: new Environment(false), method: "start" };
    const fixed = { on: new Environment(true), method: "start" };
    expect((await judged("lifecycle_followup", bug, options)).map(({ shown }) => shown)).toEqual([
      "`setupSandbox` failed; never called: `cleanupHandlers[0]`, `cleanupHandlers[1]`",
    ]);
    expect(await judged("lifecycle_followup", fixed, options)).toEqual([]);
  });

  test("the phase that is named is the one that fails", async () => {
    const bug = { on: new Environment(false), method: "shutDown" };
    const said = async (phase?: string): Promise<unknown> =>
      asked("lifecycle_attempts_all", bug, { params: [], contract: { phase } });
    expect(await said()).toEqual([{ observed: [] }]);
    expect(await said("teardown")).toMatchObject([
      { shown: expect.stringMatching(/teardownDisk/u) },
    ]);
  });

  test("the handler that is named is the one that fails", async () => {
    class Service {
      cleanup(): void {}
      setupFiles(): void {}
      setupNetwork(): void {}
      start(): void {
        try {
          this.setupFiles();
        } catch (thrown) {
          this.cleanup();
          throw thrown;
        }
        this.setupNetwork();
        this.cleanup();
      }
    }
    const service = { on: new Service(), method: "start" };
    const said = async (handlerName?: string): Promise<unknown> =>
      asked("cleanup_after_setup_failure", service, { params: [], contract: { handlerName } });
    expect(await said()).toEqual([undefined]);
    expect(await said("setupNetwork")).toMatchObject([
      { shown: "`setupNetwork` failed; never called: `cleanup`" },
    ]);
  });

  test("without a handler of what is cancelled, the first thing that is done fails", async () => {
    class Job {
      cleaned = 0;
      async fetchAll(): Promise<void> {}
      cleanup(): void {
        this.cleaned += 1;
      }
      async rollout(): Promise<void> {
        await this.fetchAll();
        this.cleanup();
      }
    }
    const found = await judged(
      "cancellation_safety",
      { on: new Job(), method: "rollout" },
      {
        params: [],
        contract: { phase: "rollout", followupPhases: ["cleanup"], fault: "cancel_rollout" },
      },
    );
    expect(found.map(({ shown }) => shown)).toEqual([
      "`fetchAll` failed; never called: `cleanup`",
      "`fetchAll` failed; never called: `cleanup`",
      "`fetchAll` failed; never called: `cleanup`",
    ]);
  });

  test("an object that has no such handlers, or never calls them, is not judged", async () => {
    const plain = { on: { go: () => 1 }, method: "go" };
    const idle = { on: { go: () => 1, cleanupA: () => 2, cleanupB: () => 3 }, method: "go" };
    for (const check of ["cleanup_attempts_all", "cleanup_after_cancellation"]) {
      const said = [{ observed: [] }];
      expect(await asked(check, plain, { params: [] })).toEqual(said);
      expect(await asked(check, idle, { params: [] })).toEqual(said);
      expect(await asked(check, () => 1, { params: [] })).toEqual(said);
    }
  });

  test("the object is as it was afterwards", async () => {
    const on = new Environment(true);
    const [first] = on.cleanupHandlers;
    await judged("cleanup_teardown", { on, method: "start" }, { params: [] });
    expect(on.cleanupHandlers[0]).toBe(first);
    expect(Object.keys(on)).toEqual(["log", "cleanupHandlers"]);
    expect(Object.hasOwn(on, "setupSandbox")).toBe(false);
  });
});
