// Installs real packages at a version with a published bug and at the one that mended it, by what
// `npm pack` gives, and demands that `explore` finds the one and is silent about the other with
// every seed: node test/real-packages.mjs [--only name] [--seeds count]. Needs the npm registry.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { inlined, packages, stillFound } from "./real-packages/packages.mjs";
import { runCommand } from "./strangers/run-command.mjs";

const lanesCount = 2;
const { values: flags } = parseArgs({
  options: { only: { type: "string" }, seeds: { type: "string", default: "3" } },
});
const seeds = Array.from({ length: Number(flags.seeds) }, (_, at) => at + 1);
const runsMax = { broken: 100, fixed: 60, newest: 150 };
const root = fileURLToPath(new URL("..", import.meta.url));
const fixtures = fileURLToPath(new URL("real-packages/fixtures/", import.meta.url));
const project = mkdtempSync(join(tmpdir(), "gauntlet-packages-"));
const rows = wantedRows(flags.only);
const beginMs = Date.now();

try {
  await install();
  const queue = [...rows];
  await Promise.all(Array.from({ length: lanesCount }, () => lane(queue)));
} finally {
  rmSync(project, { recursive: true, force: true, maxRetries: 3 });
}
const table = readFileSync(join(root, "docs/explanation/what-explore-finds.md"), "utf8");
for (const row of rows) {
  if (!table.includes(docRow(row))) row.problems.push(`the docs have no row ${docRow(row)}`);
  console.log(told(row));
}
const bad = rows.flatMap(({ name, problems }) => problems.map((text) => [name, text].join(": ")));
for (const text of bad) console.log(`FAILED ${text}`);
const seconds = ((Date.now() - beginMs) / 1_000).toFixed(0);
console.log(`packages: ${rows.length} rows, ${bad.length} not as expected, ${seconds} s`);
process.exitCode = bad.length === 0 ? 0 : 1;

// --- inside ---

function wantedRows(only) {
  const all = [
    ...packages.map(({ name, broken, fixed }) => ({ name, versions: { broken, fixed } })),
    ...stillFound.map(({ name, version }) => ({ name, versions: { newest: version } })),
  ].map((row) => ({ ...row, found: [], problems: [], runs: 0, seconds: 0 }));
  const wanted = all.filter(({ name }) => only === undefined || name === only);
  if (wanted.length === 0) throw new Error(`there is no package ${only}`);
  return wanted;
}

/** One install for all of them: each side of each package under a name of its own. */
async function install() {
  await demand(["npm", "pack", "--ignore-scripts", "--pack-destination", project], root);
  const tarball = readdirSync(project).find((file) => file.endsWith(".tgz"));
  const aliases = rows.flatMap(({ name, versions }) =>
    Object.entries(versions).map(([side, version]) => [
      `${name}-${side}`,
      `npm:${name}@${version}`,
    ]),
  );
  const dependencies = {
    gauntlet: `file:${tarball}`,
    "fast-check": "^4.0.0",
    ...Object.fromEntries(aliases),
  };
  const manifest = { name: "real-packages", private: true, type: "module", dependencies };
  writeFileSync(join(project, "package.json"), JSON.stringify(manifest));
  const inline = inlined.flatMap((name) => Object.keys(runsMax).map((side) => `${name}-${side}`));
  writeFileSync(join(project, "gauntlet.toml"), `[explorer]\ninline = ${JSON.stringify(inline)}\n`);
  await demand(["npm", "install", "--ignore-scripts", "--no-audit", "--no-fund"], project);
}

async function demand(words, cwd) {
  const { code, all } = await runCommand(words, { cwd });
  if (code !== 0) throw new Error(`${words.join(" ")}: exit ${code}\n${all}`);
}

async function lane(queue) {
  for (let row = queue.shift(); row !== undefined; row = queue.shift()) {
    const rowMs = Date.now();
    for (const side of Object.keys(row.versions)) await judge(row, side);
    row.seconds = (Date.now() - rowMs) / 1_000;
  }
}

async function judge(row, side) {
  const file = copyOf(row.name, side);
  for (const seed of seeds) {
    const { code, document, all } = await gauntlet([
      "explore",
      file,
      `--seed=${seed}`,
      `--runs=${runsMax[side]}`,
      "--no-corpus",
      ...(side === "fixed" ? [] : ["--bail"]),
    ]);
    const problem =
      side === "fixed" ? problemOfSilence(code, document) : problemOfFinding(row, document);
    if (document !== undefined) row.runs += document.summary.runs;
    if (problem !== undefined) row.problems.push(`${side}, seed ${seed}: ${problem}\n${all}`);
    else if (side !== "fixed" && seed === seeds[0]) await demandReplay(row, document);
  }
}

/** The same chaos file for each side: only the name that it imports differs. */
function copyOf(name, side) {
  const folder = side === "newest" ? join(fixtures, "newest") : fixtures;
  const text = readFileSync(join(folder, `${name}.chaos.mjs`), "utf8");
  const copy = text.replace(`from "${name}"`, `from "${name}-${side}"`);
  if (copy === text) throw new Error(`${name}.chaos.mjs imports nothing from "${name}"`);
  mkdirSync(join(project, side), { recursive: true });
  writeFileSync(join(project, side, `${name}.chaos.mjs`), copy);
  return `${side}/${name}.chaos.mjs`;
}

async function gauntlet(words) {
  const cli = join(project, "node_modules/gauntlet/dist/cli/main.js");
  const { code, out, all } = await runCommand(
    [process.execPath, cli, ...words, "--json", "--quiet"],
    { cwd: project },
  );
  try {
    return { code, document: JSON.parse(out), all: all.slice(0, 2_000) };
  } catch {
    return { code, document: undefined, all: all.slice(0, 2_000) };
  }
}

function problemOfSilence(code, document) {
  if (document === undefined) return `exit ${code}, no document`;
  if (code === 0 && document.verdict === "held") return undefined;
  const found = document.findings.map(({ message }) => message).join(", ");
  return `${document.verdict}, ${found === "" ? "nothing found" : found}`;
}

function problemOfFinding(row, document) {
  const [finding, another] = document?.findings ?? [];
  if (finding === undefined) return "nothing was found";
  if (another !== undefined) return `something else was found: ${another.message}`;
  if (finding.kind !== "property") return `not the promise, but ${finding.message}`;
  if (!finding.confirmed) return "the finding is not proven";
  if (finding.shrunk === null) return "the finding is not made small";
  row.found.push({ message: finding.message, runIndex: finding.runIndex, ...finding.shrunk });
  return undefined;
}

async function demandReplay(row, { findings: [finding] }) {
  const { code, document } = await gauntlet(["replay", finding.trace]);
  const again = document?.findings[0];
  if (code === 1 && again?.identity.key === finding.identity.key) return;
  row.problems.push(`the replay shows ${again?.message ?? "nothing"}`);
}

/** How the row begins in the table of the docs. */
function docRow({ name, versions, found }) {
  const message = found[0]?.message ?? "nothing";
  return `| ${[name, ...Object.values(versions), message].join(" | ")} |`;
}

function told({ name, versions, found, problems, runs, seconds: rowSeconds }) {
  const { broken, fixed, newest } = versions;
  const shown = newest === undefined ? `${broken} → ${fixed}` : `${newest}, still`;
  const at = found.map(({ runIndex }) => runIndex + 1).join(", ");
  const small = found.map(({ to }) => to).join(", ");
  return [
    problems.length === 0 ? "✓" : "✗",
    name.padEnd(16),
    shown.padEnd(17),
    (found[0]?.message ?? "nothing").padEnd(58),
    `run ${at}`.padEnd(18),
    `${small} decisions`.padEnd(22),
    `${runs} runs`.padStart(10),
    `${rowSeconds.toFixed(1)} s`.padStart(8),
  ].join(" ");
}
