// One scan of a project of the corpus, and what it found as plain rows.
import path from "node:path";
import { fileURLToPath } from "node:url";
import { runCommand } from "../strangers/run-command.mjs";

const main = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));
const timeMsMax = 3_600_000;
const attemptsMax = 3;

/**
 * Scans by a count of runs, so that what is found does not depend on how fast the machine is.
 * A machine that is too busy to start a process in time is asked again.
 */
export async function scanProject(root, { files, targets = [], seed, runs }) {
  const flags = ["--seed", String(seed), "--runs", String(runs), "--json", "--quiet"];
  flags.push(...targets.flatMap((name) => ["--target", name]));
  const words = [process.execPath, main, "scan", ...files, ...flags];
  for (let attempt = 1; ; attempt++) {
    const { code, out, all, seconds } = await runCommand(words, { cwd: root, timeMs: timeMsMax });
    if (code === 0 || code === 1 || (code === 3 && out.startsWith("{"))) {
      const { summary, findings } = JSON.parse(out);
      return { seconds, summary, findings: findings.map(row) };
    }
    if (attempt === attemptsMax || !all.includes("S003")) {
      throw new Error(`the scan of ${path.basename(root)} itself ended with ${code}\n${all}`);
    }
  }
}

// --- inside ---

/** What identifies a finding over seeds and versions, and what a reader needs to judge it. */
function row({ evidence, kind, identity, message, story }) {
  return {
    target: evidence.target,
    level: evidence.level,
    kind,
    what: identity.property === "" ? identity.message : identity.property,
    message,
    story,
  };
}
