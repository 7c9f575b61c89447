/** What a kept input did: nothing wrong, or the way in which it failed. */
export type InputKind = "input" | "crash" | "timeout" | "oom";

/** What the name of a file of inputs says, and the SHA-1 in it, where there is one. */
export interface InputName {
  readonly kind: InputKind;
  readonly sha1: string | undefined;
}

/**
 * The name of an input by its SHA-1, as libFuzzer and Jazzer.js name it: `<sha1>` in a corpus,
 * `crash-<sha1>`, `timeout-<sha1>` or `oom-<sha1>` where it fails.
 */
export function inputName(kind: InputKind, sha1: string): string {
  return kind === "input" ? sha1 : `${kind}-${sha1}`;
}

/**
 * Reads what other fuzzers say with the names of their files and folders: AFL++ keeps
 * `queue/id:000000,src:…`, `crashes/id:000000,sig:06,…` and `hangs/…`. Any other name is that of an
 * input nothing is known of.
 */
export function parseInputName(relative: string): InputName {
  const parts = relative.split("/");
  const name = parts.at(-1) ?? "";
  const named = /^(?:(crash|timeout|oom|leak|slow-unit)-)?([0-9a-f]{40})$/.exec(name);
  if (named !== null) return { kind: kindOf(named[1]), sha1: named[2] };
  const folder = parts.at(-2);
  if (/^id[:_]\d{6,}/.test(name)) {
    if (folder === "crashes") return { kind: "crash", sha1: undefined };
    if (folder === "hangs") return { kind: "timeout", sha1: undefined };
    // Windows and archives write `_` for the colon.
    if (/[,_]sig[:_]\d+/.test(name)) return { kind: "crash", sha1: undefined };
  }
  const prefix = /^(crash|timeout|oom)-/.exec(name);
  return { kind: kindOf(prefix?.[1]), sha1: undefined };
}

// --- inside ---

function kindOf(prefix: string | undefined): InputKind {
  switch (prefix) {
    case "crash":
    case "timeout":
    case "oom":
      return prefix;
    case "leak":
      return "oom";
    default:
      // A slow unit is worth to be run, and did not fail.
      return "input";
  }
}
