import { expect, test } from "vitest";
import { TempProject } from "./temp-project.ts";

// Every key of [[scan]], [fixtures], [[objects]] and [init] changes what happens. Those of
// contracts and relations are shown with what checks them.

/** A text as a number, so that no search guesses the text from the comparison. */
const sumOf = (text: string): number =>
  text.split("").reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1_000_003, 7);

const tools = `
export const sumOf = (text: string): number =>
  [...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1_000_003, 7);
export const broken = (): string => (undefined as unknown as { text: string }).text;
`;

/** A function that fails for one text only. */
const failing = (name: string, param: string, word: string): string =>
  `export function ${name}(${param}: string): string {
  return sumOf(${param}) === ${sumOf(word)} ? broken() : ${param};
}
`;

const functions = `
import { broken, sumOf } from "./tools.ts";
export const _hidden = (count: number): number => count;
export const other = (count: number): number => count;
export const anyLength = (value: any): number => value.length;
${failing("fromTests", "name", "planted-test")}
/** @example fromDocs("planted-doc") */
${failing("fromDocs", "name", "planted-doc")}
${failing("fromCalls", "name", "planted-call")}
${failing("fromFixture", "model", "planted-model")}
${failing("fromRegistry", "sku", "planted-sku")}
${failing("fromOwnRegistry", "tag", "planted-tag")}
export const meant = (): string => broken();
export const refused = (): string => broken();
export const wrongOne = (): number => "one" as unknown as number;
export const wrongTwo = (): number => "two" as unknown as number;
`;

const files = {
  "src/tools.ts": tools,
  "src/keys.ts": functions,
  "src/code.ts": `import { broken, sumOf } from "./tools.ts";
export const known = "planted-code";
${failing("fromCode", "name", "planted-code")}`,
  "src/uses.ts": `import { fromCalls } from "./keys.ts";
export const used = (): string => fromCalls("planted-call");
`,
  "test/keys.test.ts": `import { fromTests } from "../src/keys.ts";
test("a", () => expect(fromTests("planted-test")).toBe("a"));
`,
  "test/all.ts": `export const sku = ["planted-sku"];\n`,
  "test/own.ts": `export const tag = ["planted-tag"];\n`,
};

/** What a scan says of each function: the levels of its findings, or that nothing failed. */
async function scanned(project: TempProject, config: string) {
  project.write("gauntlet.toml", config);
  const { findings, scan, summary } = await project.told("scan", "--quiet");
  const targets = scan?.targets ?? [];
  const told = targets.map(({ module, name }) => {
    const own = findings.filter(({ evidence }) => evidence?.target === `${module}:${name}`);
    return [name, [...new Set(own.map(({ evidence }) => evidence?.level))].join(" ")] as const;
  });
  const expected = targets.flatMap((target) => target.expected.map(({ call }) => call));
  return { levels: Object.fromEntries(told), expected, summary, targets, findings };
}

const entry = (keys: string): string =>
  ["keys", "code"]
    .map((name) => `[[scan]]\nmodule = "src/${name}.ts"\nmax_examples = 30\n${keys}\n`)
    .join("");

test("what is written down elsewhere is tried, unless a key says no", async () => {
  const project = new TempProject(files);
  const seeds = ["fromTests", "fromDocs", "fromCalls", "fromFixture", "fromRegistry"];
  const named = [...seeds, "fromOwnRegistry", "fromCode"];
  const base = `targets = ${JSON.stringify(named)}
fixtures = { model = "planted-model" }
fixture_registries = ["test/own.ts"]`;
  const all = await scanned(project, `${entry(base)}[fixtures]\nregistries = ["test/all.ts"]\n`);
  expect(all.levels).toEqual(Object.fromEntries(named.map((name) => [name, "supported"])));
  const off = ["tests", "docstrings", "call_sites", "code", "fixtures"]
    .map((source) => `seed_from_${source} = false`)
    .join("\n");
  const none = await scanned(
    project,
    `${entry(`${base}\n${off}`)}[fixtures]\nregistries = ["test/all.ts"]\n`,
  );
  expect(none.levels).toEqual(Object.fromEntries(named.map((name) => [name, ""])));
  const fewer = `targets = ["fromFixture", "fromRegistry", "fromOwnRegistry"]`;
  const unknown = await scanned(project, entry(fewer));
  expect(Object.values(unknown.levels)).toEqual(["", "", ""]);
}, 600_000);

test("what is called, how often, and what is made of it are keys", async () => {
  const project = new TempProject(files);
  const names = ["_hidden", "other", "anyLength", "meant", "refused", "wrongOne", "wrongTwo"];
  const keys = (more: string, count = 30): string =>
    `[[scan]]\nmodule = "src/keys.ts"\nmax_examples = ${count}\n${more}\n`;
  const plain = await scanned(project, keys(`targets = ${JSON.stringify(names)}`));
  expect(plain.levels).toEqual({
    other: "",
    anyLength: "exploratory",
    meant: "supported",
    refused: "supported",
    wrongOne: "supported",
    wrongTwo: "supported",
  });
  const chosen = names.filter((name) => name !== "other");
  const changed = await scanned(
    project,
    keys(
      `targets = ${JSON.stringify(chosen)}
include_private = true
treat_any_as_weak = false
expected_failures = ["meant"]
expected_preconditions = { refused = ["reading 'text'"] }
expected_properties = { wrongOne = ["returns what it declares"] }
property_overrides = { wrongTwo = ["returns what it declares"] }`,
      10,
    ),
  );
  expect(changed.levels).toEqual({
    _hidden: "",
    anyLength: "supported",
    meant: "",
    refused: "",
    wrongOne: "",
    wrongTwo: "",
  });
  expect(changed.expected.toSorted()).toEqual(["meant", "refused", "wrongOne"]);
  const runsOf = ({ targets }: typeof plain) => targets.map(({ runs }) => runs);
  // Four more runs measure how work grows.
  expect([Math.max(...runsOf(plain)), Math.max(...runsOf(changed))]).toEqual([34, 14]);
  const last = await scanned(
    project,
    keys(
      `targets = ["anyLength", "wrongOne", "meant"]
mode = "real_bug"
ignore_properties = ["returns what it declares"]
expected_failures = ["meant"]`,
    ),
  );
  expect([last.levels, last.expected]).toEqual([{ anyLength: "", wrongOne: "", meant: "" }, []]);
}, 600_000);

test("what is kept, and whether it must repeat, are keys", async () => {
  const project = new TempProject({
    "src/later.ts": `
export function later(count: number): number {
  const seen = Reflect.get(process, "seenBefore") as boolean | undefined;
  Reflect.set(process, "seenBefore", true);
  return seen === true ? (undefined as unknown as { n: number }).n : count;
}
export const always = (): string => (undefined as unknown as { text: string }).text;
`,
  });
  const keys = (more: string): string =>
    `[[scan]]\nmodule = "src/later.ts"\nmax_examples = 30\n${more}\n`;
  const strict = await scanned(project, keys(""));
  const loose = await scanned(project, keys("require_replayable = false"));
  expect([strict.levels["later"], loose.levels["later"]]).toEqual(["exploratory", "supported"]);
  const kept = async (more: string) => {
    project.write("gauntlet.toml", keys(`targets = ["always"]\n${more}`));
    return (await project.told("scan", "--quiet", "--save")).artifacts;
  };
  const bare = await kept("proof_bundles = false");
  const whole = await kept("proof_bundles = true");
  expect(whole.length).toBeGreaterThan(bare.length);
}, 600_000);

/** A method that fails at a line of its own where a condition holds. */
const method = (name: string, condition: string): string =>
  `  ${name}(): number { return ${condition} ? (undefined as unknown as { n: number }).n : 0; }`;
const marked = (name: string, mark: string): string =>
  method(name, `this.marks.includes("${mark}")`);

const probe = `
export class Probe {
  marks: string[] = [];
  step = false;
  private constructor() {}
${marked("byFactory", "factory")}
${marked("byState", "state")}
${marked("bySetup", "setup")}
${marked("byHook", "hook")}
${method("byStep", "this.step")}
}
export class Till {
  calls = 0;
${method("twice", "(this.calls += 1) > 1")}
${method("left", "this.calls >= 0")}
${method("_private", "this.calls >= 0")}
}
export class Door {
  open(): void {}
}
`;

const makers = `
import { Probe } from "../src/probe.ts";
export const state = () => ({ mark: "state" });
export function make(given?: { mark: string }) {
  const made = Object.assign(Object.create(Probe.prototype), { marks: ["factory"], step: false });
  if (given !== undefined) made.marks.push(given.mark);
  return made;
}
export const ready = (made: { marks: string[] }) => { made.marks.push("setup"); };
export const hook = (made: { marks: string[] }) => { made.marks.push("hook"); };
export const shut = () => { throw new RangeError("it was shut"); };
`;

test("how objects are made ready, and which of their methods are called, are keys", async () => {
  const project = new TempProject({ "src/probe.ts": probe, "test/makers.ts": makers });
  const scan = `[[scan]]\nmodule = "src/probe.ts"\nmax_examples = 30\n`;
  const storiesOf = ({ findings }: Awaited<ReturnType<typeof scanned>>) =>
    [...new Set(findings.map(({ place, message }) => methodAt(place?.line, message)))].toSorted();
  const plain = await scanned(project, scan);
  expect(plain.targets.find(({ name }) => name === "Probe")?.blocked?.why).toMatch(/constructor/u);
  expect(storiesOf(plain)).toEqual(["left", "twice"]);
  const objects = `${scan}
[[objects]]
target = "Probe"
factory = "test/makers.ts#make"
state_factory = "test/makers.ts#state"
setup = "test/makers.ts#ready"
scenarios = ["test/makers.ts#hook", { kind = "setattr", path = "step", value = true }]
[[objects]]
target = "Till"
harness = "fresh"
methods = ["twice", "_private"]
include_private = true
[[objects]]
target = "Door"
teardown = "test/makers.ts#shut"
`;
  const told = storiesOf(await scanned(project, objects));
  expect(told).toEqual([
    "_private",
    "byFactory",
    "byHook",
    "bySetup",
    "byState",
    "byStep",
    "it was shut",
  ]);
}, 600_000);

/** The method that stands at a line of the probe. */
function methodAt(line = 0, message: string): string {
  const text = probe.split("\n")[line - 1] ?? "";
  return /^ {2}(\w+)\(/u.exec(text)?.[1] ?? message;
}

test("what init writes, and where, are keys", async () => {
  const project = new TempProject({
    "lib/a.ts": "export const a = 1;\n",
    "gauntlet.toml": `[init]
target = "lib/**"
output_dir = "checks"
ci = true
ci_name = "nightly"
install_skill = true
scan_max_examples = 7
`,
  });
  const { code, out } = await project.gauntlet("init", "--force", "--json");
  const { artifacts } = JSON.parse(out) as { artifacts: string[] };
  expect([code, artifacts]).toEqual([
    0,
    [
      "checks/basket.chaos.ts",
      "checks/notes.scenario.yaml",
      "checks/gauntlet.md",
      ".github/workflows/nightly.yml",
      ".claude/skills/gauntlet/SKILL.md",
      "gauntlet.toml",
    ],
  ]);
  expect(project.read("gauntlet.toml")).toContain('module = "lib/**"\nmax_examples = 7\n');
});
