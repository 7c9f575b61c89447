import { relative, resolve } from "node:path";
import type { ScenariosConfig } from "./config.ts";
import type { FileScenarios } from "./file-config.ts";
import type { ProjectFolders } from "./files/project-paths.ts";

/** Turns `[scenarios]` into what a run is given; only what is said is there. */
export function buildScenarios(
  file: FileScenarios,
  { root, directory }: ProjectFolders,
): ScenariosConfig {
  return {
    files: file.files.map((pattern) => relative(root, resolve(directory, pattern))),
    host: {
      ...(file.proc_backend === "host" ? { proc: true } : {}),
      ...(file.fs_backend === "host" ? { fs: true } : {}),
      ...(file.http_backend === "host" ? { http: true } : {}),
    },
    timeoutMs:
      file.timeout === undefined ? undefined : Math.max(1, Math.round(file.timeout * 1_000)),
    hostBytesMax: file.output_limit,
    memory: {
      ...(file.mem_limit_mb === undefined ? {} : { limitMb: file.mem_limit_mb }),
      ...(file.mem_fail_after === undefined ? {} : { failAfter: file.mem_fail_after }),
      ...(file.mem_fragmentation_seed === undefined
        ? {}
        : { fragmentationSeed: file.mem_fragmentation_seed }),
      ...(file.mem_pressure_wave.length === 0 ? {} : { pressureWave: file.mem_pressure_wave }),
      ...(file.fail_on_leak ? { failOnLeak: true } : {}),
      ...(file.leak_budget === undefined ? {} : { leakBudget: file.leak_budget }),
    },
  };
}
