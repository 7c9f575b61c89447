import type { Result } from "../kernel/result/result.ts";
import { documentJson } from "../report/index.ts";
import type { ReadFlags } from "./flags.ts";
import type { Io } from "./io.ts";

/** What a verb that only reads has to say, for people and for programs. */
export interface VerbDocument {
  readonly command: string;
  /** Without the line break at its end. */
  readonly text: string;
  readonly data: object;
  readonly verdict: Result["verdict"];
}

/** Prints one document with `--json`, else the text. */
export function sayDocument(io: Io, flags: Pick<ReadFlags, "json">, said: VerbDocument): void {
  const { command, text, data, verdict } = said;
  if (flags.json !== true) return io.out(`${text}\n`);
  const document = { tool: "gauntlet", schema: 1, command, verdict, ...data };
  io.out(documentJson(document));
}
