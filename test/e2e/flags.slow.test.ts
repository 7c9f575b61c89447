import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { cli, repository } from "./command-line.ts";
import { flagPairs } from "./flag-pairs.ts";
import { TempProject } from "./temp-project.ts";

// AC-24: two commands for each flag, with it and without, in a project that has something for all.

const titled = flagPairs.map((one) => ({ ...one, title: `${one.verbs[0]} ${one.flag}` }));

test.each(titled)("AC-24: $title changes something", async (row) => {
  const { verbs, base, added, pattern, isGone = false } = row;
  const project = projectWith(scenarios);
  const words = [...(verbs[0] ?? "").split(" "), ...base.split(" ")];
  await prepare(project, words);
  const without = await cameOf(project, words);
  expect([pattern.test(without), without]).toEqual([isGone, without]);
  const withFlag = await cameOf(project, [...words, ...added.split(" ")]);
  expect([pattern.test(withFlag), withFlag]).toEqual([!isGone, withFlag]);
});

test.each(["test", "explore --runs 20", "gate --doctor-runs 1"])(
  "AC-24: `%s` paints and is colourful on a terminal, unless --quiet and --no-color",
  async (line) => {
    const project = projectWith({ "good.scenario.yaml": scenarios["good.scenario.yaml"] });
    const words = [...line.split(" "), "good.scenario.yaml"];
    const loud = await onTerminal(project, words);
    expect([loud.out.includes("\u001B["), loud.err !== ""]).toEqual([true, true]);
    const plain = await onTerminal(project, [...words, "--no-color", "--quiet"]);
    expect([plain.out.includes("\u001B["), plain.err]).toEqual([false, ""]);
  },
);

// --- inside ---

const scenario = (...steps: readonly string[]): string =>
  ["version: 1", "name: steps", "steps:", ...steps.map((step) => `  - ${step}`), ""].join("\n");
const takes = (key: string): string => `{ type: memory_alloc, bytes: 1048576, key: ${key} }`;

const scenarios = {
  "good.scenario.yaml": scenario("{ type: rand_u64, key: a }"),
  "slow.scenario.yaml": scenario("{ type: sleep, duration: 2s }"),
  "fast.scenario.yaml": scenario("{ type: sleep, duration: 1ms }"),
  "proc.scenario.yaml": scenario("{ type: proc_spawn, cmd: 'true', expect_exit: 0 }"),
  "http.scenario.yaml": scenario(
    "{ type: http_request, method: GET, path: 'http://127.0.0.1:1/' }",
  ),
  "file.scenario.yaml": scenario("{ type: fs_write, path: made.txt, data: x }"),
  "memory.scenario.yaml": scenario(
    takes("a"),
    takes("b"),
    "{ type: memory_assert_in_use_bytes, equals: 2097152 }",
    "{ type: memory_free, key: a }",
    "{ type: memory_free, key: b }",
  ),
  "leak.scenario.yaml": scenario("{ type: memory_alloc, bytes: 10, key: a }"),
  "wasm.scenario.yaml": scenario("{ type: call, fn: wasm.js#compile }"),
  "drawn.scenario.yaml": scenario(
    "{ type: draw, name: a, schema: { type: integer, minimum: 5, maximum: 5000 } }",
    "{ type: fail, message: no }",
  ),
  "real.scenario.yaml": scenario("{ type: proc_spawn, cmd: 'true' }").replace(
    "steps:",
    "backends: { proc: host }\nsteps:",
  ),
  "no.fail.scenario.yaml": scenario("{ type: fail, message: no }"),
  "fail/a.scenario.yaml": scenario("{ type: fail, message: no }"),
  "fail/b.scenario.yaml": scenario("{ type: rand_u64, key: a }"),
  "loose.toml": "[world]\nstrict = false\n",
  "wasm.js":
    'const headers = { "content-type": "application/wasm" };\n' +
    "const bytes = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]);\n" +
    "const empty = () => new Response(bytes, { headers });\n" +
    "export const compile = async () => void (await WebAssembly.compileStreaming(empty()));\n",
  "sums.js":
    "export function half(n) {\n  return n / 2;\n}\n" +
    "export function double(n) {\n  return n * 2;\n}\n",
  "open.chaos.js":
    'import { simulation } from "gauntlet";\n' +
    "const run = () => void setTimeout(() => {}, 60_000);\n" +
    'export default simulation({ name: "leaves a timer", run });\n',
};

function projectWith(files: Readonly<Record<string, string>>): TempProject {
  const project = new TempProject(files);
  project.link("gauntlet", repository);
  return project;
}

/** Records the traces that a command names. */
async function prepare(project: TempProject, words: readonly string[]): Promise<void> {
  if (words[0] === "ci") await project.cli("run", "leak.scenario.yaml");
  for (const word of words.filter((one) => one.endsWith(".jsonl.gz"))) {
    const name = word.replace(".jsonl.gz", "");
    const [verb, file] =
      name === "open" ? ["explore", "open.chaos.js"] : ["run", `${name}.scenario.yaml`];
    const flags = name === "open" ? ["--runs", "1"] : ["--unsafe"];
    await project.cli(verb ?? "", file ?? "", ...flags, "--record", word);
  }
  if (words[0] === "ci")
    await project.cli("run", "fast.scenario.yaml", "--record", "fast.jsonl.gz");
}

async function cameOf(project: TempProject, words: readonly string[]): Promise<string> {
  const { code, out, err } = await project.cli(...words);
  const files = readdirSync(project.root).map((name) => `file ${name}`);
  return [`exit ${code}`, out, err, ...files].join("\n");
}

async function onTerminal(
  project: TempProject,
  words: readonly string[],
): Promise<{ readonly out: string; readonly err: string }> {
  return cli(project.root, words, { outColumns: 100, errColumns: 100 });
}
