import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { limits } from "./totals.mjs";

/**
 * Lets one process read mutants, one after the other, and watches it. Gives the number to go on
 * with: the next one where the process died of a mutant or hung on it.
 */
export function readMutants(place, { from, to, seed, totals }) {
  return new Promise((resolve, reject) => {
    const child = fork(worker, { execArgv, stdio: ["ignore", "ignore", "pipe", "ipc"] });
    let current;
    let stderr = "";
    let timer;
    let isOver = false;
    const finish = (number) => {
      isOver = true;
      clearTimeout(timer);
      child.kill("SIGKILL");
      resolve(number);
    };
    const fail = (why) => {
      totals.crashed(current, why);
      finish(current.started + 1);
    };
    child.stderr.on("data", (chunk) => (stderr = `${stderr}${chunk}`.slice(-20_000)));
    child.on("error", reject);
    child.on("message", (message) => {
      if (isOver) return;
      if (message.awake === true) child.send({ ...place, isFirst: from === 0 });
      if (message.ready === true) child.send({ from, to, seed });
      if (message.started !== undefined) {
        current = message;
        timer = setTimeout(() => fail(`nothing for ${limits.hangMs} ms`), limits.hangMs);
      }
      if (message.ended !== undefined) {
        clearTimeout(timer);
        totals.ended(current, message);
        current = undefined;
      }
      if (message.done === true) finish(to);
    });
    child.on("exit", (code, signal) => {
      if (isOver) return;
      if (current === undefined) reject(new Error(`the reader ended with ${code}: ${stderr}`));
      else fail(`the process ended with ${signal ?? code}\n${stderr}`);
    });
  });
}

// --- inside ---

const worker = fileURLToPath(new URL("attack-worker.mjs", import.meta.url));
/** More than a mutant may use, so that one which uses too much is measured before it dies. */
const execArgv = ["--max-old-space-size=1200"];
