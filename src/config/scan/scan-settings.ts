import { buildScan } from "./build-scan.ts";
import type { Config } from "../config.ts";
import { scanDefaults } from "../file-config.ts";
import type { ByFunction, ContractConfig, ObjectConfig, ScanConfig } from "./scan-config.ts";
import { matchesFile, matchesName, selects } from "./target-selector.ts";

/** A function, class or method of the project: `src/cart.ts` and `Cart.add`. */
export interface NamedTarget {
  /** Relative to the project root, with forward slashes. */
  readonly module: string;
  readonly name: string;
}

/** What a config says about scanning, asked by file and by function. */
export interface ScanSettings {
  /** The first `[[scan]]` entry that means the file, or the defaults. */
  readonly entryFor: (module: string) => ScanConfig;
  /** Whether the entry of its file scans the target; its `targets` say so. */
  readonly isWanted: (target: NamedTarget) => boolean;
  /** How instances of a class are made, by the first `[[objects]]` entry that means it. */
  readonly objectFor: (target: NamedTarget) => ObjectConfig | undefined;
  /** Whether methods that begin with an underscore are wanted of some class. */
  readonly hasPrivateObjects: boolean;
  /** All `[[contracts]]` and `[[objects]]` entries. */
  readonly contracts: readonly ContractConfig[];
  readonly objects: readonly ObjectConfig[];
  /** Every `[[contracts]]` entry that means the function. */
  readonly contractsFor: (target: NamedTarget) => readonly ContractConfig[];
}

/** Answers what a config says about a file or a function that is scanned. */
export function scanSettings(config: Config): ScanSettings {
  const fallback = defaultEntry(config);
  const entryFor = (module: string): ScanConfig =>
    config.scan.find(({ pattern }) => matchesFile(pattern, module)) ?? fallback;
  return {
    entryFor,
    isWanted: (target) => {
      const { targets } = entryFor(target.module);
      return targets.length === 0 || targets.some((selector) => selects(selector, target));
    },
    objectFor: (target) => config.objects.find((entry) => selects(entry.target, target)),
    hasPrivateObjects: config.objects.some((entry) => entry.includePrivate),
    contracts: config.contracts,
    objects: config.objects,
    contractsFor: (target) => config.contracts.filter((entry) => selects(entry.target, target)),
  };
}

/** The names that a table has for a function: those under `*` and under every pattern of it. */
export function namesFor<Name extends string>(
  table: ByFunction<Name>,
  functionName: string,
): readonly Name[] {
  const entries = Object.entries(table).filter(([pattern]) => matchesName(pattern, functionName));
  return [...new Set(entries.flatMap(([, names]) => names))];
}

// --- inside ---

function defaultEntry({ root, fixtures }: Config): ScanConfig {
  const locate = () => Promise.resolve({ where: "the defaults" });
  const place = { root, directory: root };
  return buildScan({ module: "src/**", ...scanDefaults }, 0, {
    place,
    registries: fixtures.registries,
    locate,
  });
}
