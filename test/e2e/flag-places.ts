/** Where else the effect of a flag is shown: a test file, and the word to look for in it. */
export interface FlagPlace {
  readonly file: string;
  readonly word: string;
}

/** Flags that mean the same for every verb that has them. */
export const commonPlaces: Readonly<Record<string, FlagPlace>> = {
  "--config": place("e2e/flags.test.ts"),
  "--cwd": place("e2e/flags.test.ts"),
  "--json": place("e2e/flags.test.ts"),
  "--no-color": place("e2e/flags.slow.test.ts"),
  "--report": place("e2e/handlers.test.ts"),
  "--events": place("e2e/events.long.test.ts"),
  "--quiet": place("e2e/flags.slow.test.ts"),
  "--all": place("../src/report/text.test.ts"),
};

/** Flags of single verbs, by `verb flag`. */
export const flagPlaces: Readonly<Record<string, FlagPlace>> = {
  ...of("e2e/boundaries/registry.test.ts", "boundaries init --discover, boundaries init --dry-run"),
  ...of("e2e/boundaries/campaign.long.test.ts", "boundaries check --changed"),
  ...of("e2e/boundaries/campaign.long.test.ts", "boundaries check --since, boundaries run --since"),
  ...of("e2e/boundaries/campaign.long.test.ts", "boundaries run --time, boundaries run --seed"),
  ...of("e2e/boundaries/campaign.long.test.ts", "boundaries run --resume"),
  ...of("e2e/scenario-ac.long.test.ts", "test --filter, test --pass-with-no-tests"),
  ...of("e2e/record.long.test.ts", "run --record, test --record, explore --record"),
  ...of("e2e/record.long.test.ts", "run --record-collision, test --record-collision"),
  ...of("e2e/record.long.test.ts", "explore --record-collision"),
  ...of("e2e/replay-view.long.test.ts", "replay --step, replay --dump-events"),
  ...of("e2e/replay-view.long.test.ts", "replay --until, replay --inspect"),
  ...of("e2e/explore.test.ts", "replay --token, explore --time, explore --seed"),
  ...of("e2e/wal.long.test.ts", "replay --regression, explore --strategy"),
  ...of("e2e/adapters.long.test.ts", "replay --save"),
  ...of("e2e/escapes.long.test.ts", "explore --no-strict, doctor --no-strict, doctor --time"),
  ...of("e2e/escapes.long.test.ts", "replay --no-strict"),
  ...of("e2e/trace-permission.long.test.ts", "replay --allow-host, shrink --allow-host"),
  ...of("e2e/trace-permission.long.test.ts", "ci --allow-host, verify --allow-host"),
  ...of("e2e/trace-permission.long.test.ts", "shrink --strict, shrink --no-strict"),
  ...of("e2e/trace-permission.long.test.ts", "verify --strict, verify --no-strict"),
  ...of("e2e/scenario-proof.long.test.ts", "shrink --out, explore --runs"),
  ...of("e2e/gate.slow.test.ts", "gate --scope, gate --doctor-runs, full --explore-time"),
  ...of("e2e/gate.slow.test.ts", "gate --allow-expected-failures"),
  ...of("e2e/gate.slow.test.ts", "full --skip-steps, full --required-steps"),
  ...of("e2e/workers.long.test.ts", "explore --workers"),
  ...of("e2e/corpus.long.test.ts", "explore --resume"),
  ...of("e2e/early-proofs.long.test.ts", "explore --bail"),
  ...of("e2e/corpus-verbs.long.test.ts", "explore --no-corpus"),
  ...of("e2e/measure-flags.long.test.ts", "explore --ablate, explore --seeds, explore --scaling"),
  // The flag is the key of the configuration, which the flag comes before.
  "explore --swarm": place("e2e/explorer-keys.long.test.ts", "rule_swarm"),
  "explore --no-swarm": place("e2e/explorer-keys.long.test.ts", "rule_swarm"),
  ...of("e2e/fuzz.long.test.ts", "fuzz --runs, fuzz --seed, fuzz --crash-only"),
  ...of("e2e/fuzz-flags.long.test.ts", "fuzz --time, fuzz --workers, fuzz --length-max"),
  ...of("e2e/fuzz-flags.long.test.ts", "fuzz --dict, fuzz --seeds, fuzz --minimize"),
  ...of("e2e/fuzz-flags.long.test.ts", "fuzz --mode, fuzz --no-corpus, fuzz --bail"),
  ...of("e2e/fuzz-files.long.test.ts", "corpus export --inputs-of, corpus merge --inputs-of"),
  ...of("e2e/fuzz-files.long.test.ts", "corpus import --inputs-of"),
  ...of("e2e/fuzz-flags.long.test.ts", "fuzz --strict, fuzz --no-strict"),
  ...of("e2e/verify-mended.long.test.ts", "verify --ci, verify --dry-run"),
  ...of("e2e/run-verbs.long.test.ts", "report show --format, report query --path"),
  ...of("e2e/run-verbs.long.test.ts", "report query --list-paths, report flaky --flake-budget"),
  ...of("e2e/run-verbs.long.test.ts", "artifacts export --out, artifacts export --force"),
  ...of("e2e/run-verbs.long.test.ts", "artifacts pack --out, artifacts pack --force"),
  ...of("e2e/run-verbs.long.test.ts", "artifacts bundle --out, artifacts bundle --force"),
  ...of("e2e/init.test.ts", "init --output, init --force, init --dry-run, init --ci"),
  ...of("e2e/init.test.ts", "init --ci-name, init --install-skill"),
  ...of("quality/scan.long.test.ts", "scan --seed, scan --runs"),
  ...of("e2e/scan-keys.slow.test.ts", "scan --save"),
  "scan --include-private": place("e2e/scan-keys.slow.test.ts", "include_private"),
  ...of("e2e/scan-contained.long.test.ts", "scan --allow-host"),
  ...of("e2e/proof-time.long.test.ts", "scan --time, scan --workers"),
  ...of("e2e/scan-changed.long.test.ts", "scan --changed, scan --since, scan --fresh"),
  "mine --workers": place("e2e/hostile.slow.test.ts"),
  ...of("e2e/mine.test.ts", "mine --runs, check --runs, check --property"),
  ...of("e2e/mine.slow.test.ts", "mine --seed, check --seed"),
  ...of("e2e/agents/agent-verbs.slow.test.ts", "agent replay export --from-report"),
  ...of("e2e/agents/agent-verbs.slow.test.ts", "agent replay export --output"),
  ...of("e2e/agents/agent-verbs.slow.test.ts", "agent replay export --force"),
  ...of("e2e/agents/agent-verbs.slow.test.ts", "agent certificate verify --key"),
  ...of("e2e/agents/agent-verbs.slow.test.ts", "agent certificate verify --same-config"),
  ...of("e2e/agents/agent-verbs.slow.test.ts", "agent replay run --run"),
  ...of("e2e/agents/agent-verbs.long.test.ts", "agent replay run --from-langsmith"),
  ...of("e2e/agents/agent-verbs.long.test.ts", "agent replay run --from-langsmith-project"),
  ...of("e2e/agents/agent-verbs.long.test.ts", "agent replay run --filter-status"),
  ...of("e2e/agents/agent-verbs.long.test.ts", "agent replay run --output"),
  ...of("e2e/agents/agent-verbs.long.test.ts", "agent import --output, agent import --force"),
  ...of("e2e/agents/agent-verbs.long.test.ts", "agent record --output, agent wrap --name"),
  ...of("e2e/call-flags.slow.test.ts", "scan --deepen, mine --time, check --contract"),
};

// --- inside ---

function place(file: string, word = ""): FlagPlace {
  return { file, word };
}

/** `test --filter, test --jobs`: all of these are in one file, each as it is written. */
function of(file: string, list: string): Record<string, FlagPlace> {
  return Object.fromEntries(list.split(", ").map((name) => [name, place(file)]));
}
