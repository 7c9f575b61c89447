import { expect, test } from "vitest";
import { TempProject } from "./temp-project.ts";

/** Broken where four bytes, the length and a word are right; each alone shows nothing. */
const parser = (bug: string): string => `
export function parse(data: Uint8Array): string {
  if (data.length < 8) return "short";
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  if (view.getUint32(0) !== 0x89504e47) return "magic";
  if (data[4] !== data.length - 5) return "length";
  const word = String.fromCharCode(...data.subarray(5, 11));
  if (word === "secret") { ${bug} }
  return "ok";
}`;

const broken = parser('throw new Error("the word is known");');

const test1 = `
import { fuzz } from "gauntlet";
import { parse } from "./parser.ts";
export default fuzz("parse", (data) => { parse(data); });
`;

function project(source: string, fuzzTest = test1): TempProject {
  return new TempProject({ "parser.ts": source, "parser.fuzz.ts": fuzzTest });
}

test("a bug behind magic bytes, a length and a word is found, shrunk and replayed", async () => {
  const here = project(broken);
  const found = await here.told("fuzz", "--runs", "60000", "--seed", "1");
  expect(found).toMatchObject({ code: 1, command: "fuzz", verdict: "broken" });
  const [finding] = found.findings;
  expect(finding).toMatchObject({ message: "the word is known", confirmed: true });
  expect(finding?.story[0]).toBe("parse(11 bytes 89504e4706736563726574)");
  const replayed = await here.told("replay", finding?.trace ?? "");
  expect(replayed.code).toBe(1);
  expect(replayed.findings[0]?.identity.key).toBe(finding?.identity.key);
}, 120_000);

test("its correct twin stays silent, and what never held is told with its line", async () => {
  const here = project(parser('return "fine";'));
  const found = await here.told("fuzz", "--runs", "30000", "--seed", "1");
  expect(found).toMatchObject({ code: 0, verdict: "held", findings: [] });
  const never = `
import { fuzz } from "gauntlet";
export default fuzz({ name: "never", input: "text", run: (text) => text.length * 2 === 7 });
`;
  const silent = new TempProject({ "never.fuzz.ts": never });
  const told = await silent.told("fuzz", "--runs", "2000");
  expect(told.coverage.subjects?.[0]?.unheld).toMatchObject([{ file: "never.fuzz.ts", line: 3 }]);
}, 120_000);

test("one seed gives the same inputs, findings and order in two processes", async () => {
  const words = ["fuzz", "--runs", "20000", "--seed", "7"];
  const told = await Promise.all(
    [project(broken), project(broken)].map(async (here) => {
      const { findings, coverage } = await here.told(...words);
      const seen = findings.map(({ id, runIndex, token, occurrences }) => ({
        id,
        runIndex,
        token,
        occurrences,
      }));
      const { corpus, edges } = coverage.subjects?.[0] ?? {};
      return { seen, corpus, edges };
    }),
  );
  expect(told[0]).toEqual(told[1]);
  expect(told[0]?.corpus).toBeGreaterThan(5);
}, 120_000);

/** Each input is one message of a session that the module keeps. */
const session = (bug: string, ending = ""): string => `
import { fuzz } from "gauntlet";
let state = "closed";
export default fuzz("session", (data) => {
  const [message] = data;
  if (message === 0x48) state = "greeted";
  else if (message === 0x4f && state === "greeted") state = "open";
  else if (message === 0x58 && state === "open") { ${bug} }
  ${ending}
});`;

test("an input that fails only after others is kept and replayed with these", async () => {
  const bug = 'throw new Error("closed twice");';
  const here = new TempProject({ "session.fuzz.ts": session(bug) });
  const found = await here.told("fuzz", "--runs", "5000", "--seed", "1");
  expect(found).toMatchObject({ code: 1, verdict: "broken" });
  const [finding] = found.findings;
  expect(finding).toMatchObject({ message: "closed twice", confirmed: true });
  expect(finding?.input).toMatchObject({ inputs: 3, bytes: 1 });
  const calls = ["48", "4f", "58"].map((hex) => `session(1 bytes ${hex})`);
  expect(finding?.story.slice(0, 3)).toEqual(calls);
  const replayed = await here.told("replay", finding?.trace ?? "");
  expect(replayed.findings[0]?.identity.key).toBe(finding?.identity.key);
  // What was kept finds it again at once.
  const again = await here.told("fuzz", "--runs", "60", "--seed", "2");
  expect(again.findings[0]?.identity.key).toBe(finding?.identity.key);
}, 120_000);

test("a session that breaks nowhere, or starts anew with each input, stays silent", async () => {
  const bug = 'throw new Error("closed twice");';
  for (const text of [session(""), session(bug, 'state = "closed";')]) {
    const here = new TempProject({ "session.fuzz.ts": text });
    const told = await here.told("fuzz", "--runs", "5000", "--seed", "1");
    expect(told).toMatchObject({ code: 0, verdict: "held", findings: [] });
  }
}, 120_000);

const scenario = (fn: string): string => `
version: 1
name: a code
steps:
  - { type: draw, name: code, schema: { type: integer, minimum: 0, maximum: 100000 } }
  - { type: call, fn: "./steps.ts#${fn}", args: ["\${code}"] }
`;

test("what a scenario draws is fuzzed, and one that draws nothing is refused", async () => {
  const here = new TempProject({
    "steps.ts": `
export function check(code: number): void {
  if (code === 48213) throw new Error("known");
}
export function right(code: number): string { return String(code); }`,
    "check.scenario.yaml": scenario("check"),
    "right.scenario.yaml": scenario("right"),
    "plain.scenario.yaml": `
version: 1
name: plain
steps:
  - { type: call, fn: "./steps.ts#right", args: [1] }
`,
  });
  const words = ["--runs", "1000", "--seed", "1"];
  const found = await here.told("fuzz", "check.scenario.yaml", ...words);
  expect(found.code).toBe(1);
  expect(found.findings[0]).toMatchObject({ message: "known", confirmed: true });
  const silent = await here.told("fuzz", "right.scenario.yaml", ...words);
  expect(silent).toMatchObject({ code: 0, findings: [] });
  const refused = await here.gauntlet("fuzz", "plain.scenario.yaml");
  expect([refused.code, refused.err]).toEqual([2, expect.stringContaining("error[U007]")]);
}, 120_000);

test("a function without a test is fuzzed by the type of its parameter", async () => {
  const source = `
export function version(text: string): string {
  if (/^v(\\d+)\\.(\\d+)-beta$/.test(text)) throw new TypeError("no betas");
  return text;
}
export function safe(text: string): number { return text.length; }`;
  const here = new TempProject({ "src/version.ts": source });
  const found = await here.told("fuzz", "src/version.ts#version", "--runs", "20000");
  expect(found).toMatchObject({ code: 1, verdict: "broken" });
  expect(found.findings[0]?.story[0]).toBe('version("v0.0-beta")');
  const fine = await here.told("fuzz", "src/version.ts#safe", "--runs", "2000");
  expect(fine).toMatchObject({ code: 0, verdict: "held" });
  const refused = await here.gauntlet("fuzz", "src/version.ts");
  expect(refused.code).toBe(2);
  expect(refused.err).toContain("`src/version.ts#version`");
}, 120_000);

/** What a target may do to a campaign; each is found, and so is the other bug beside it. */
const hostile: Readonly<Record<string, { readonly run: string; readonly error: RegExp }>> = {
  "never ends": { run: "for (;;) seen += 1;", error: /TooMuchWork/ },
  "kills its process": { run: "process.exit(7);", error: /ProcessExit/ },
  "blows the stack": { run: "(function deep() { deep(); })();", error: /RangeError/ },
  "rejects later": { run: "void Promise.reject(new Error('later'));", error: /Error/ },
};

test.each(Object.entries(hostile))(
  "what %s is a finding, and the campaign goes on",
  async (_, { run, error }) => {
    const here = new TempProject({
      "hostile.fuzz.ts": `
import { fuzz } from "gauntlet";
let seen = 0;
export default fuzz("hostile", (data) => {
  if (data.length === 3 && data[0] === 0x77 && data[2] === 0x78) { ${run} }
  if (data.length === 4 && data[0] === 7) throw new SyntaxError("the other one");
});`,
    });
    const found = await here.told("fuzz", "--runs", "3000", "--seed", "2");
    expect(found.code).toBe(1);
    const errors = found.findings.map(({ identity }) => identity.error).join();
    expect(errors).toMatch(error);
    expect(errors).toContain("SyntaxError");
  },
  120_000,
);

test("with --crash-only a thrown error is no finding, and an endless loop still is", async () => {
  const text = (body: string): string => `
import { fuzz } from "gauntlet";
let seen = 0;
export default fuzz("strict", (data) => { if (data.length === 3) { ${body} } });`;
  const throws = new TempProject({ "a.fuzz.ts": text('throw new Error("refused");') });
  const words = ["fuzz", "--crash-only", "--runs", "1000"];
  expect(await throws.told(...words)).toMatchObject({ code: 0, verdict: "held" });
  const loops = new TempProject({ "a.fuzz.ts": text("for (;;) seen += 1;") });
  expect(await loops.told(...words)).toMatchObject({ code: 1, verdict: "broken" });
}, 120_000);
