import { cpSync, existsSync, readdirSync, rmSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { isAnswer } from "../../src/kernel/decisions/decision.ts";
import type { Trace } from "../../src/kernel/trace/trace.ts";
import { decisionLine } from "../../src/kernel/trace/trace-write.ts";
import { readTrace } from "../../src/store/trace-file.ts";
import { repository, TempProject } from "./temp-project.ts";

// AC-15 and AC-16: every scenario that we ship, from doctor to ci, with the same decisions each
// time. What comes out broken is as good here: it has to come out so again.

const fixtures = path.join(repository, "test", "fixtures", "scenarios");
const hostFixtures = path.join(repository, "test", "fixtures", "host-scenarios");
const examples = path.join(repository, "examples");
const isScenario = /\.(?:scenario\.(?:ya?ml|json)|fozzy\.json)$/u;

/** Folders that are projects of their own, with the scenarios below them. */
const projects = [fixtures, hostFixtures, ...projectsBelow(examples)]
  .map((folder) => ({
    name: path.relative(repository, folder),
    folder,
    files: scenariosIn(folder),
  }))
  .filter(({ files }) => files.length > 0);

test("there are scenarios to take through the chain", () => {
  expect(projects[0]?.files.length).toBeGreaterThan(20);
  expect(projects[1]?.files).toEqual(["machine.scenario.yaml", "refused.scenario.yaml"]);
});

test.each(projects)(
  "AC-15, AC-16: what is below $name repeats, is recorded, verified, replayed and proven",
  { timeout: 900_000 },
  async ({ folder, files }) => {
    const project = copyOf(folder);
    const say = async (...words: string[]): Promise<Told> => {
      return JSON.parse((await project.cli(...words, "--json")).out) as Told;
    };

    const real = files.filter((file) => usesHost.test(project.read(file)));
    const simulated = files.filter((file) => !real.includes(file));
    // What is real gives no two runs the same: doctor refuses it.
    const words = ["doctor", "--deep", "--runs", "2", ...simulated];
    const examined = simulated.length === 0 ? [] : [(await say(...words)).verdict];
    expect(examined).toEqual(examined.map(() => "held"));
    const first = [
      ...(await recorded(say, simulated, ["--det", "--strict", "--record", "det.jsonl.gz"])),
      ...(await recorded(say, real, ["--record", "real.jsonl.gz"])),
    ];
    expect(first.map(({ file }) => file).toSorted()).toEqual(files);
    const second = await recorded(say, files, ["--record", "second.jsonl.gz"]);
    // From here on the machine has nothing to answer with: whoever asks it comes out otherwise.
    rmSync(project.path("machine"), { recursive: true, force: true });
    for (const one of first) {
      const other = second.find(({ file }) => file === one.file);
      await sameAndProven([one, other ?? one], { say, project });
    }
    expect(existsSync(project.path("machine"))).toBe(false); // a replay writes nothing either
    const alone = ["--det", "--record", "alone.jsonl.gz"];
    for (const other of await recorded(say, simulated.slice(0, 1), alone)) {
      const one = first.find(({ file }) => file === other.file);
      await sameAndProven([one ?? other, other], { say, project });
    }
  },
);

// --- inside ---

/** Words of a file whose runs ask the machine. */
const usesHost = /backends[^]*\bhost\b/u;

interface RecordedCase {
  readonly file: string;
  readonly verdict: string;
  readonly because: string;
  readonly findings: readonly string[];
  readonly trace: string;
}

interface Told {
  readonly verdict: string;
  readonly cases?: readonly RecordedCase[];
  readonly replayed?: { readonly decisions: readonly unknown[] };
}

type Say = (...words: string[]) => Promise<Told>;

async function recorded(
  say: Say,
  files: readonly string[],
  flags: readonly string[],
): Promise<readonly RecordedCase[]> {
  if (files.length === 0) return [];
  const { cases = [] } = await say(files.length === 1 ? "run" : "test", ...files, ...flags);
  for (const { file, verdict, because } of cases) {
    expect([file, because]).toEqual([file, ""]);
    expect(["held", "broken"]).toContain(verdict);
  }
  return cases;
}

/** Two recordings are the same, and what was recorded comes out so again. */
async function sameAndProven(
  [one, other]: readonly [RecordedCase, RecordedCase],
  { say, project }: { readonly say: Say; readonly project: TempProject },
): Promise<void> {
  const { file, verdict, trace: name } = one;
  expect({ ...other, trace: name }).toMatchObject({ file, verdict, findings: one.findings });
  const trace = await readTrace(project.path(name));
  const again = await readTrace(project.path(other.trace));
  expect([file, decidedIn(again)]).toEqual([file, decidedIn(trace)]);
  const verified = await say("trace", "verify", name, "--strict");
  expect([file, verified]).toMatchObject([file, { verdict: "held", recorded: verdict }]);
  const replay = await say("replay", name, "--step");
  expect([file, replay.verdict]).toEqual([file, verdict]);
  const replayed = replay.replayed?.decisions.map((line) => JSON.stringify(line));
  expect([file, replayed]).toEqual([file, trace.decisions.map(decisionLine)]);
  const proven = await say("ci", name);
  expect([file, proven.verdict, proven.cases?.filter(isBroken)]).toEqual([file, "held", []]);
}

function isBroken({ verdict }: { readonly verdict: string }): boolean {
  return verdict === "broken";
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
  for (const name of ["nanoid", "p-queue"]) project.link(name); // of examples/tickets
  cpSync(folder, project.root, {
    recursive: true,
    filter: (source) => !/node_modules|\.gauntlet/u.test(path.relative(folder, source)),
  });
  return project;
}
