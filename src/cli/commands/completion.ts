import { bashScript } from "../completion/bash.ts";
import { completionTree } from "../completion/completion-tree.ts";
import { fishScript } from "../completion/fish.ts";
import { powershellScript } from "../completion/powershell.ts";
import { zshScript } from "../completion/zsh.ts";
import { exitCodes } from "../io.ts";
import type { VerbCall } from "../verb-call.ts";

/** `completion`: the script with which a shell completes verbs, flags and values. */
export function runCompletion({ words: [shell], io, table }: VerbCall<"completion">): number {
  io.out(scripts[shell](completionTree(table)));
  return exitCodes.held;
}

// --- inside ---

const scripts = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
  powershell: powershellScript,
} as const;
