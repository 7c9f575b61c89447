// One service in seven frameworks, broken and fixed, and what `gauntlet init` writes for services
// that have no test, with what `npm pack` gives:
// node test/frameworks.mjs [--only name] [--seeds count]. Needs the npm registry.
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { finding, packages, projects, starters } from "./frameworks/projects.mjs";
import { runCommand } from "./strangers/run-command.mjs";

const lanesCount = 2;
const { values: asked } = parseArgs({
  options: { only: { type: "string" }, seeds: { type: "string", default: "3" } },
});
const seeds = Array.from({ length: Number(asked.seeds) }, (_, at) => at + 1);
const runs = 25;
const fixtures = fileURLToPath(new URL("./frameworks/fixtures/", import.meta.url));
const root = fileURLToPath(new URL("..", import.meta.url));
const wanted = wantedProjects(asked.only);
const work = mkdtempSync(join(tmpdir(), "gauntlet-frameworks-"));
const failed = [];
let passed = 0;

try {
  await install();
  const queue = [...wanted];
  await Promise.all(Array.from({ length: lanesCount }, () => lane(queue)));
} finally {
  rmSync(work, { recursive: true, force: true, maxRetries: 3 });
}
for (const name of failed) console.log(`FAILED ${name}`);
console.log(`frameworks: ${passed} passed, ${failed.length} failed`);
process.exitCode = failed.length === 0 ? 0 : 1;

// --- inside ---

function wantedProjects(only) {
  const found = [...projects, ...starters].filter(
    ({ name }) => only === undefined || name === only,
  );
  if (found.length === 0) throw new Error(`there is no framework ${only}`);
  return found;
}

async function install() {
  await demand(["npm", "pack", "--ignore-scripts", "--pack-destination", work], { cwd: root });
  const tarball = readdirSync(work).find((file) => file.endsWith(".tgz"));
  const dependencies = { ...packages, gauntlet: `file:./${tarball}` };
  const manifest = { name: "frameworks", private: true, dependencies };
  writeFileSync(join(work, "package.json"), JSON.stringify(manifest));
  const words = ["npm", "install", "--no-audit", "--no-fund", "--ignore-scripts"];
  const { seconds } = await demand(words, { cwd: work });
  console.log(`installed in ${seconds.toFixed(1)} s`);
}

async function lane(queue) {
  for (let project = queue.shift(); project !== undefined; project = queue.shift()) {
    const lines = await visit(project);
    console.log([`::: ${project.name}`, ...lines, ""].join("\n"));
  }
}

async function visit(project) {
  const broken = unpack(project, "broken");
  const fixed = unpack(project, "fixed");
  const steps = starters.includes(project)
    ? starterSteps(project, broken, fixed)
    : seeds.flatMap((seed) => [
        {
          name: `seed ${seed}: found, told and replayed`,
          take: () => demandFinding(project, broken, seed),
        },
        { name: `seed ${seed}: the fixed twin is silent`, take: () => demandSilence(fixed, seed) },
      ]);
  const lines = [];
  for (const { name, take } of steps) {
    const beginMs = Date.now();
    const problem = await take().then(
      () => undefined,
      (error) => error.message,
    );
    const seconds = `${((Date.now() - beginMs) / 1_000).toFixed(1)} s`;
    lines.push(`  ${problem === undefined ? "✓" : "✗"} ${name}   ${seconds}`);
    if (problem === undefined) passed += 1;
    else {
      failed.push(`${project.name}: ${name}`);
      lines.push(problem.replaceAll(/^/gm, "      "));
    }
  }
  return lines;
}

function starterSteps(project, broken, fixed) {
  return [
    { name: "what init writes compiles", take: () => demandStarter(project, broken) },
    { name: "it finds what is broken", take: () => demandFound(project, broken) },
    {
      name: "it holds where nothing is",
      take: async () => {
        await demandStarter(project, fixed);
        await demandHeld(project, fixed);
      },
    },
  ];
}

async function demandStarter({ folder }, cwd) {
  const { out } = await demand(["npx", "gauntlet", "init"], { cwd });
  if (!out.includes(`${folder}/gauntlet.md`)) throw new Error(out);
  await demand(["npx", "tsc", "--noEmit", "-p", "."], { cwd });
}

async function demandFound({ finding: expected }, cwd) {
  const words = ["npx", "gauntlet", "explore", "--runs", `${runs}`, "--bail"];
  const explored = await runCommand(words, { cwd });
  if (explored.code !== 1 || !explored.out.includes(`✗ ${expected}`)) throw unexpected(explored);
}

async function demandHeld({ held }, cwd) {
  const explored = await runCommand(["npx", "gauntlet", "explore", "--runs", `${runs}`], { cwd });
  const isHeld = explored.out.includes(`✓ ${held} properties held`);
  if (explored.code !== 0 || !isHeld) throw unexpected(explored);
}

/** A project of its own below the packages that all of them share. */
function unpack(project, twin) {
  const { name, type = "module", dependencies = [] } = project;
  const own = project.own ?? starters.includes(project);
  const folder = join(work, `${name}-${twin}`);
  mkdirSync(folder);
  const from = join(fixtures, name);
  const isPart = (file) => file !== join(from, "fixed");
  cpSync(from, folder, { recursive: true, filter: isPart });
  const needed = Object.fromEntries(dependencies.map((one) => [one, packages[one]]));
  const manifest = { name, private: true, type, dependencies: needed };
  writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
  const service = join(fixtures, "service", twin === "fixed" ? "fixed" : "", "accounts.ts");
  if (!own) cpSync(service, join(folder, "src", "accounts.ts"));
  else if (twin === "fixed" && existsSync(join(from, "fixed"))) {
    cpSync(join(from, "fixed"), folder, { recursive: true });
  }
  return folder;
}

async function demandFinding({ line, replays = 1 }, cwd, seed) {
  const explored = await explore(cwd, seed, ["--bail"]);
  if (explored.code !== 1 || !isTold(explored.out, line)) throw unexpected(explored);
  const [, words] = /^ *replay +npx gauntlet (.+)$/m.exec(explored.out) ?? [];
  if (words === undefined) throw unexpected(explored);
  // More than one says nothing of another seed, so only the first is replayed often.
  for (let time = 0; time < (seed === seeds[0] ? replays : 1); time++) {
    const replayed = await runCommand(["npx", "gauntlet", ...words.split(" ")], { cwd });
    if (replayed.code !== 1 || !isTold(replayed.out, line)) throw unexpected(replayed);
  }
}

function isTold(out, line) {
  return out.includes(`✗ ${finding}`) && line.test(out);
}

async function demandSilence(cwd, seed) {
  const explored = await explore(cwd, seed, []);
  if (explored.code !== 0 || !explored.out.includes("✓ 1 property held")) {
    throw unexpected(explored);
  }
}

function explore(cwd, seed, flags) {
  const words = ["explore", "accounts.chaos.ts", "--seed", `${seed}`, "--runs", `${runs}`];
  return runCommand(["npx", "gauntlet", ...words, ...flags], { cwd });
}

async function demand(words, place) {
  const ended = await runCommand(words, place);
  if (ended.code !== 0) throw unexpected(ended);
  return ended;
}

function unexpected({ code, all }) {
  return new Error(`exit ${code}\n${all.trim().slice(-3_000)}`);
}
