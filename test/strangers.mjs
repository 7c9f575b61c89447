// Installs what `npm pack` gives into eight projects as strangers have them, and demands what a
// newcomer expects: node test/strangers.mjs [--only name]. Needs the npm registry.
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { projects } from "./strangers/projects.mjs";
import { runCommand } from "./strangers/run-command.mjs";
import { goals, Stranger } from "./strangers/stranger.mjs";

const lanesCount = 2;
const root = fileURLToPath(new URL("..", import.meta.url));
const work = mkdtempSync(join(tmpdir(), "gauntlet-strangers-"));
const wanted = wantedProjects(process.argv.slice(2));
const failed = [];
let passed = 0;

try {
  const tarball = await pack();
  const queue = [...wanted];
  await Promise.all(Array.from({ length: lanesCount }, () => lane(queue, tarball)));
} finally {
  rmSync(work, { recursive: true, force: true, maxRetries: 3 });
}
for (const name of failed) console.log(`FAILED ${name}`);
console.log(`strangers: ${passed} passed, ${failed.length} failed`);
process.exitCode = failed.length === 0 ? 0 : 1;

// --- inside ---

function wantedProjects(words) {
  if (words.length === 0) return projects;
  const [flag, name] = words;
  const found = projects.filter((project) => project.name === name);
  if (flag === "--only" && found.length === 1 && words.length === 2) return found;
  const names = projects.map((project) => project.name).join(", ");
  console.error(`usage: node test/strangers.mjs [--only name], where a name is one of ${names}`);
  process.exit(2);
}

async function pack() {
  const words = ["npm", "pack", "--ignore-scripts", "--pack-destination", work];
  const { code, all } = await runCommand(words, { cwd: root });
  const name = readdirSync(work).find((file) => file.endsWith(".tgz"));
  if (code !== 0 || name === undefined) throw new Error(all);
  return join(work, name);
}

async function lane(queue, tarball) {
  for (let project = queue.shift(); project !== undefined; project = queue.shift()) {
    const lines = await visit(project, tarball);
    console.log([`::: ${project.name}`, ...lines, ""].join("\n"));
  }
}

async function visit(project, tarball) {
  const stranger = new Stranger(project, { work, tarball });
  const lines = [];
  let isOver = false;
  for (const { name, isNeeded = false, take } of stranger.steps) {
    const beginMs = Date.now();
    const problem = isOver ? "did not run" : await problemOf(take);
    const seconds = `${((Date.now() - beginMs) / 1_000).toFixed(1)} s`;
    lines.push(`  ${problem === undefined ? "✓" : "✗"} ${name}   ${seconds}`);
    if (problem === undefined) passed += 1;
    else {
      failed.push(`${project.name}: ${name}`);
      lines.push(problem.replaceAll(/^/gm, "      "));
      isOver ||= isNeeded;
    }
  }
  return [...lines, ...measures(stranger.measured)];
}

async function problemOf(take) {
  try {
    await take();
    return undefined;
  } catch (error) {
    return error.message;
  }
}

function measures({ mb, packages, findingSeconds, installSeconds, tsc, absent = [] }) {
  return [
    ...(absent.length === 0 ? [] : [`  the registry lacks ${absent.length} of other platforms`]),
    `  ${tsc ?? "no tsc"}, gauntlet added in ${installSeconds?.toFixed(1) ?? "?"} s`,
    measure("size, MB", mb, goals.mb),
    measure("packages", packages, goals.packages),
    measure("first finding, s", findingSeconds, goals.findingSeconds),
  ];
}

function measure(name, value, goal) {
  if (value === undefined) return `  ${name}: not measured, goal ${goal}: missed`;
  const verdict = value <= goal ? "met" : "missed";
  return `  ${name}: ${Number(value.toFixed(1))}, goal ${goal}: ${verdict}`;
}
