/** A flag that is shown by two commands: what the pattern finds is there with it, not without. */
export interface FlagPair {
  /** Which verbs take the flag with this meaning; the first one is run. */
  readonly verbs: readonly string[];
  readonly flag: string;
  /** The words of the command without the flag, after the verb. */
  readonly base: string;
  /** What is added: the flag, with its value. */
  readonly added: string;
  /** Is found in what came of the command with the flag; with `isGone`, only without it. */
  readonly pattern: RegExp;
  readonly isGone?: boolean;
}

const scenarioVerbs = ["run", "test"];

/** These make the settings of a scenario in one place, so one of them is enough. */
const backendVerbs = [...scenarioVerbs, "explore", "doctor", "gate", "full"];
const backendFlag = /^--(?:timeout|.*-backend|mem-.*|.*leak.*)$/u;

const wasm = "wasm.scenario.yaml";
const searchOnly = "--explore-time 0.1 --skip-steps validate,doctor,test,verify,replay,ci";

/** Flags of verbs that run and prove scenarios, each with two commands. */
export const flagPairs: readonly FlagPair[] = [
  pair("--seed", "run good.scenario.yaml", "--seed 7", /seed 7 /),
  pair("--det", "run good.scenario.yaml", "--det", / 2 runs /),
  pair("--timeout", "run slow.scenario.yaml", "--timeout 1s", /^exit 1$/m),
  pair("--proc-backend", "run proc.scenario.yaml", "--proc-backend host", /^exit 0$/m),
  pair("--http-backend", "run http.scenario.yaml", "--http-backend host", /http_host_request/),
  pair("--fs-backend", "run file.scenario.yaml", "--fs-backend host", /^file made\.txt$/m),
  pair("--mem-limit-mb", "run memory.scenario.yaml", "--mem-limit-mb 1", /^exit 1$/m),
  pair("--mem-fail-after", "run memory.scenario.yaml", "--mem-fail-after 1", /^exit 1$/m),
  pair(
    "--mem-fragmentation-seed",
    "run memory.scenario.yaml",
    "--mem-fragmentation-seed 7",
    /memory_assert_in_use_bytes/,
  ),
  pair(
    "--mem-pressure-wave",
    "run memory.scenario.yaml",
    "--mem-pressure-wave 1,2",
    /memory_assert_in_use_bytes/,
  ),
  pair("--leak-budget", "run leak.scenario.yaml", "--leak-budget 100", /^exit 0$/m),
  pair("--fail-on-leak", "run leak.scenario.yaml --leak-budget 100", "--fail-on-leak", /^exit 1$/m),
  pair("--unsafe", "run wasm.scenario.yaml", "--unsafe", /^exit 0$/m),
  pair("--strict", "run wasm.scenario.yaml --config loose.toml", "--strict", /^exit 1$/m),
  only("test", "--fail-fast", "fail --jobs 1", "--fail-fast", /another one had failed before/),
  only("test", "--jobs", "fail --fail-fast --jobs 2", "--jobs 1", /another one had failed before/),
  only("ci", "--unsafe", "wasm.jsonl.gz", "--unsafe", /^exit 0$/m),
  only(
    "ci",
    "--flake-run",
    "fast.jsonl.gz",
    "--flake-run last-pass --flake-run last-fail",
    /runs come out the same/,
  ),
  only(
    "ci",
    "--flake-budget",
    "fast.jsonl.gz --flake-run last-pass --flake-run last-fail",
    "--flake-budget 1",
    /^exit 0$/m,
  ),
  only("ci", "--perf-baseline", "slow.jsonl.gz", "--perf-baseline fast.jsonl.gz", /take no longer/),
  only(
    "ci",
    "--max-p99-delta-pct",
    "slow.jsonl.gz --perf-baseline fast.jsonl.gz",
    "--max-p99-delta-pct 1000000",
    /^exit 0$/m,
  ),
  only("shrink", "--minimize", "drawn.jsonl.gz", "--minimize schedule", /already minimal: no new/),
  only("shrink", "--attempts", "drawn.jsonl.gz", "--attempts 1", /stopped|budget|attempt/),
  only("doctor", "--deep", "good.scenario.yaml --runs 2", "--deep", /in four processes/),
  only("doctor", "--runs", "good.scenario.yaml --runs 2", "--runs 3", /3 runs came out/),
  only("doctor", "--seed", "good.scenario.yaml --runs 2", "--seed 7", /seed 7 /),
  only("replay", "--leaks", "open.jsonl.gz", "--leaks", /^exit 1$/m),
  only("explore", "--leaks", "open.chaos.js --runs 2", "--leaks", /^exit 1$/m),
  gone(
    "explore",
    "--no-guidance",
    "good.scenario.yaml --runs 2 --json",
    /"summary": \{[^}]*"edges"/,
  ),
  only("scan", "--target", "sums.js --runs 20", "--target half", /called 1 function/),
  only("check", "--time", "sums.js:half --property idempotent", "--time 0.001", /^exit 3$/m),
  only("gate", "--seed", "good.scenario.yaml --doctor-runs 1", "--seed 7", /seed 7 /),
  only("explore", "--timeout", "slow.scenario.yaml --runs 2", "--timeout 1s", /^exit 1$/m),
  only("explore", "--strict", `${wasm} --runs 2 --config loose.toml`, "--strict", /^exit 1$/m),
  only("doctor", "--strict", `${wasm} --runs 2 --config loose.toml`, "--strict", /^exit 1$/m),
  only(
    "doctor",
    "--proc-backend",
    "real.scenario.yaml --runs 2",
    "--proc-backend scripted",
    /^exit 0$/m,
  ),
  only("replay", "--strict", "wasm.jsonl.gz --config loose.toml", "--strict", /^exit 1$/m),
  only("trace verify", "--strict", "wasm.jsonl.gz", "--strict", /^exit 1$/m),
  // What is shown of `full` is what it does besides a gate, so most of the gate is left out.
  only("full", "--seed", `good.scenario.yaml ${searchOnly}`, "--seed 7", /seed 7 /),
  shared(
    ["full", "gate"],
    "--strict",
    `${wasm} ${searchOnly} --config loose.toml`,
    "--strict",
    /^exit 1$/m,
  ),
  shared(["full", "gate"], "--unsafe", `${wasm} ${searchOnly}`, "--unsafe", /^exit 0$/m),
  only("full", "--timeout", `slow.scenario.yaml ${searchOnly}`, "--timeout 1s", /^exit 1$/m),
  only(
    "full",
    "--scenario-filter",
    `good.scenario.yaml slow.scenario.yaml ${searchOnly}`,
    "--scenario-filter good",
    /explore-scenarios .* 1 subject/,
  ),
  only(
    "full",
    "--allow-expected-failures",
    `good.scenario.yaml no.fail.scenario.yaml ${searchOnly}`,
    "--allow-expected-failures",
    /explore-scenarios .* 1 subject/,
  ),
  only(
    "full",
    "--doctor-runs",
    "good.scenario.yaml --skip-steps test,explore-scenarios",
    "--doctor-runs 1",
    / 4 runs /,
  ),
];

// --- inside ---

function pair(flag: string, line: string, added: string, pattern: RegExp): FlagPair {
  const [, ...base] = line.split(" ");
  const verbs = backendFlag.test(flag) ? backendVerbs : scenarioVerbs;
  return { verbs, flag, base: base.join(" "), added, pattern };
}

function only(...[verb, ...rest]: [string, string, string, string, RegExp]): FlagPair {
  return shared([verb], ...rest);
}

function shared(
  ...[verbs, flag, base, added, pattern]: [readonly string[], string, string, string, RegExp]
): FlagPair {
  return { verbs, flag, base, added, pattern };
}

function gone(...[verb, flag, base, pattern]: [string, string, string, RegExp]): FlagPair {
  return { verbs: [verb], flag, base, added: flag, pattern, isGone: true };
}
