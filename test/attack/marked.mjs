// Processes are found by a mark in the environment that they were started with, which they cannot
// take away, wherever they have gone since.
import { readdirSync, readFileSync } from "node:fs";

/** The processes that were started with a mark in their environment, each as text. */
export function marked(mark) {
  const found = [];
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name) || Number(name) === process.pid) continue;
    if (!readQuietly(`/proc/${name}/environ`).includes(mark)) continue;
    const command = readQuietly(`/proc/${name}/cmdline`).replaceAll("\0", " ");
    found.push(`${name} ${command.slice(0, 80).trim()}`);
  }
  return found;
}

// --- inside ---

function readQuietly(file) {
  try {
    return readFileSync(file, "latin1");
  } catch {
    return ""; // it has ended
  }
}
