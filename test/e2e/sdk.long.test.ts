import { existsSync } from "node:fs";
import { setImmediate as turn } from "node:timers/promises";
import { gauntlet, GauntletBugError, GauntletUsageError, SpawnError } from "gauntlet/sdk";
import { expect, expectTypeOf, test } from "vitest";
import { TempProject } from "./temp-project.ts";

const counter = `
import { chaosTest } from "gauntlet";
export default chaosTest({
  name: "counter",
  setup: () => ({ sum: 0 }),
  rules: { add: { run: (state) => { state.sum += 1; } } },
  invariants: { "stays small": (state) => state.sum < 3 },
});
export const calm = chaosTest({
  name: "calm",
  setup: () => ({}),
  rules: { wait: { run: () => {} } },
});
`;

test("a failing run gives its document, as the command line prints it", async () => {
  const project = new TempProject({ "a.chaos.ts": counter });
  const { explore, replay, trace } = gauntlet({ cwd: project.root });
  const broken = await explore("a.chaos.ts", { runs: 5, corpus: false });
  expect(broken).toMatchObject({ tool: "gauntlet", command: "explore", verdict: "broken" });
  expect(broken.exitCode).toBe(1);
  const [finding] = broken.findings;
  expect(finding?.message).toContain("stays small");
  const again = await replay(finding?.trace ?? "");
  expect([again.verdict, again.exitCode]).toEqual(["broken", 1]);
  expect(await trace.verify(finding?.id ?? "")).toMatchObject({ recorded: "broken" });
  // Nothing is added to the document itself: it is what was kept under its run.
  const kept = project.read(`.gauntlet/runs/${broken.run ?? ""}/report.json`);
  expect(JSON.parse(JSON.stringify(broken))).toEqual(JSON.parse(kept));
});

test("what cannot be done as it was asked rejects with what, where and help", async () => {
  const project = new TempProject({ "a.chaos.ts": counter, "bad.toml": "[exploder]\n" });
  const { explore } = gauntlet({ cwd: project.root });
  const withConfig = gauntlet({ cwd: project.root, config: "bad.toml" });
  const rejections: readonly (readonly [() => Promise<unknown>, object])[] = [
    [() => explore("-x.ts"), { code: "S010", what: "there is no file `-x.ts`" }],
    [() => explore("a.chaos.ts", { runs: 0.5 }), { code: "U003", help: "write `--runs 100`" }],
    [() => withConfig.explore("a.chaos.ts"), { code: "C006", where: "bad.toml:1:2" }],
  ];
  for (const [call, parts] of rejections) {
    const thrown: unknown = await call().catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(GauntletUsageError);
    expect(thrown).toMatchObject(parts);
  }
});

test("what types would refuse is refused without them too", async () => {
  const { explore, schema } = gauntlet() as unknown as Record<
    "explore" | "schema",
    (...given: readonly unknown[]) => Promise<unknown>
  >;
  const cases: readonly (readonly [Promise<unknown>, string])[] = [
    [explore("a.ts", { rnus: 3 }), "`explore` has no option `rnus`"],
    [explore("a.ts", { leaks: "yes" }), "`leaks` must be true or false, got `string`"],
    [explore("a.ts", { runs: [1, 2] }), "`runs` must be text or a number, got `object`"],
    [explore("a.ts", { runs: {} }), "`runs` must be text or a number, got `object`"],
    [explore(7), "a word of `explore` must be text, got `number`"],
    [schema({ json: true }), "`schema` has no option `json`"],
  ];
  for (const [call, what] of cases) {
    await expect(call).rejects.toMatchObject({ name: "GauntletUsageError", code: "D002", what });
  }
});

test("a signal asks to stop: the document of what was done by then comes back", async () => {
  const project = new TempProject({ "a.chaos.ts": counter });
  const abort = new AbortController();
  const { explore } = gauntlet({ cwd: project.root, signal: abort.signal });
  const running = explore("a.chaos.ts#calm", { time: 600 });
  while (!existsSync(project.path(".gauntlet/cache"))) await turn();
  abort.abort();
  const stopped = await running;
  expect([stopped.verdict, stopped.because, stopped.exitCode]).toEqual([
    "unknown",
    "interrupted",
    130,
  ]);
  await expect(explore("a.chaos.ts")).rejects.toThrow("aborted");
});

test("no document is a bug, no program is a spawn error", async () => {
  const project = new TempProject({
    "silent.mjs": 'process.stderr.write("oops"); process.exitCode = 5;',
    "chatty.mjs": 'console.log("no document");',
    "killed.mjs": 'process.kill(process.pid, "SIGKILL");',
    "honest.mjs": `console.log('{"tool":"gauntlet","error":{"code":"bug","what":"a bug"}}');
      process.exitCode = 70;`,
  });
  const cases: readonly (readonly [string, object])[] = [
    ["silent.mjs", { exitCode: 5, signal: null, stderr: "oops", code: "D003" }],
    ["chatty.mjs", { exitCode: 0, message: expect.stringContaining("without a document") }],
    ["killed.mjs", { exitCode: null, signal: "SIGKILL" }],
    ["honest.mjs", { exitCode: 70, message: "a bug" }],
  ];
  for (const [name, parts] of cases) {
    const { doctor } = gauntlet({ bin: project.path(name) });
    const thrown: unknown = await doctor().catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(GauntletBugError);
    expect(thrown).toMatchObject(parts);
  }
  await expect(gauntlet({ bin: "no-such-program" }).schema()).rejects.toThrow(SpawnError);
});

test("the environment is that of the caller with what is added and taken away", async () => {
  const show = "console.log(JSON.stringify({ home: process.env.HOME, own: process.env.OWN }))";
  const project = new TempProject({ "show.mjs": show });
  const env = { OWN: "1", HOME: undefined };
  const { schema } = gauntlet({ bin: project.path("show.mjs"), env });
  expect(await schema()).toEqual({ own: "1" });
});

test("words and options have types that come from the table", () => {
  const { explore, trace, mine, init } = gauntlet();
  expectTypeOf(explore).toBeCallableWith("a.chaos.ts", { runs: 3, swarm: false, seed: "x" });
  expectTypeOf(explore).toBeCallableWith({ strategy: "pct" });
  expectTypeOf(explore).toBeCallableWith(["a.chaos.ts", "b.chaos.ts"]);
  expectTypeOf(trace.diff).toBeCallableWith("one", "two");
  expectTypeOf(init).toBeCallableWith({ dryRun: true });
  // @ts-expect-error: no such flag
  void (() => explore("a.chaos.ts", { rnus: 3 }));
  // @ts-expect-error: no such strategy
  void (() => explore("a.chaos.ts", { strategy: "best" }));
  // @ts-expect-error: it compares two
  void (() => trace.diff("one"));
  // @ts-expect-error: it needs a function
  void (() => mine());
});
