import type { Result } from "../kernel/result/result.ts";
import { endVerb } from "./finish-run.ts";
import type { ReadFlags } from "./flags.ts";
import type { Io } from "./io.ts";

/** What a verb that only reads has to say, for people and for programs. */
export interface VerbDocument {
  readonly command: string;
  /** Without the line break at its end. */
  readonly text: string;
  readonly data: object;
  readonly verdict: Result["verdict"];
  readonly isInterrupted?: boolean | undefined;
  /** Where it is not the one of the verdict. */
  readonly exitCode?: number | undefined;
}

/** Prints one document with `--json`, else the text, and gives the exit code of the verdict. */
export function sayDocument(io: Io, flags: Pick<ReadFlags, "json">, said: VerbDocument): number {
  const { command, text, data, ...end } = said;
  return endVerb(
    {
      documentOf: () => ({
        tool: "gauntlet",
        schema: 1,
        command,
        verdict: said.verdict,
        ...data,
      }),
      shown: `${text}\n`,
      isJson: flags.json === true,
      ...end,
    },
    io,
  );
}
