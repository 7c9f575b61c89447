// Installs parsers at a version with a published crash, hang or pollution and at the one that
// mended it, sees by the report's own reproducer that they differ, and demands that `fuzz` finds
// the one and is silent about the other: node test/fuzz-packages.mjs [--only name] [--seeds count]
// [--runs count] [--smoke]. With `--smoke` only the reproducers are run. Needs the npm registry.
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
    runs: { type: "string", default: "200000" },
    smoke: { type: "boolean", default: false },
  },
});
const root = fileURLToPath(new URL("..", import.meta.url));
const targets = fileURLToPath(new URL("fuzz-packages/fixtures/", import.meta.url));
const project = mkdtempSync(join(tmpdir(), "gauntlet-fuzz-packages-"));
const rows = packages
  .filter(({ name }) => flags.only === undefined || name === flags.only)
  .map((row) => ({ ...row, problems: [], found: [] }));
if (rows.length === 0) throw new Error(`there is no package ${flags.only}`);

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
  const limits = [
    `--seed=${seed}`,
    `--runs=${flags.runs}`,
    ...(side === "broken" ? ["--bail"] : []),
  ];
  const words = [process.execPath, cli, "fuzz", file, ...limits, "--json", "--quiet"];
  const { out, all } = await runCommand(words, { cwd: project });
  const document = parsed(out);
  if (document === undefined) row.problems.push(`${side}, seed ${seed}: no document\n${all}`);
  const messages = (document?.findings ?? []).map(({ message }) => message);
  if (side === "fixed" && messages.length > 0) {
    row.problems.push(`fixed, seed ${seed}: ${messages.join(", ")}`);
  } else if (side === "broken" && messages.length === 0) {
    row.problems.push(`broken, seed ${seed}: nothing was found`);
  } else row.found.push(...messages);
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
