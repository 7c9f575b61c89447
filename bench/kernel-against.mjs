// Two built checkouts side by side, for bench:kernel -- --against DIR. Both processes of a pair
// live at the same time and take short turns, so that both see the same machine; what is compared
// is processor time a run, which does not count what else the machine does.
import { fork } from "node:child_process";
import { median } from "./paired-ratio.mjs";

const goal = 0.95;

/** Prints a row for each case; `demandWork` throws where a slice did less than its work. */
export async function compareCheckouts({ program, nodeFlags, roots, names, demandWork, isSmoke }) {
  const [pairs, warmSlices, slices] = isSmoke ? [1, 1, 1] : [7, 15, 20];
  for (const name of names) {
    const ratios = [];
    for (let pair = 0; pair < pairs; pair++) {
      const started = roots.map((root) => start({ program, nodeFlags, name, root, isSmoke }));
      const processes = await Promise.all(started);
      const costOf = async ({ slice }) => {
        const result = await slice();
        demandWork(name, result);
        return result.usPerRun;
      };
      for (const one of processes) {
        for (let warm = 0; warm < warmSlices; warm++) await costOf(one);
      }
      const turns = [];
      for (let turn = 0; turn < slices; turn++) turns.push(await inTurn(processes, turn, costOf));
      ratios.push(median(turns));
      for (const { stop } of processes) stop();
    }
    say(name, ratios, isSmoke);
  }
}

/** How many times as fast the first one is; who begins changes from turn to turn. */
async function inTurn(processes, turn, costOf) {
  const costs = [];
  const order = turn % 2 === 0 ? [0, 1] : [1, 0];
  for (const at of order) costs[at] = await costOf(processes[at]);
  return costs[1] / costs[0];
}

async function start({ program, nodeFlags, name, root, isSmoke }) {
  const smoke = isSmoke ? ["--smoke"] : [];
  const child = fork(program, [name, "--root", root, "--slices", ...smoke], {
    execArgv: nodeFlags,
  });
  let isWanted = true;
  const message = () =>
    new Promise((resolve, reject) => {
      child.once("message", resolve);
      child.once("exit", (code) => {
        if (isWanted) reject(new Error(`${name} of ${root} ended with ${code}`));
      });
    });
  await message();
  const slice = () => {
    child.removeAllListeners();
    const answer = message();
    child.send("slice");
    return answer;
  };
  const stop = () => {
    isWanted = false;
    child.kill("SIGKILL");
  };
  return { slice, stop };
}

function say(name, ratios, isSmoke) {
  const ratio = median(ratios);
  const verdict = isSmoke ? "" : ratio >= goal ? "met" : "missed";
  const spread = `(${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)})`;
  console.log(
    `${name.padEnd(10)} runs/s ${ratio.toFixed(2)}× ${spread}   goal ${goal}×   ${verdict}`,
  );
}
