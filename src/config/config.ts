import type { HostUse, MemorySettings } from "../kernel/trace/trace.ts";
import type { AgentConfig } from "./agent/agent-config.ts";
import type { CamelKeys } from "./camel-keys.ts";
import type {
  FileBoundaries,
  FileBoundaryRules,
  FileExplorer,
  FileInit,
  FileLoader,
  FileReport,
  FileWorld,
} from "./file-config.ts";
import type {
  ContractConfig,
  FixturesConfig,
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
  /** Every pattern and path is relative to the project root. */
  readonly boundaries: readonly BoundaryConfig[];
  readonly boundaryRules: BoundaryRulesConfig;
  /** Nothing where the config has no `[agent]`. */
  readonly agent: AgentConfig | undefined;
}

/** How runs are searched: `[explorer]`. */
export type ExplorerConfig = CamelKeys<FileExplorer>;

/** What the simulated world makes of what it does not control: `[world]`. */
export type WorldConfig = CamelKeys<FileWorld>;

/** How the files of the project are loaded: `[loader]`. */
export type LoaderConfig = CamelKeys<FileLoader>;

/** How findings are told and where they are kept, every path absolute: `[report]`. */
export type ReportConfig = CamelKeys<FileReport>;

/** What `gauntlet init` writes when its flags do not say: `[init]`. */
export type InitConfig = CamelKeys<FileInit>;

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

/** A place where foreign data comes in: an entry of `[[boundaries]]`. */
export type BoundaryConfig = CamelKeys<FileBoundaries>;

/** What is asked of the boundaries: `[boundary_rules]`. */
export type BoundaryRulesConfig = CamelKeys<FileBoundaryRules>;

/** One `[[tests]]` entry: a pattern of files, and how they are searched. */
export interface TestConfig {
  /** The `class` value as written. */
  readonly selector: string;
  /** `[explorer]` with what the entry says for itself. */
  readonly explorer: ExplorerConfig;
  /** Finds the files; throws a `ConfigError` when there are none. */
  readonly resolve: () => Promise<readonly TestTarget[]>;
}

/** One file to explore and the export of it that is the subject. */
export interface TestTarget {
  /** The absolute path. */
  readonly file: string;
  readonly exportName: string;
  /** `[explorer]` with what the entry of the file says for itself. */
  readonly explorer: ExplorerConfig;
}
