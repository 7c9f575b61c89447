import type { Contract } from "../../kernel/judge/contract.ts";
import type { FunctionSinks, Sink, SinkKind } from "../sinks/index.ts";

/** The check that shows whether a way to a sink does harm. */
export const checkOfSink: Readonly<Record<SinkKind, string>> = {
  shell: "shell_injection",
  argv: "argv_injection",
  import: "import_injection",
  deserialization: "deserialization",
  "fs write": "fs_write",
  "path traversal": "path_traversal",
  symlink: "symlink_escape",
  ipc: "ipc_injection",
  ssrf: "ssrf",
  sql: "sql_injection",
  "config mutation": "config_mutation",
  "prototype pollution": "prototype_pollution",
  redos: "regex_injection",
};

/**
 * The contracts that put ways to sinks to the test: one for each kind, with the parameters that
 * reach it and that nothing makes harmless. What the constructor is given is not probed.
 */
export function contractsOfSinks({ name, sinks }: FunctionSinks): readonly Contract[] {
  const byCheck = new Map<string, Set<string>>();
  for (const sink of sinks) {
    if (sink.isSanitised !== undefined || sink.of === "constructor") continue;
    const check = checkOfSink[sink.kind];
    const params = byCheck.get(check) ?? new Set();
    byCheck.set(check, params.add(trackedName(sink)));
  }
  return [...byCheck].map(([check, params]) => ({
    target: name,
    checks: [check],
    trackedParams: [...params],
    source: "found",
  }));
}

// --- inside ---

function trackedName({ param, keys }: Sink): string {
  // A parameter that is taken apart has no name; its first key stands for it.
  return keys[0] === param ? keys.join(".") : [param, ...keys].join(".");
}
