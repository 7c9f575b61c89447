import type { FlagPair } from "../flag-pairs.ts";

/** Verbs that tell all that came of talking with an agent; they share their flags. */
const telling = [
  "agent chaos",
  "agent run",
  "agent ci",
  "agent contract run",
  "agent replay run",
  "agent certificate issue",
];

/** Flags of verbs that talk with an agent, each with two commands in `travelProject()`. */
export const agentFlagPairs: readonly FlagPair[] = [
  pair(telling, "--seed", "", "--seed 7", /seed 7 /),
  pair(telling, "--html", "", "--html page.html", /^file page\.html$/m),
  pair([...telling, "agent contract score"], "--trials", "", "--trials 2", / 4 conversations /),
  pair(
    ["agent contract run", ...telling.filter((verb) => verb !== "agent contract run")],
    "--min-score",
    "",
    "--min-score 0.9",
    /^exit 1$/m,
  ),
  pair(["agent contract score"], "--min-score", "", "--min-score 0.9", /^exit 1$/m),
  pair(["agent contract score"], "--seed", "--json", "--seed 7", /"seed": 7,?$/m),
  pair(["agent run"], "--chaos", "--json", "--chaos", /"mode": "error"/),
  pair(
    ["agent run"],
    "--chaos-profile",
    "--json --chaos",
    "--chaos-profile degraded_llm",
    /"mode": "rate_limit"/,
  ),
  pair(["agent run"], "--chaos-only", "", "--chaos-only", /chaos_resilience/),
  pair(["agent chaos"], "--profile", "--json", "--profile high_latency", /"high_latency"/),
];

// --- inside ---

function pair(
  ...[verbs, flag, base, added, pattern]: [readonly string[], string, string, string, RegExp]
): FlagPair {
  return { verbs, flag, base, added, pattern };
}
