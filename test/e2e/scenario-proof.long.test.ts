import { expect, test } from "vitest";
import { parse } from "yaml";
import type { Trace } from "../../src/kernel/trace/trace.ts";
import { readTrace, writeTrace } from "../../src/store/trace-file.ts";
import { TempProject } from "./temp-project.ts";

// Recorded runs as proof: what ci compares, what shrinking keeps, which seeds come back.

const shop = (failure: string): string => `
export function pay(cents) {
  const coin = Math.random();
  if (cents === 0) throw new TypeError("nothing to pay");
  if (cents > 10) ${failure}
  return coin;
}
`;
const large = 'throw new RangeError("too much");';
const pays = `
version: 1
name: somebody pays
steps:
  - { type: trace_event, name: noise }
  - { type: draw, name: cents, schema: { type: integer, minimum: 0, maximum: 5000 } }
  - { type: rand_u64, key: more noise }
  - { type: call, fn: shop.js#pay, args: ["\${cents}"] }
  - { type: assert_ok, value: true }
`;

test("AC-19: ci is content with a failure that fails alike, where replay says broken", async () => {
  const { project, trace } = await recorded();
  expect(trace.verdict).toMatchObject({ identity: { error: "RangeError" } });
  expect(await checks(project, "x.jsonl.gz")).toEqual({ code: 0, broken: [] });
  expect((await project.cli("replay", "x.jsonl.gz")).code).toBe(1);
});

test("AC-19: ci refuses a failure of another kind, other decisions and other events", async () => {
  const { project, trace } = await recorded();
  const write = async (path: string, changed: Partial<Trace>): Promise<void> => {
    const whole = { ...trace, ...changed };
    await writeTrace({ path: project.path(path), trace: whole, collision: "error" });
  };
  const { verdict, events, decisions, header } = trace;
  if (verdict.kind !== "broken") throw new Error("it was recorded broken");
  const identity = { ...verdict.identity, error: "TypeError", key: "0123456789ab" };
  await write("kind.jsonl.gz", { verdict: { ...verdict, identity } });
  expect(await checks(project, "kind.jsonl.gz")).toEqual({
    code: 1,
    broken: ["the verdict is the recorded one: it fails in another way: RangeError: too much"],
  });
  await write("held.jsonl.gz", { verdict: { kind: "held" } });
  expect(await checks(project, "held.jsonl.gz")).toEqual({
    code: 1,
    broken: ["the verdict is the recorded one: it was held, and is now broken"],
  });
  await write("events.jsonl.gz", { events: events.slice(1) });
  expect(await checks(project, "events.jsonl.gz")).toMatchObject({
    code: 1,
    broken: [expect.stringMatching(/^the events are the recorded ones: number 1 was /)],
  });
  const extra = decisions.find(({ kind }) => kind === "chance");
  if (extra === undefined) throw new Error("every step is kept by chance");
  await write("longer.jsonl.gz", { decisions: [...decisions, extra] });
  expect(await checks(project, "longer.jsonl.gz")).toMatchObject({
    code: 1,
    broken: [expect.stringMatching(/^the decisions are the recorded ones: number \d+ was /)],
  });
  const subject = { ...header.subject, digest: "0".repeat(64) };
  await write("code.jsonl.gz", { header: { ...header, subject } });
  expect(await checks(project, "code.jsonl.gz")).toMatchObject({
    code: 1,
    broken: [expect.stringMatching(/^the code is the recorded one: /)],
  });
});

test("AC-19: ci refuses code that now fails otherwise, or asks otherwise", async () => {
  const { project } = await recorded();
  project.write("shop.js", shop('throw new SyntaxError("too much");'));
  const otherwise = await checks(project, "x.jsonl.gz");
  expect([otherwise.code, otherwise.broken.join("\n")]).toEqual([
    1,
    expect.stringMatching(/^the verdict is the recorded one: .*SyntaxError/m) as string,
  ]);
  project.write("shop.js", shop(large).replace("const coin", "Math.random(); const coin"));
  const asks = await checks(project, "x.jsonl.gz");
  expect([asks.code, asks.broken.join("\n")]).toEqual([
    1,
    expect.stringMatching(/^the decisions are the recorded ones: there are \d more/m) as string,
  ]);
});

test("AC-19: a damaged trace is a check that fails; a missing one is an error", async () => {
  const project = new TempProject({ "a.scenario.yaml": dice });
  await project.cli("run", "a.scenario.yaml", "--record", "x.jsonl");
  project.write("x.jsonl", project.read("x.jsonl").replace('"seed":42', '"seed":43'));
  expect(await checks(project, "x.jsonl")).toEqual({
    code: 1,
    broken: [expect.stringMatching(/^the trace is whole: .*x\.jsonl:1.* \(T003\)$/u) as string],
  });
  expect((await project.cli("ci", "none.jsonl")).code).toBe(2);
});

test("AC-20: shrinking keeps to the failure, though a smaller input fails otherwise", async () => {
  const { project, trace } = await recorded();
  const words = ["shrink", "x.jsonl.gz", "--out", "small.jsonl.gz", "--json"];
  const { code, out } = await project.cli(...words);
  const { artifacts } = JSON.parse(out) as { readonly artifacts: readonly string[] };
  expect(code).toBe(1);
  const small = await readTrace(project.path("small.jsonl.gz"));
  expect(small.verdict).toMatchObject({ kind: "broken", identity: identityOf(trace) });
  expect(small.decisions.length).toBeLessThan(trace.decisions.length);
  const file = artifacts.find((name) => name.endsWith("small.scenario.yaml")) ?? "";
  const written = parse(project.read(file)) as { readonly steps: unknown };
  expect(written.steps).toEqual([
    { type: "let", name: "cents", value: 11 },
    { type: "call", fn: "shop.js#pay", args: ["${cents}"] },
  ]);
});

test("a scenario that calls code is explored, and the bug comes back as a small file", async () => {
  const project = new TempProject({
    "shop.js": shop(large).replace("> 10", "=== 7"),
    "a.scenario.yaml": pays.replace("minimum: 0, maximum: 5000", "minimum: 1, maximum: 20"),
  });
  expect((await project.cli("run", "a.scenario.yaml", "--seed", "1")).code).toBe(0);
  const { code, out } = await project.cli("explore", "a.scenario.yaml", "--runs", "300", "--json");
  const { findings, artifacts } = JSON.parse(out) as {
    readonly findings: readonly { readonly identity: object; readonly story: unknown }[];
    readonly artifacts: readonly string[];
  };
  expect([code, findings]).toMatchObject([1, [{ identity: { error: "RangeError" } }]]);
  const small = artifacts.find((file) => file.endsWith("small.scenario.yaml")) ?? "";
  const { steps } = parse(project.read(small)) as { readonly steps: unknown };
  expect(steps).toEqual([
    { type: "let", name: "cents", value: 7 },
    { type: "call", fn: "shop.js#pay", args: ["${cents}"] },
  ]);
  const again = JSON.parse((await project.cli("run", small, "--json")).out) as typeof findings;
  expect(again).toMatchObject({
    verdict: "broken",
    findings: [{ identity: { error: "RangeError" }, message: "too much" }],
  });
  // Where it stands does not matter: it is a scenario of the project now.
  project.write("kept.scenario.yaml", project.read(small));
  expect((await project.cli("validate", "kept.scenario.yaml")).code).toBe(0);
  expect((await project.cli("test", "kept.scenario.yaml")).code).toBe(1);
});

test.each([["18446744073709551615"], ["9007199254740993"], ["007"], ["0x5eed"], ["a word"], ["3"]])(
  "AC-18: the seed %s comes back as it is from record, replay, ci and report",
  async (seed) => {
    const project = new TempProject({ "a.scenario.yaml": dice });
    const seedIn = async (...words: string[]): Promise<unknown> => {
      const { out } = await project.cli(...words, "--json");
      return (JSON.parse(out) as { readonly summary: { readonly seed: unknown } }).summary.seed;
    };
    const record = ["run", "a.scenario.yaml", "--seed", seed, "--record"];
    const first = await seedIn(...record, "x.jsonl.gz");
    expect(String(first)).toBe(seed);
    expect(await seedIn("replay", "x.jsonl.gz")).toBe(first);
    expect(await seedIn("ci", "x.jsonl.gz")).toBe(first);
    expect(await seedIn("report", "show")).toBe(first);
    expect(
      await seedIn("run", "a.scenario.yaml", "--seed", String(first), "--record", "y.jsonl.gz"),
    ).toBe(first);
    const [one, other] = await Promise.all(
      ["x.jsonl.gz", "y.jsonl.gz"].map((name) => readTrace(project.path(name))),
    );
    expect([one?.header.seed, other?.decisions]).toEqual([first, one?.decisions]);
  },
);

test("AC-18: a seed of a file is the same seed on the command line, also beyond 2^53", async () => {
  const steps = '[{ "type": "rand_u64", "key": "a" }, { "type": "rand_u64", "key": "b" }]';
  const json = (seed: string): string =>
    `{ "version": 1, "name": "dice", "seed": ${seed}, "steps": ${steps} }`;
  const project = new TempProject({
    "a.scenario.yaml": `seed: 9007199254740992${dice}`,
    "b.scenario.json": json("9007199254740993"),
    "c.scenario.json": json('"42"'),
  });
  const drawn = async (...words: readonly string[]): Promise<unknown> => {
    const record = ["--record", "x.jsonl.gz", "--record-collision", "overwrite"];
    expect((await project.cli("run", ...words, ...record)).code).toBe(0);
    const { header, decisions } = await readTrace(project.path("x.jsonl.gz"));
    return [header.seed, decisions];
  };
  expect((await project.cli("validate")).code).toBe(0);
  const first = await drawn("a.scenario.yaml");
  const second = await drawn("b.scenario.json");
  expect(first).toEqual(await drawn("b.scenario.json", "--seed", "9007199254740992"));
  expect(second).toEqual(await drawn("a.scenario.yaml", "--seed", "9007199254740993"));
  expect(second).not.toEqual(first);
  expect(await drawn("c.scenario.json")).toEqual(await drawn("a.scenario.yaml", "--seed", "42"));
});

// --- inside ---

const dice = `
version: 1
name: dice
steps:
  - { type: rand_u64, key: a }
  - { type: rand_u64, key: b }
`;

/** Nearly every seed draws a large amount. */
const seedsMax = 10;

async function recorded(): Promise<{ readonly project: TempProject; readonly trace: Trace }> {
  const project = new TempProject({ "shop.js": shop(large), "a.scenario.yaml": pays });
  const record = ["--record", "x.jsonl.gz", "--record-collision", "overwrite"];
  for (let seed = 1; seed <= seedsMax; seed++) {
    await project.cli("run", "a.scenario.yaml", "--seed", String(seed), ...record);
    const trace = await readTrace(project.path("x.jsonl.gz"));
    const { verdict } = trace;
    if (verdict.kind === "broken" && verdict.identity.error === "RangeError") {
      return { project, trace };
    }
  }
  throw new Error("no seed draws a large amount");
}

function identityOf({ verdict }: Trace): unknown {
  return verdict.kind === "broken" ? verdict.identity : undefined;
}

/** The exit code of `ci`, and which checks failed and why. */
async function checks(
  project: TempProject,
  name: string,
): Promise<{ readonly code: number | null; readonly broken: readonly string[] }> {
  const { code, out } = await project.cli("ci", name, "--json");
  const { cases } = JSON.parse(out) as {
    readonly cases: readonly { name: string; verdict: string; because: string }[];
  };
  const broken = cases.filter(({ verdict }) => verdict === "broken");
  return { code, broken: broken.map((one) => `${one.name}: ${one.because}`) };
}
