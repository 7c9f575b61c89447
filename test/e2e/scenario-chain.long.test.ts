import { cpSync, existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { isAnswer } from "../../src/kernel/decision.ts";
import type { Trace } from "../../src/kernel/trace.ts";
import { decisionLine } from "../../src/kernel/trace-write.ts";
import { readTrace } from "../../src/runner/trace-file.ts";
import { cli } from "./saved-finding.ts";
import { repository, TempProject } from "./temp-project.ts";

// AC-15 and AC-16: every scenario that we ship, from doctor to ci, with the same decisions each
// time. What comes out broken is as good here: it has to come out so again.

const fixtures = path.join(repository, "test", "fixtures", "scenarios");
const examples = path.join(repository, "examples");
const isScenario = /\.(?:scenario\.(?:ya?ml|json)|fozzy\.json)$/u;

/** Folders that are projects of their own, with the scenarios below them. */
const projects = [fixtures, ...projectsBelow(examples)]
  .map((folder) => ({ folder, files: scenariosIn(folder) }))
  .filter(({ files }) => files.length > 0);

test("there are scenarios to take through the chain", () => {
  expect(projects[0]?.files.length).toBeGreaterThan(20);
});

const cases = projects.flatMap(({ folder, files }) =>
  files.map((file) => [path.relative(repository, path.join(folder, file)), folder, file] as const),
);

test.each(cases)(
  "AC-15, AC-16: %s repeats, is recorded, verified, replayed and proven",
  async (_name, folder, file) => {
    const project = copyOf(folder);
    const say = (...words: string[]) => cli(project, ...words, "--json");
    const told = async (...words: string[]): Promise<Told> => {
      return JSON.parse((await say(...words)).out) as Told;
    };

    expect(await told("doctor", "--deep", "--runs", "2", file)).toMatchObject({ verdict: "held" });
    const first = await told("test", file, "--det", "--record", "first.jsonl.gz");
    const second = await told("run", file, "--det", "--record", "second.jsonl.gz");
    expect(["held", "broken"]).toContain(first.verdict);
    expect([second.verdict, second.findings]).toEqual([first.verdict, first.findings]);
    expect(first.cases?.map(({ because }) => because)).toEqual([""]);
    const traces = await Promise.all(
      ["first.jsonl.gz", "second.jsonl.gz"].map((name) => readTrace(project.path(name))),
    );
    const [one, other] = traces.map(decidedIn);
    expect(other).toEqual(one);

    const verified = await told("trace", "verify", "second.jsonl.gz");
    expect(verified).toMatchObject({ verdict: "held", recorded: first.verdict });
    const replayed = await told("replay", "second.jsonl.gz", "--step");
    expect(replayed.verdict).toBe(first.verdict);
    const [, trace] = traces;
    expect(replayed.replayed?.decisions.map((line) => JSON.stringify(line))).toEqual(
      trace?.decisions.map(decisionLine),
    );
    const proven = await say("ci", "second.jsonl.gz");
    expect([proven.code, proven.err]).toEqual([0, ""]);
  },
);

// --- inside ---

interface Told {
  readonly verdict: string;
  readonly findings: readonly unknown[];
  readonly cases?: readonly { readonly because: string }[];
  readonly replayed?: { readonly decisions: readonly unknown[] };
}

/** The decisions byte for byte; how large the real heap is differs from process to process. */
function decidedIn({ decisions }: Trace): readonly string[] {
  return decisions.map((decision) => (isAnswer(decision) ? decision.kind : decisionLine(decision)));
}

function scenariosIn(folder: string): readonly string[] {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return names.filter((name) => isScenario.test(name) && isOwn(folder, name)).toSorted();
}

/** Not below a package.json of its own. */
function isOwn(folder: string, name: string): boolean {
  for (let at = path.dirname(name); at !== "."; at = path.dirname(at)) {
    if (at.includes("node_modules")) return false;
    if (existsSync(path.join(folder, at, "package.json"))) return false;
  }
  return true;
}

function projectsBelow(folder: string): readonly string[] {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const found = names.filter((name) => path.basename(name) === "package.json");
  const own = found.filter((name) => !name.includes("node_modules"));
  return own.map((name) => path.join(folder, path.dirname(name)));
}

function copyOf(folder: string): TempProject {
  const project = new TempProject();
  project.link("gauntlet", repository);
  cpSync(folder, project.root, {
    recursive: true,
    filter: (source) => !/node_modules|\.gauntlet/u.test(path.relative(folder, source)),
  });
  return project;
}
