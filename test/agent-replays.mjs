// Replays every finding of the example agents again and again: each replay must fail as the
// finding did, and none may write it anew:
//   node test/agent-replays.mjs [--times 20] [--from 1] [--to 1] [--lanes 2] [--only name]
//     [--smoke]
// The findings are those of `agent ci` with the seeds from --from to --to; --smoke replays each
// twice. Prints how many of its replays failed with exit code 1 for each finding.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { countOf, exampleAgents, gauntlet, inCopy, inLanes } from "./agent-examples.mjs";

const { times, from, to, lanes, only } = settings();
const agents = exampleAgents().filter(({ example }) => only === undefined || example === only);
if (agents.length === 0) throw new Error(`no example agent is called ${only}`);
const seeds = Array.from({ length: to - from + 1 }, (_, at) => from + at);
const queue = agents.flatMap((agent) => seeds.map((seed) => ({ ...agent, seed })));
const rows = [];
const wrong = [];
await inLanes(queue, lanes, run);

console.log("agent             seed   finding        replays   strikes   rule");
for (const { example, seed, id, failed, shrunk, property } of rows) {
  console.log(
    `${example.padEnd(15)} ${String(seed).padStart(6)}   ${id}   ` +
      `${`${failed} of ${times}`.padStart(8)}   ${`${shrunk.from} → ${shrunk.to}`.padEnd(7)}   ` +
      property,
  );
}
for (const line of wrong) console.log(`FAILED ${line}`);
console.log(`agent replays: ${rows.length} findings, ${wrong.length} wrong`);
process.exitCode = wrong.length === 0 && rows.length > 0 ? 0 : 1;

// --- inside ---

function settings() {
  const { values } = parseArgs({
    options: {
      smoke: { type: "boolean" },
      times: { type: "string" },
      from: { type: "string" },
      to: { type: "string" },
      lanes: { type: "string" },
      only: { type: "string" },
    },
  });
  const first = countOf(values.from, 1, "from");
  return {
    from: first,
    to: countOf(values.to, first, "to"),
    times: countOf(values.times, values.smoke ? 2 : 20, "times"),
    lanes: countOf(values.lanes, 2, "lanes"),
    only: values.only,
  };
}

async function run({ example, folder, seed }) {
  await inCopy(folder, async (copy) => {
    const found = await gauntlet(copy, "agent", "ci", "--seed", `${seed}`);
    const findings = found.json?.findings ?? [];
    if (found.code !== 1 || findings.length === 0) {
      wrong.push(`${example} seed ${seed}: exit ${found.code}, nothing to replay, ${found.all}`);
    }
    for (const { id, identity, shrunk } of findings) {
      const before = bytesOf(copy, id);
      let failed = 0;
      for (let time = 1; time <= times; time++) {
        const { code, json, all } = await gauntlet(copy, "replay", id);
        const isSame = code === 1 && json?.findings?.[0]?.id === id;
        if (isSame) failed += 1;
        else wrong.push(`${example} ${id} replay ${time}: exit ${code}, ${json?.because ?? all}`);
      }
      if (bytesOf(copy, id) !== before) wrong.push(`${example} ${id}: a replay wrote it anew`);
      process.stderr.write(`${example} seed ${seed} ${id}: ${failed} of ${times}\n`);
      rows.push({ example, seed, id, failed, shrunk, property: identity.property });
    }
  });
}

/** What a finding is on disk, as a hash. */
function bytesOf(copy, id) {
  const folder = join(copy, ".gauntlet/findings", id);
  const hash = createHash("sha256");
  for (const name of readdirSync(folder).toSorted()) hash.update(readFileSync(join(folder, name)));
  return hash.digest("hex");
}
