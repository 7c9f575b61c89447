import { bashScript } from "../completion/bash.ts";
import { type CompletionNode, completionTree } from "../completion/completion-tree.ts";
import { fishScript } from "../completion/fish.ts";
import { powershellScript } from "../completion/powershell.ts";
import { zshScript } from "../completion/zsh.ts";
import { endWithText } from "../finish-run.ts";
import type { VerbCall } from "../verb-call.ts";
import type { CommandTable } from "../verb-spec.ts";

/** `completion`: the script with which a shell completes verbs, flags and values. */
export function runCompletion({ words: [shell], io, table }: VerbCall<"completion">): number {
  return endWithText(completionScript(shell, table), io);
}

/** The script of a shell for the verbs of a table. */
export function completionScript(shell: Shell, table: CommandTable): string {
  return scripts[shell](completionTree(table));
}

// --- inside ---

type Shell = VerbCall<"completion">["words"][0];

const scripts: Readonly<Record<Shell, (tree: readonly CompletionNode[]) => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
  powershell: powershellScript,
};
