import { existsSync, readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { TempProject } from "./temp-project.ts";

// Every key of the configuration changes what happens; `inline` is shown in doctor.long.test.ts,
// `run_timeout` in deaths.long.test.ts, `verbose` in explore.test.ts, `strategy` in
// strategies.test.ts, [world] in escapes.long.test.ts, and how the search is guided, swarmed and
// shared in explorer-keys.long.test.ts.

const chaosFile = `
import { always, chaosTest, simulation } from "gauntlet";

export default chaosTest({
  name: "steps",
  setup: () => ({ steps: 0 }),
  rules: { step: { run: (state) => { state.steps += 1; } } },
  invariants: { "few steps": (state) => state.steps <= 3 },
});
let inFlight: number[] = [];
export const overlap = chaosTest({
  name: "overlap",
  concurrency: 2,
  setup: (world) => { inFlight = []; return world; },
  rules: {
    go: {
      run: async (world) => {
        const now = world.now();
        always(inFlight.every((started) => now - started < 1), "no later start");
        inFlight.push(now);
        await world.sleep(50);
        inFlight = inFlight.filter((started) => started !== now);
      },
    },
  },
});
export const hungry = simulation({
  name: "hungry",
  run: () => always(new Array(14_000_000).fill(1.5).length > 0, "there is room"),
});
`;

test("the keys of [explorer] change the search", async () => {
  const project = new TempProject({ "a.chaos.ts": chaosFile });
  const explore = (name: string, keys: string, selector = "a.chaos.ts") => {
    project.write(`${name}.toml`, `[explorer]\n${keys}\n[report]\ncorpus_dir = "${name}"\n`);
    return project.told("explore", selector, "--config", `${name}.toml`);
  };
  const [seeded, timed, short, whole] = await Promise.all([
    explore("seeded", `seed = "a-word"\nmax_runs = 7\nsteps_per_run = 3`),
    explore("timed", "max_time = 0.2\nsteps_per_run = 3"),
    explore("short", "max_runs = 20\nshrink_budget = 500"),
    explore("whole", "max_runs = 20\nshrink_budget = 0"),
  ]);
  expect(seeded).toMatchObject({ code: 0, summary: { seed: "a-word", runs: 7 } });
  expect(timed.code).toBe(0);
  expect(timed.summary.runs).toBeGreaterThan(0);
  expect([short.code, whole.code]).toEqual([1, 1]);
  expect(whole.findings[0]?.shrunk.attempts).toBe(0);
  expect(short.findings[0]?.shrunk.attempts).toBeGreaterThan(0);
  const [together, apart, small, large] = await Promise.all([
    explore("together", "max_runs = 50\nlatency_max_ms = 0", "a.chaos.ts#overlap"),
    explore("apart", "max_runs = 50", "a.chaos.ts#overlap"),
    explore("small", "max_runs = 1\nmemory_mb = 64", "a.chaos.ts#hungry"),
    explore("large", "max_runs = 1\nmemory_mb = 1024", "a.chaos.ts#hungry"),
  ]);
  expect(together).toMatchObject({ code: 0, findings: [] });
  expect(apart).toMatchObject({ code: 1, findings: [{ message: "no later start" }] });
  expect(small).toMatchObject({ code: 1, findings: [{ kind: "memory" }] });
  expect(large).toMatchObject({ code: 0, findings: [] });
});

test("[[tests]] are explored without arguments, each with its own settings", async () => {
  const project = new TempProject({
    "one.chaos.ts": chaosFile,
    "sub/two.chaos.ts": chaosFile,
    "gauntlet.toml": `[explorer]
max_runs = 4
steps_per_run = 3
[[tests]]
class = "one.chaos.ts"
[[tests]]
class = "sub/*.chaos.ts#overlap"
max_runs = 5
steps_per_run = 1
`,
  });
  const { code, subject, summary } = await project.told("explore");
  expect([code, subject, summary.runs]).toEqual([0, "steps, overlap", 9]);
  project.write("gauntlet.toml", `[[tests]]\nclass = "none/*.chaos.ts"\n`);
  const none = await project.gauntlet("explore");
  expect([none.code, none.err]).toEqual([2, expect.stringContaining("gauntlet.toml:2:")]);
});

test("seed and max_time of a [[tests]] entry stand in for those of [explorer]", async () => {
  const entry = (keys: string): string => `[explorer]
max_time = 60
seed = 1
steps_per_run = 3
[[tests]]
class = "a.chaos.ts"
${keys}
`;
  const project = new TempProject({
    "a.chaos.ts": chaosFile,
    "gauntlet.toml": entry(`seed = "own"\nmax_time = 0.3`),
    "runs.toml": entry("max_runs = 2"),
  });
  const [timed, counted] = await Promise.all([
    project.told("explore"),
    project.told("explore", "--config", "runs.toml"),
  ]);
  expect(timed).toMatchObject({ code: 0, summary: { seed: "own" } });
  expect(timed.summary.runs).toBeGreaterThan(2);
  expect(timed.summary.seconds).toBeLessThan(60);
  expect(counted.summary).toMatchObject({ seed: 1, runs: 2 });
});

test("the keys of [report] say what is written where", async () => {
  const keys = (format: string): string => `[explorer]\nmax_runs = 20\n[report]
format = "${format}"\noutput = "out/report.json"\ntraces = true\ntraces_dir = "out/traces"
corpus_dir = "out/corpus"\n`;
  const project = new TempProject({ "a.chaos.ts": chaosFile, "gauntlet.toml": keys("both") });
  const both = await project.gauntlet("explore", "a.chaos.ts");
  expect([both.code, both.out]).toEqual([1, expect.stringContaining("✗ few steps")]);
  const document = JSON.parse(project.read("out/report.json")) as { findings: { id: string }[] };
  const [trace = ""] = readdirSync(project.path("out/traces"));
  expect(trace).toBe(`${document.findings[0]?.id}.original.jsonl.gz`);
  expect(existsSync(project.path("out/corpus/a.chaos.ts#default"))).toBe(true);
  expect(existsSync(project.path(".gauntlet/corpus"))).toBe(false);
  project.write("gauntlet.toml", keys("json"));
  const [original, json] = await Promise.all([
    project.told("replay", `out/traces/${trace}`),
    project.gauntlet("explore", "a.chaos.ts"),
  ]);
  expect(original.findings[0]?.identity.property).toBe("few steps");
  expect(JSON.parse(json.out)).toMatchObject({ verdict: "broken" });
});
