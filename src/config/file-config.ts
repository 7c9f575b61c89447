import type { FileAgent } from "./agent/file-agent.ts";
import type {
  FileContract,
  FileFixtures,
  FileInit,
  FileObject,
  FileScan,
} from "./scan/file-scan.ts";
import { initDefaults } from "./scan/file-scan.ts";
import { type FileScenarios, scenariosDefaults } from "./file-scenarios.ts";

/** What a config file says, in its own spelling, with defaults filled in. */
export interface FileConfig {
  readonly $schema?: string | undefined;
  readonly explorer: FileExplorer;
  readonly world: FileWorld;
  readonly loader: FileLoader;
  readonly tests: readonly FileTest[];
  readonly report: FileReport;
  readonly fixtures: FileFixtures;
  readonly scan: readonly FileScan[];
  readonly objects: readonly FileObject[];
  readonly contracts: readonly FileContract[];
  readonly init: FileInit;
  readonly scenarios: FileScenarios;
  readonly agent?: FileAgent | undefined;
}

/** The `[explorer]` section as written. */
export interface FileExplorer {
  readonly max_time: number;
  readonly max_runs?: number | undefined;
  readonly seed: string | number;
  readonly strategy: "random" | "fifo" | "pct" | "dfs";
  readonly steps_per_run: number;
  readonly run_timeout: number;
  readonly memory_mb: number;
  readonly shrink_budget: number;
  readonly latency_max_ms: number;
  readonly inline: readonly string[];
  readonly target_modules: readonly string[];
  readonly max_checkpoints: number;
  readonly checkpoint_prob: number;
  readonly checkpoint_strategy: "energy" | "uniform" | "recent";
  readonly fault_toggle_prob: number;
  readonly workers: number;
  readonly ngram: number;
  readonly rule_swarm: boolean;
  readonly fault_tuples: number;
  readonly tuple_runs?: number | undefined;
  readonly tuple_time?: number | undefined;
  readonly patience?: number | undefined;
}

/** The `[world]` section as written. */
export interface FileWorld {
  readonly strict: boolean;
  readonly leaks: boolean;
  readonly env: Readonly<Record<string, string>>;
  readonly allow_host: boolean;
}

/** The `[loader]` section as written. */
export interface FileLoader {
  readonly module: "auto" | "commonjs" | "esm";
}

/** One `[[tests]]` entry as written. */
export interface FileTest {
  readonly class: string;
  readonly steps_per_run?: number | undefined;
  readonly max_time?: number | undefined;
  readonly max_runs?: number | undefined;
  readonly seed?: string | number | undefined;
  readonly swarm?: boolean | undefined;
}

/** The `[report]` section as written. */
export interface FileReport {
  readonly format: "text" | "json" | "both";
  readonly output: string;
  readonly traces: boolean;
  readonly traces_dir: string;
  readonly verbose: boolean;
  readonly corpus_dir: string;
}

/** What a project without a config file has; absent keys get the same values. */
export const fileDefaults: FileConfig = {
  explorer: {
    max_time: 60,
    seed: 42,
    strategy: "random",
    steps_per_run: 50,
    run_timeout: 5,
    memory_mb: 512,
    shrink_budget: 500,
    latency_max_ms: 20,
    inline: [],
    target_modules: [],
    max_checkpoints: 256,
    checkpoint_prob: 0.4,
    checkpoint_strategy: "energy",
    fault_toggle_prob: 0.3,
    workers: 1,
    ngram: 2,
    rule_swarm: false,
    fault_tuples: 2,
  },
  world: { strict: true, leaks: false, env: {}, allow_host: false },
  loader: { module: "auto" },
  tests: [],
  report: {
    format: "text",
    output: ".gauntlet/report.json",
    traces: false,
    traces_dir: ".gauntlet/traces",
    verbose: false,
    corpus_dir: ".gauntlet/corpus",
  },
  fixtures: { registries: [] },
  scan: [],
  objects: [],
  contracts: [],
  init: initDefaults,
  scenarios: scenariosDefaults,
};
