// What fast-check needs to find the same bugs, for bench:guidance, in a process of its own.
import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { commandRuns } from "./command-models.mjs";

/** The searches of the first so many seeds; a peer that runs nothing is no peer. */
export async function commandSearches(target, count, limits) {
  const child = fork(fileURLToPath(import.meta.url), ["--peer"]);
  try {
    const found = [];
    for (let seed = 1; seed <= count; seed++) {
      const answer = answerOf(child, target);
      child.send({ target, limits: { seed, ...limits } });
      const search = await answer;
      if (!(search.runs > 0)) throw new Error(`fast-check ran nothing of ${target}`);
      found.push(search);
    }
    return found;
  } finally {
    child.removeAllListeners();
    child.kill();
  }
}

// --- inside ---

function answerOf(child, target) {
  child.removeAllListeners();
  return new Promise((resolve, reject) => {
    child.once("message", resolve);
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`fast-check, ${target}: ended with ${code}`)));
  });
}

if (process.argv[2] === "--peer") {
  process.on("message", ({ target, limits }) => {
    void commandRuns(target, limits).then((found) => process.send(found));
  });
}
