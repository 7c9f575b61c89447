import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { repository, TempProject } from "./temp-project.ts";

/** Code that a detector finds, its correct twin, and how both are fuzzed. */
interface DetectedCase {
  readonly detector: string;
  readonly imports?: string;
  /** The bodies of `run(text)`. */
  readonly does: string;
  readonly twin: string;
  readonly seeds: readonly string[];
  /** How many runs are enough; where each of them asks something of the world, few. */
  readonly runs?: number;
}

const merge = `
function merge(target: object, source: object, isKey: (key: string) => boolean): object {
  for (const key of Object.keys(source).filter(isKey)) {
    const [value, before]: unknown[] = [Reflect.get(source, key), Reflect.get(target, key)];
    const isBoth = [value, before].every((one) => typeof one === "object" && one !== null);
    if (isBoth) merge(before as object, value as object, isKey);
    else Reflect.set(target, key, value);
  }
  return target;
}
function json(text: string): object {
  try {
    return Object(JSON.parse(text)) as object;
  } catch {
    return {};
  }
}
function attempt(call: () => unknown): unknown {
  try {
    return call();
  } catch {
    return undefined;
  }
}`;

const cases: readonly DetectedCase[] = [
  {
    detector: "prototype-pollution",
    does: "return merge({}, json(text), () => true);",
    twin: 'return merge({}, json(text), (key) => key !== "__proto__");',
    seeds: ['{"a":{"b":1}}'],
  },
  {
    detector: "prototype-pollution",
    does: `const made: Record<string, unknown> = {};
      made[text] = { read: true };
      return made;`,
    twin: "return new Map([[text, { read: true }]]);",
    seeds: ["name"],
  },
  {
    detector: "path-traversal",
    imports: 'import fs from "node:fs"; import path from "node:path";',
    does: 'return attempt(() => fs.readFileSync(path.join("uploads", text), "utf8"));',
    twin: 'return attempt(() => fs.readFileSync("uploads/" + path.basename(text)));',
    seeds: ["a.txt"],
    runs: 300,
  },
  {
    detector: "command-injection",
    imports: 'import child from "node:child_process";',
    does: 'return attempt(() => child.execSync("grep " + text, { stdio: "pipe" }));',
    twin: 'return attempt(() => child.execFileSync("grep", [text], { stdio: "pipe" }));',
    seeds: ["word"],
    runs: 300,
  },
  {
    detector: "code-injection",
    does: "return attempt(() => eval(text) as unknown);",
    twin: "return attempt(() => JSON.parse(text) as unknown);",
    seeds: ["1 + 2"],
  },
  {
    detector: "request-forgery",
    does: 'return fetch("https://rates.example" + text).catch(() => {});',
    twin: 'return fetch("https://rates.example/" + encodeURIComponent(text)).catch(() => {});',
    seeds: ["/eur"],
    runs: 300,
  },
  {
    detector: "slow-pattern",
    does: 'return text.replace(/\\s+$/, "");',
    twin: "return text.trimEnd();",
    seeds: ["a  b"],
  },
  {
    detector: "slow-growth",
    does: `const seen: string[] = [];
      for (const part of text.split(",")) {
        for (const other of seen) if (other === part) continue;
        seen.push(part);
      }
      return seen.length;`,
    twin: `const seen = new Set<string>();
      for (const part of text.split(",")) seen.add(part);
      return seen.size;`,
    seeds: ["a,b,b"],
  },
  {
    detector: "unhandled-rejection",
    does: "void Promise.resolve().then(() => JSON.parse(text) as unknown);",
    twin: "void Promise.resolve().then(() => JSON.parse(text) as unknown).catch(() => {});",
    seeds: ["{}"],
  },
];

function projectOf(found: DetectedCase, body: string, more = ""): TempProject {
  return new TempProject({
    "reader.fuzz.ts": `
import { fuzz } from "gauntlet";
${found.imports ?? ""}
${merge}
export default fuzz({
  name: "reader",
  input: "text",
  seeds: ${JSON.stringify(found.seeds)},${more}
  run: (text) => {
      ${body}
  },
});`,
  });
}

const runsWith = (runs = 4_000): string[] => ["fuzz", "--runs", String(runs), "--seed", "1"];

describe.each(cases)("$detector: code that does `$does`", (one) => {
  test("is found, named, and the same when it is replayed", async () => {
    const here = projectOf(one, one.does);
    const told = await here.told(...runsWith(one.runs));
    expect(told).toMatchObject({ code: 1, verdict: "broken" });
    const named = told.findings.map(({ identity }) => identity.property);
    expect(named).toEqual([`detector: ${one.detector}`]);
    const [finding] = told.findings;
    expect(finding?.confirmed).toBe(true);
    const again = await here.told("replay", finding?.trace ?? "");
    expect(again.code).toBe(1);
    expect(again.findings[0]?.identity.key).toBe(finding?.identity.key);
  }, 120_000);

  test("its correct twin stays silent", async () => {
    const told = await projectOf(one, one.twin).told(...runsWith(one.runs));
    expect(told).toMatchObject({ code: 0, verdict: "held", findings: [] });
  }, 120_000);
});

test("a detector that is switched off finds nothing, and the others still do", async () => {
  const slow = cases.find(({ detector }) => detector === "slow-pattern");
  const late = cases.find(({ detector }) => detector === "unhandled-rejection");
  const off = '\n  detectors: { off: ["slow-pattern", "unhandled-rejection"] },';
  for (const one of [slow, late]) {
    if (one === undefined) throw new Error("there is no such case");
    const told = await projectOf(one, one.does, off).told(...runsWith());
    expect(told).toMatchObject({ code: 0, verdict: "held", findings: [] });
  }
  const [first] = cases;
  if (first === undefined) throw new Error("there is no case");
  const told = await projectOf(first, first.does, off).told(...runsWith());
  expect(told.findings[0]?.identity.property).toBe("detector: prototype-pollution");
}, 120_000);

test.each([
  ['{ off: ["slow-patern"] }', "did you mean `slow-pattern`?"],
  ['{ of: ["slow-pattern"], off: [] }', "did you mean `off`?"],
  ['["slow-pattern"]', "`detectors` must be an object"],
  ['{ off: "slow-pattern" }', "`detectors.off` must be a list of names"],
])(
  "detectors: %s is refused",
  async (given, says) => {
    const [first] = cases;
    if (first === undefined) throw new Error("there is no case");
    const here = projectOf(first, first.twin, `\n  detectors: ${given} as never,`);
    const refused = await here.gauntlet("fuzz", "--runs", "100");
    expect(refused.code).toBe(2);
    expect(refused.err).toContain("S004");
    expect(refused.err).toContain(says);
  },
  60_000,
);

test("a reader that writes into what it was given is found", async () => {
  const name = "changes-its-input.fuzz.ts";
  const text = readFileSync(path.join(repository, "test/fixtures/fuzz", name), "utf8");
  const here = new TempProject({ [name]: text });
  const told = await here.told(...runsWith());
  expect(told.findings.map(({ identity }) => identity.property)).toEqual([
    "detector: changed-arguments",
  ]);
  const copies = new TempProject({
    [name]: text.replace("(data) => {", "(given) => {\n  const data = given.slice();"),
  });
  expect(await copies.told(...runsWith())).toMatchObject({ code: 0, findings: [] });
}, 120_000);
