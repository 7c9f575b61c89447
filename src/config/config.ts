import type { Seed } from "../kernel/decisions/seed.ts";
import type { HostUse, MemorySettings } from "../kernel/trace/trace.ts";
import type { AgentConfig } from "./agent/agent-config.ts";
import type {
  ContractConfig,
  FixturesConfig,
  InitConfig,
  ObjectConfig,
  ScanConfig,
} from "./scan/scan-config.ts";

/** A project's settings, with every default filled in and every path absolute. */
export interface Config {
  /** The config file, or nothing when the project has none. */
  readonly file: string | undefined;
  /** Where package.json is; a config names nothing outside it. */
  readonly root: string;
  readonly explorer: ExplorerConfig;
  readonly world: WorldConfig;
  readonly loader: LoaderConfig;
  readonly tests: readonly TestConfig[];
  readonly report: ReportConfig;
  readonly fixtures: FixturesConfig;
  readonly scan: readonly ScanConfig[];
  readonly objects: readonly ObjectConfig[];
  readonly contracts: readonly ContractConfig[];
  readonly init: InitConfig;
  readonly scenarios: ScenariosConfig;
  /** Nothing where the config has no `[agent]`. */
  readonly agent: AgentConfig | undefined;
}

/** How runs are searched: `[explorer]`. */
export interface ExplorerConfig {
  readonly maxTimeSeconds: number;
  /** Nothing means that only time stops the search. */
  readonly maxRuns: number | undefined;
  readonly seed: Seed;
  readonly strategy: "random" | "fifo" | "pct" | "dfs";
  readonly stepsPerRun: number;
  readonly runTimeoutSeconds: number;
  readonly memoryMb: number;
  readonly shrinkBudget: number;
  readonly latencyMaxMs: number;
  readonly inline: readonly string[];
  /** Globs relative to the project root. */
  readonly targetModules: readonly string[];
  readonly checkpointsMax: number;
  readonly checkpointProb: number;
  readonly checkpointStrategy: "energy" | "uniform" | "recent";
  readonly faultToggleProb: number;
  /** How many processes search at once; 0 is one for each core. */
  readonly workers: number;
  readonly ngram: number;
  readonly ruleSwarm: boolean;
  readonly tupleStrength: number;
  readonly tupleRunsMax: number | undefined;
  readonly tupleSeconds: number | undefined;
  readonly patienceRuns: number | undefined;
}

/** What the simulated world makes of what it does not control: `[world]`. */
export interface WorldConfig {
  /** Whether a run that leaves the simulated world is a finding. */
  readonly strict: boolean;
  /** Whether a run that ends with something still open is a finding. */
  readonly leaks: boolean;
  /** Variables that runs have besides the fixed ones; `${NAME}` is one of the host's. */
  readonly env: Readonly<Record<string, string>>;
  /** Whether scans, and replays of what they found, may use the machine itself. */
  readonly allowHost: boolean;
}

/** How the files of the project are loaded: `[loader]`. */
export interface LoaderConfig {
  /** What files written with `import` are loaded as; `auto` asks how the project builds them. */
  readonly module: "auto" | "commonjs" | "esm";
}

/** How scenario files are run: `[scenarios]`. */
export interface ScenariosConfig {
  /** Patterns relative to the project root; none means every scenario of the project. */
  readonly files: readonly string[];
  /** Which seams reach the real machine. */
  readonly host: HostUse;
  readonly timeoutMs: number | undefined;
  readonly hostBytesMax: number;
  readonly memory: MemorySettings;
}

/** What one `[[tests]]` entry may set for itself. */
export interface TestSettings {
  readonly stepsPerRun: number;
  readonly maxTimeSeconds: number;
  readonly maxRuns: number | undefined;
  readonly seed: Seed;
  readonly ruleSwarm: boolean;
}

/** One `[[tests]]` entry: a pattern of files, merged with `[explorer]`. */
export interface TestConfig extends TestSettings {
  /** The `class` value as written. */
  readonly selector: string;
  /** Finds the files; throws a `ConfigError` when there are none. */
  readonly resolve: () => Promise<readonly TestTarget[]>;
}

/** One file to explore and the export of it that is the subject. */
export interface TestTarget extends TestSettings {
  /** The absolute path. */
  readonly file: string;
  readonly exportName: string;
}

/** How findings are told and where they are kept: `[report]`. */
export interface ReportConfig {
  readonly format: "text" | "json" | "both";
  readonly output: string;
  readonly traces: boolean;
  readonly tracesDir: string;
  readonly verbose: boolean;
  readonly corpusDir: string;
}
