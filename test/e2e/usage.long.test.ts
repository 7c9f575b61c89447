import { expect, test } from "vitest";
import { TempProject } from "./temp-project.ts";

const healthy = `
import { chaosTest } from "gauntlet";
export default chaosTest({
  name: "healthy",
  setup: () => ({ sum: 0 }),
  rules: { add: { run: (state) => { state.sum += 1; } } },
  invariants: { "it counts up": (state) => state.sum > 0 },
});
`;

test("a flag, a verb or a value that is not known is an error with the nearest one", async () => {
  const sum = "export const total = (a: number, b: number): number => a + b;";
  const project = new TempProject({ "a.chaos.ts": healthy, "src/sum.ts": sum });
  project.write("empty/package.json", "{}");
  const cases: readonly (readonly [string, RegExp])[] = [
    [
      "scan src/sum.ts:totl --quiet",
      /U011\]: there is no `totl`[^]*did you mean `src\/sum\.ts:total`\?/,
    ],
    ["explor a.chaos.ts", /U001\]: unknown command `explor`[^]*did you mean `explore`\?/],
    ["explore --rnus 3", /U002\]: unknown option `--rnus`[^]*did you mean `--runs`\?/],
    [
      "explore a.chaos.ts --runs 1e3x",
      /U003\]: `--runs` must be a whole number above 0, got `1e3x`/,
    ],
    ["explore a.chaos.ts --runs 0", /above 0, got `0`\n {2}--> --runs 0\nhelp: write `--runs 100`/],
    ["explore a.chaos.ts --time soon", /`--time` must be a number of seconds above 0, got `soon`/],
    ["explore a.chaos.ts --report pdf", /U006\]: unknown report format `pdf`[^]*--> --report pdf/],
    ["explore a.chaos.ts --report json:", /a report needs a file name after the colon/],
    ["explore a.chaos.ts --config no.toml", /C001\]: the config file `no\.toml` does not exist/],
    [
      "explore --cwd empty",
      /U007\]: there is nothing to run[^]*`gauntlet init` writes a first one/,
    ],
    ["replay", /U005\]: missing required argument `trace`[^]*gauntlet replay --help/],
    ["trace", /`gauntlet trace` needs a verb/],
    ["trace verfy x", /unknown command `verfy`[^]*did you mean `verify`\?/],
  ];
  for (const [words, message] of cases) {
    const { code, out, err } = await project.cli(...words.split(" "));
    expect(err).toMatch(message);
    expect(err).toMatch(/^error\[[UC]\d{3}\]: [^A-Z][^]*\n {2}--> /);
    expect([code, out]).toEqual([2, ""]);
  }
  // And the same of what ships, in a process of its own.
  const shipped = await project.gauntlet("explor", "a.chaos.ts");
  expect(shipped).toEqual(await project.cli("explor", "a.chaos.ts"));
});

test("help, welcome, version and schema are results: stdout and exit 0", async () => {
  const project = new TempProject();
  const verbs = ["explore", "replay", "shrink", "doctor", "trace show", "schema"];
  const helps = await Promise.all(verbs.map((verb) => project.cli(...verb.split(" "), "--help")));
  for (const [at, { code, out, err }] of helps.entries()) {
    expect(out).toContain(`Usage: gauntlet ${verbs[at] ?? ""}`);
    expect([code, err]).toEqual([0, ""]);
  }
  const [welcome, help, version, schema] = await Promise.all([
    project.cli(),
    project.cli("--help"),
    project.gauntlet("--version"),
    project.cli("schema"),
  ]);
  expect(welcome.out.split("\n").length).toBeLessThanOrEqual(10);
  expect(welcome.out).toContain("gauntlet explore checkout.chaos.ts");
  expect(help.out).toMatch(/Examples:[^]*Exit codes: 0 nothing broken/);
  expect(version.out).toMatch(/^\d+\.\d+\.\d+\n$/);
  const document = JSON.parse(schema.out) as { properties: Record<string, object> };
  expect(Object.keys(document.properties)).toEqual(
    expect.arrayContaining(["explorer", "tests", "report"]),
  );
});

test("a wrong config is an error with file, line, column and the nearest name", async () => {
  const project = new TempProject({ "a.chaos.ts": healthy });
  const cases: readonly (readonly [string, RegExp])[] = [
    ["[explorer]\nmax_rnus = 10\n", /bad\.toml:2:1\n[^]*max_rnus[^]*`max_runs`/],
    ["[explorer]\nmax_runs = 10\nngram = 9\n", /from 1 to 8[^]*bad\.toml:3:9\n/],
    ['[explorer]\nmax_runs = "ten"\n', /must be a whole number[^]*bad\.toml:2:12\n/],
    ["[exploder]\nmax_runs = 10\n", /bad\.toml:1:2\n[^]*explorer/],
    ["[explorer\n", /bad\.toml:1:/],
  ];
  for (const [text, message] of cases) {
    project.write("bad.toml", text);
    const words = ["explore", "a.chaos.ts", "--config", "bad.toml"];
    const { code, out, err } = await project.cli(...words);
    expect(err).toMatch(message);
    expect([code, out]).toEqual([2, ""]);
  }
});

test("a seed comes back as it was given, and the same seed decides the same", async () => {
  const project = new TempProject({ "a.chaos.ts": healthy });
  const seeds = ["a-word", "0x5eed", "9007199254740991", "9007199254740993", "42"];
  const told = await Promise.all(
    seeds.map((seed) => project.told("explore", "a.chaos.ts", "--runs", "3", "--seed", seed)),
  );
  expect(told.map(({ summary }) => String(summary.seed))).toEqual(seeds);
  expect(told.map(({ code }) => code)).toEqual([0, 0, 0, 0, 0]);
});

test("a report that cannot be written costs nothing of the result", async () => {
  const project = new TempProject({ "a.chaos.ts": healthy, taken: "a file, not a folder" });
  const words = ["explore", "a.chaos.ts", "--runs", "3"];
  const bad = await project.gauntlet(...words, "--report", "json:taken/report.json");
  expect(bad.out).toContain("✓ 1 property held");
  const note =
    /^note +\S*\/taken is a file, not a folder \(\w+\), so not written: taken\/report\.json$/m;
  expect(bad.out.replaceAll(/\n {9}(?! )/g, " ")).toMatch(note);
  expect([bad.code, bad.err]).toEqual([0, ""]);
  const wanted = ["json:out/a.json", "text:out/a.txt", "junit:out/a.xml"];
  const reports = wanted.flatMap((report) => ["--report", report]);
  const good = await project.gauntlet(...words, ...reports);
  expect(good.out).toMatch(/wrote +out\/a\.json\n +out\/a\.txt\n +out\/a\.xml/);
  expect(project.read("out/a.xml")).toMatch(/tests="1" failures="0"[^]*<testcase [^>]*"healthy"/);
  expect(JSON.parse(project.read("out/a.json"))).toMatchObject({ verdict: "held" });
  expect(project.read("out/a.txt")).toContain("✓ 1 property held");
});
