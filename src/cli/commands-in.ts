import type { Result } from "../kernel/result/result.ts";
import { withFlags } from "../kernel/patterns/shell-command.ts";

/** Commands are to be pasted where the user is, so they name the folder that was named. */
export function commandsIn(folder: string | undefined, result: Result): Result {
  if (folder === undefined) return result;
  const inFolder = (command: string): string => withFlags(command, ["--cwd", folder]);
  return {
    ...result,
    next: result.next.map(inFolder),
    findings: result.findings.map((finding) => ({
      ...finding,
      replay: finding.replay === undefined ? undefined : inFolder(finding.replay),
    })),
  };
}
