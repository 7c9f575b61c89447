// What another process uses of the machine, as Linux tells it; elsewhere it is not known.
import { readdirSync, readFileSync } from "node:fs";

/** Processor time of a process and its threads, or undefined: on a busy machine the clock lies. */
export function processorMsOf(pid) {
  try {
    const tasks = readdirSync(`/proc/${pid}/task`);
    const times = tasks.map((task) => readFileSync(`/proc/${pid}/task/${task}/schedstat`, "utf8"));
    return times.reduce((sum, text) => sum + Number(text.split(" ", 1)[0]), 0) / 1e6;
  } catch {
    return undefined;
  }
}

/** How much memory a process has, or undefined. */
export function residentBytesOf(pid) {
  try {
    const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"));
    return Number(kilobytes) * 1_024;
  } catch {
    return undefined;
  }
}
