import { hostBytesMax } from "../kernel/trace/trace.ts";

/** The `[scenarios]` section as written. */
export interface FileScenarios {
  readonly files: readonly string[];
  readonly proc_backend: "scripted" | "host";
  readonly fs_backend: "virtual" | "host";
  readonly http_backend: "scripted" | "host";
  readonly timeout?: number | undefined;
  readonly output_limit: number;
  readonly mem_limit_mb?: number | undefined;
  readonly mem_fail_after?: number | undefined;
  readonly mem_fragmentation_seed?: number | undefined;
  readonly mem_pressure_wave: readonly number[];
  readonly fail_on_leak: boolean;
  readonly leak_budget?: number | undefined;
}

/** What a project without the section has. */
export const scenariosDefaults: FileScenarios = {
  files: [],
  proc_backend: "scripted",
  fs_backend: "virtual",
  http_backend: "scripted",
  output_limit: hostBytesMax,
  mem_pressure_wave: [],
  fail_on_leak: false,
};
