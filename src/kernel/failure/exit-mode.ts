import type { Fields } from "../values/fields.ts";

/** How a process that runs user code ended before its time. */
export type ExitMode =
  | { readonly kind: "exit"; readonly code: number }
  | { readonly kind: "signal"; readonly signal: string }
  /** It gave no sign of life for so long and was ended. */
  | { readonly kind: "timeout"; readonly afterMs: number }
  | { readonly kind: "memory" }
  /** One run printed more than this and was ended; what it printed is cut there. */
  | { readonly kind: "output"; readonly bytes: number };

/** How a process ended, in words. */
export function exitText(exit: ExitMode): string {
  switch (exit.kind) {
    case "exit":
      return `exit code ${exit.code}`;
    case "signal":
      return `signal ${exit.signal}`;
    case "timeout":
      return `no sign of life for ${exit.afterMs} ms`;
    case "memory":
      return "out of memory";
    case "output":
      return `more than ${exit.bytes} bytes of output`;
  }
}

/** Reads an exit mode strictly, key by key. */
export function parseExitMode(fields: Fields): ExitMode {
  const exit = exitOf(fields);
  fields.done();
  return exit;
}

// --- inside ---

function exitOf(fields: Fields): ExitMode {
  const kind = fields.word("kind", ["exit", "signal", "timeout", "memory", "output"]);
  switch (kind) {
    case "exit":
      return { kind, code: fields.whole("code", 0) };
    case "signal":
      return { kind, signal: fields.text("signal") };
    case "timeout":
      return { kind, afterMs: fields.whole("afterMs", 0) };
    case "memory":
      return { kind };
    case "output":
      return { kind, bytes: fields.whole("bytes", 0) };
  }
}
