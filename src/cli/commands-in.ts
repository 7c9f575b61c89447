import type { Result } from "../kernel/result.ts";
import { shellWord } from "../kernel/shell-word.ts";

/** Commands are to be pasted where the user is, so they name the folder that was named. */
export function commandsIn(folder: string | undefined, result: Result): Result {
  if (folder === undefined) return result;
  const inFolder = (command: string): string => `${command} --cwd ${shellWord(folder)}`;
  return {
    ...result,
    next: result.next.map(inFolder),
    findings: result.findings.map((finding) => ({
      ...finding,
      replay: finding.replay === undefined ? undefined : inFolder(finding.replay),
    })),
  };
}
