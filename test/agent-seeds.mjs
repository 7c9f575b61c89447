// Runs every example agent and its fixed twin with many seeds: the fixed one must be green and the
// broken one red with each of them:
//   node test/agent-seeds.mjs [--from 1] [--to 50] [--lanes 2] [--only name] [--kept file]
//     [--smoke]
// 50 seeds take about half an hour; --smoke takes the first seed of each. What is run is told on
// stderr. With --kept each run is a line of that file: what is in it is not run again, and the
// table counts all of it, so that 50 seeds can be run in pieces.
import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { countOf, exampleAgents, gauntlet, inCopy, inLanes } from "./agent-examples.mjs";

const { from, to, lanes, only, kept } = settings();
const subjects = subjectsOf().filter(({ example }) => only === undefined || example === only);
if (subjects.length === 0) throw new Error(`no example agent is called ${only}`);

const ran = kept !== undefined && existsSync(kept) ? readKept() : [];
const isRun = ({ name, seed }) => ran.some((one) => one.name === name && one.seed === seed);
const queue = Array.from({ length: to - from + 1 }, (_, at) => from + at)
  .flatMap((seed) => subjects.map((subject) => ({ ...subject, seed })))
  .filter((one) => !isRun(one));
await inLanes(queue, lanes, run);
tell();

// --- inside ---

function settings() {
  const { values } = parseArgs({
    options: {
      smoke: { type: "boolean" },
      from: { type: "string" },
      to: { type: "string" },
      lanes: { type: "string" },
      only: { type: "string" },
      kept: { type: "string" },
    },
  });
  const first = countOf(values.from, 1, "from");
  const last = countOf(values.to, values.smoke ? first : Math.max(first, 50), "to");
  if (last < first) throw new Error(`--to ${last} is before --from ${first}`);
  return { ...values, from: first, to: last, lanes: countOf(values.lanes, 2, "lanes") };
}

/** The examples that are agents, each as it is and fixed. */
function subjectsOf() {
  return exampleAgents().flatMap(({ example, folder }) => [
    { example, name: example, folder, wanted: 1 },
    { example, name: `${example}/fixed`, folder: join(folder, "fixed"), wanted: 0 },
  ]);
}

function readKept() {
  const lines = readFileSync(kept, "utf8").split("\n");
  return lines.filter((line) => line !== "").map((line) => JSON.parse(line));
}

/** Runs everything that is configured in a copy of its own; that failures shrink is not asked. */
async function run({ name, folder, wanted, seed }) {
  await inCopy(folder, async (copy) => {
    const toml = join(copy, "gauntlet.toml");
    const text = readFileSync(toml, "utf8");
    writeFileSync(toml, text.replace("[agent]\n", "[agent]\nshrink_budget = 0\n"));
    const { code, json, all, seconds } = await gauntlet(copy, "agent", "ci", "--seed", `${seed}`);
    const because = code === wanted ? undefined : (json?.because ?? all);
    const one = { name, seed, code, seconds: Math.round(seconds), because };
    ran.push(one);
    if (kept !== undefined) appendFileSync(kept, `${JSON.stringify(one)}\n`);
    process.stderr.write(`${name} seed ${seed}: exit ${code} after ${one.seconds} s\n`);
  });
}

function tell() {
  console.log("agent                    wanted   as wanted   seeds");
  for (const { name, wanted } of subjects) {
    const runs = ran.filter((one) => one.name === name);
    const asWanted = runs.filter(({ code }) => code === wanted).length;
    const verdict = wanted === 0 ? "green" : "red";
    console.log(
      `${name.padEnd(24)} ${verdict.padEnd(6)}   ${String(asWanted).padStart(9)}   ` +
        String(runs.length).padStart(5),
    );
  }
  const names = new Set(subjects.map(({ name }) => name));
  const counted = ran.filter(({ name }) => names.has(name));
  const wrong = counted.filter(({ because }) => because !== undefined);
  for (const { name, seed, code, because } of wrong) {
    console.log(`FAILED ${name} seed ${seed}: exit ${code}, ${because}`);
  }
  console.log(`agent seeds: ${counted.length} runs, ${wrong.length} wrong`);
  process.exitCode = wrong.length === 0 ? 0 : 1;
}
