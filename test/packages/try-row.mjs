import { join } from "node:path";
import { runCommand } from "../strangers/run-command.mjs";

const exploredRuns = "12";
const comparedRuns = "5";
const timeMs = 120_000;

/**
 * What a package does in runs: right in every one of them and the same in two processes, or refused
 * by name, or, for a row with `host`, right with the real thing and replayed without it.
 */
export async function tryRow({ subject, does, host }, { folder, node }) {
  const ask = (...words) => gauntlet([node, ...words], { folder });
  if (host !== undefined) return tryHost({ subject, does, host }, { folder, node });
  const file = `${subject}.chaos.mjs`;
  const explored = await ask("explore", file, "--no-corpus", "--runs", exploredRuns);
  const [finding] = explored.findings ?? [];
  const refusal = finding?.kind === "escape" && refusalOf(finding.message);
  if (refusal) return { verdict: "refused", line: refusal };
  if (!isRight(explored)) return { verdict: "fails", line: told(explored) };
  const compared = await ask("doctor", file, "--runs", comparedRuns);
  if (compared.verdict !== "held") return { verdict: "fails", line: told(compared) };
  return { verdict: "works", line: does };
}

// --- inside ---

/** A scenario with the real thing; what was recorded is checked where no program can be found. */
async function tryHost({ subject, does, host }, { folder, node }) {
  const trace = join(".gauntlet", `${subject}.jsonl.gz`);
  const words = ["run", `${subject}.scenario.yaml`, `--${host}-backend`, "host"];
  const record = ["--record", trace, "--record-collision", "overwrite"];
  const ran = await gauntlet([node, ...words, ...record], { folder });
  if (ran.verdict !== "held") return { verdict: "fails", line: told(ran) };
  const checked = await gauntlet([node, "ci", trace], { folder, env: { PATH: "" } });
  if (checked.verdict !== "held") return { verdict: "fails", line: told(checked) };
  return { verdict: "recorded", line: does };
}

async function gauntlet([node, ...words], { folder, env }) {
  const main = join(folder, "node_modules", "gauntlet", "dist", "cli", "main.js");
  const place = { cwd: folder, env, timeMs };
  const { out, all } = await runCommand([node, main, ...words, "--json"], place);
  try {
    return JSON.parse(out);
  } catch {
    return { verdict: "", all };
  }
}

/** Held, and something was judged in every run. */
function isRight({ verdict, properties = [], summary }) {
  return verdict === "held" && properties.some(({ held }) => held >= summary.runs);
}

/** What is refused says by itself why, and what to do. */
function refusalOf(message) {
  const [, why, help] =
    /^`.+` leaves the simulated world\nit (.+)\nhelp: (.+)$/.exec(message) ?? [];
  return why && `${why}: ${help}`;
}

function told({ all, verdict, because = "", findings = [] }) {
  return all ?? [`${verdict}: ${because}`, ...findings.map(({ message }) => message)].join("\n");
}
