// Installs parsers at a version with a published crash, hang or pollution and at the one that
// mended it, sees by the report's own reproducer that they differ, and demands that `fuzz` finds
// the one, shrinks it to 20 bytes where the report's own is that small, and is silent about the
// other: node test/fuzz-packages.mjs [--only name,name] [--seeds count] [--runs count]
// [--replays count] [--smoke]. Each finding is replayed that many times. With `--smoke` only the
// reproducers are run. Needs the npm registry.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { packages } from "./fuzz-packages/packages.mjs";
import { runCommand } from "./strangers/run-command.mjs";

const { values: flags } = parseArgs({
  options: {
    only: { type: "string" },
    seeds: { type: "string", default: "1" },
    runs: { type: "string" },
    replays: { type: "string", default: "1" },
    smoke: { type: "boolean", default: false },
  },
});
const only = flags.only?.split(",");
/** So many inputs of each side, where a row says nothing else. */
const runsDefault = 20_000;
/** What is small enough to be read at a glance. */
const bytesSmall = 20;
const root = fileURLToPath(new URL("..", import.meta.url));
const targets = fileURLToPath(new URL("fuzz-packages/fixtures/", import.meta.url));
const project = mkdtempSync(join(tmpdir(), "gauntlet-fuzz-packages-"));
const rows = packages
  .filter(({ name }) => only === undefined || only.includes(name))
  .map((row) => ({ ...row, problems: [], found: [] }));
const missing = (only ?? []).filter((name) => rows.every((row) => row.name !== name));
if (missing.length > 0) throw new Error(`there is no package ${missing.join(", ")}`);

try {
  await install();
  for (const row of rows) await judgeRow(row);
} finally {
  rmSync(project, { recursive: true, force: true, maxRetries: 3 });
}
const bad = rows.filter(({ problems }) => problems.length > 0);
console.log(`fuzz packages: ${rows.length} rows, ${bad.length} not as expected`);
process.exitCode = bad.length === 0 ? 0 : 1;

// --- inside ---

/** One install for all of them: each side of each package under a name of its own. */
async function install() {
  const aliases = rows.flatMap(({ name, broken, fixed }) => [
    [`${name}-broken`, `npm:${name}@${broken}`],
    [`${name}-fixed`, `npm:${name}@${fixed}`],
  ]);
  const dependencies = Object.fromEntries(aliases);
  if (!flags.smoke) {
    await demand(["npm", "pack", "--ignore-scripts", "--pack-destination", project], root);
    const tarball = readdirSync(project).find((file) => file.endsWith(".tgz"));
    Object.assign(dependencies, { gauntlet: `file:${tarball}`, "fast-check": "^4.0.0" });
  }
  const manifest = { name: "fuzz-packages", private: true, type: "module", dependencies };
  writeFileSync(join(project, "package.json"), JSON.stringify(manifest));
  const inline = JSON.stringify(aliases.map(([alias]) => alias));
  writeFileSync(join(project, "gauntlet.toml"), `[explorer]\ninline = ${inline}\n`);
  await demand(["npm", "install", "--ignore-scripts", "--no-audit", "--no-fund"], project);
}

async function demand(words, cwd) {
  const { code, all } = await runCommand(words, { cwd });
  if (code !== 0) throw new Error(`${words.join(" ")}: exit ${code}\n${all}`);
}

async function judgeRow(row) {
  demandReport(row);
  if (!flags.smoke) {
    for (let seed = 1; seed <= Number(flags.seeds); seed += 1) {
      for (const side of ["broken", "fixed"]) await fuzz(row, side, seed);
    }
  }
  const mark = row.problems.length === 0 ? "✓" : "✗";
  const shown = flags.smoke ? row.reported : row.found.join("; ");
  console.log(`${mark} ${row.name} ${row.broken} → ${row.fixed}  ${row.where}  ${shown}`);
  for (const problem of row.problems) console.log(`  FAILED ${problem}`);
}

/** The published reproducer must show the bug, and only in the version that has it. */
function demandReport(row) {
  const require = createRequire(join(project, "package.json"));
  const seen = ["broken", "fixed"].map((side) => {
    const before = Object.keys(Object.prototype);
    const module = require(`${row.name}-${side}`);
    const shown = row.shows(module);
    for (const key of Object.keys(Object.prototype)) {
      if (!before.includes(key)) delete Object.prototype[key];
    }
    return shown;
  });
  [row.reported] = seen;
  if (seen[0] === undefined) row.problems.push(`${row.broken} does not show what was reported`);
  if (seen[1] !== undefined) row.problems.push(`${row.fixed} still shows it: ${seen[1]}`);
}

async function fuzz(row, side, seed) {
  const file = copyOf(row.name, side);
  const cli = join(project, "node_modules/gauntlet/dist/cli/main.js");
  const { runs = runsDefault } = row;
  const limits = [
    `--seed=${seed}`,
    `--runs=${flags.runs ?? runs}`,
    ...(side === "broken" ? ["--bail"] : []),
  ];
  const words = [process.execPath, cli, "fuzz", file, ...limits, "--json", "--quiet"];
  const { out, all } = await runCommand([...words, "--no-corpus"], { cwd: project });
  const document = parsed(out);
  const where = `${side}, seed ${seed}`;
  if (document?.findings === undefined) {
    row.problems.push(`${where}: no result\n${all}`);
    return;
  }
  const shown = document.findings.map(({ message, input }) => `${input?.code}: ${message}`);
  if (side === "fixed") {
    if (shown.length > 0) row.problems.push(`${where}: ${shown.join(", ")}`);
    else if (document.verdict !== "held") row.problems.push(`${where}: ${document.because}`);
    return;
  }
  if (shown.length === 0) row.problems.push(`${where}: nothing was found`);
  row.found.push(...shown);
  for (const finding of document.findings) {
    if (row.isSmall && finding.input.bytes > bytesSmall) {
      row.problems.push(`${where}: ${finding.input.bytes} bytes, not at most ${bytesSmall}`);
    }
    await replay(row, finding, cli);
  }
}

/** Every replay must show the very same failure. */
async function replay(row, { trace, identity }, cli) {
  let same = 0;
  for (let count = 0; count < Number(flags.replays); count += 1) {
    const words = [process.execPath, cli, "replay", trace, "--json", "--quiet"];
    const { out } = await runCommand(words, { cwd: project });
    if (parsed(out)?.findings?.[0]?.identity.key === identity.key) same += 1;
  }
  if (same < Number(flags.replays)) {
    row.problems.push(`${trace}: ${same} of ${flags.replays} replays showed it again`);
  }
}

/** The same target for each side: only the name that it imports differs. */
function copyOf(name, side) {
  const text = readFileSync(join(targets, `${name}.fuzz.mjs`), "utf8");
  const copy = text.replace(`from "${name}"`, `from "${name}-${side}"`);
  if (copy === text) throw new Error(`${name}.fuzz.mjs imports nothing from "${name}"`);
  mkdirSync(join(project, side), { recursive: true });
  writeFileSync(join(project, side, `${name}.fuzz.mjs`), copy);
  return `${side}/${name}.fuzz.mjs`;
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
