// Installs clients that nobody here wrote at a version that gets a legal stream wrong and at one
// that mended it, and demands that `gauntlet/hostile` finds the one, shrinks it to a variation or
// two whose provenance it names, and is silent about the other over all seeds; clients that are
// right must be silent in both tiers. Needs what is built, and the npm registry:
// node test/hostile-packages.mjs [--only name] [--seeds count] [--cases count] [--smoke]
// With `--smoke` the first row, with one seed.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { packages } from "./hostile-packages/packages.mjs";
import { runCommand } from "./strangers/run-command.mjs";
import { hostile } from "../dist/cli/adapters/hostile/index.js";

const { values: flags } = parseArgs({
  options: {
    only: { type: "string" },
    seeds: { type: "string", default: "10" },
    cases: { type: "string", default: "200" },
    smoke: { type: "boolean", default: false },
  },
});
const seeds = flags.smoke ? 1 : Number(flags.seeds);
const named = packages.filter(({ name }) => flags.only === undefined || name === flags.only);
const rows = flags.smoke ? named.slice(0, 1) : named;
if (rows.length === 0) throw new Error(`there is no package ${flags.only}`);
const project = mkdtempSync(join(tmpdir(), "gauntlet-hostile-packages-"));
const require = createRequire(join(project, "package.json"));

let bad = 0;
try {
  await install();
  for (const row of rows) bad += (await judgeRow(row)) ? 0 : 1;
} finally {
  rmSync(project, { recursive: true, force: true, maxRetries: 3 });
}
console.log(`hostile packages: ${rows.length} rows, ${bad} not as expected`);
process.exit(bad === 0 ? 0 : 1); // an EventSource may still be open

// --- inside ---

function aliasOf(name, version) {
  return `${name}-${version}`.replaceAll(/[@/.]/gu, "-").replace(/^-/u, "");
}

/** One install for all of them: each version under a name of its own. */
async function install() {
  const versions = rows.flatMap(({ name, broken, fixed }) =>
    [broken, fixed].filter((one) => one !== undefined).map((version) => [name, version]),
  );
  const dependencies = Object.fromEntries(
    versions.map(([name, version]) => [aliasOf(name, version), `npm:${name}@${version}`]),
  );
  const manifest = { name: "hostile-packages", private: true, dependencies };
  writeFileSync(join(project, "package.json"), JSON.stringify(manifest));
  writeFileSync(join(project, "load.mjs"), "export const load = (name) => import(name);\n");
  const words = ["npm", "install", "--ignore-scripts", "--no-audit", "--no-fund"];
  const { code, all } = await runCommand(words, { cwd: project });
  if (code !== 0) throw new Error(`${words.join(" ")}: exit ${code}\n${all}`);
}

async function judgeRow(row) {
  const { name, broken, fixed, options, finds } = row;
  const problems = [];
  const shown = [];
  for (let seed = 1; seed <= seeds; seed += 1) {
    if (broken !== undefined) {
      const failure = await check(row, broken, seed);
      if (failure === undefined) problems.push(`${broken}, seed ${seed}: nothing was found`);
      else shown.push(failure.case?.name ?? failure.message);
    }
    const quiet = await check(row, fixed, seed);
    if (quiet !== undefined) problems.push(`${fixed}, seed ${seed}: ${quiet.message}`);
  }
  if (finds !== undefined && !flags.smoke && !shown.some((one) => one.includes(finds))) {
    problems.push(`${broken}: none of ${[...new Set(shown)].join("; ")} is ${finds}`);
  }
  if (shown.some((one) => one.split(", ").length > 2)) {
    problems.push(`${broken}: more than two variations are left: ${shown.join("; ")}`);
  }
  const versions = broken === undefined ? fixed : `${broken} → ${fixed}`;
  const found = [...new Set(shown)].join("; ");
  const mark = problems.length === 0 ? "✓" : "✗";
  console.log(`${mark} ${name} ${versions}  ${options.tier ?? "legal"}  ${found || "silent"}`);
  for (const problem of problems) console.log(`  FAILED ${problem}`);
  return problems.length === 0;
}

/** What a check of one version finds; undefined where it is silent. */
async function check({ name, kind, options, target }, version, seed) {
  const alias = aliasOf(name, version);
  // From inside the project: some have an entry for imports only.
  const { load: loading } = await import(pathToFileURL(join(project, "load.mjs")).href);
  const load = () => loading(alias);
  const code = await target({ require, alias, load });
  const upstream = await hostile[kind]({ ...options, seed, cases: Number(flags.cases) });
  try {
    await upstream.check(code);
    return undefined;
  } catch (thrown) {
    return thrown;
  } finally {
    await upstream.close();
  }
}
