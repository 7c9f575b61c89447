import { createHash } from "node:crypto";
import { type Decision, isAnswer } from "../../kernel/decisions/decision.ts";
import type { DecisionSource } from "../../kernel/decisions/decisions.ts";
import type { ProjectPaths } from "../../kernel/failure/identity.ts";
import { decisionLine } from "../../kernel/trace/trace-write.ts";
import { MemoryJournal } from "../../kernel/decisions/journal.ts";
import type { Execute } from "../loop/drain.ts";
import { executeLoaded } from "./execute-loaded.ts";
import type { RunMaker } from "./run-maker.ts";

/** A run and how to make it, as often as it is needed. */
export interface RunChoice {
  readonly maker: RunMaker;
  readonly execute: Execute;
  readonly paths: ProjectPaths;
  readonly source: () => DecisionSource;
}

/**
 * Whether a run comes out the same with shared modules and with every module fresh. Says when one
 * of them is over: a run of a million decisions is slow, and silence would be taken for a hang.
 */
export async function isRepeatable(choice: RunChoice, onRun: () => void): Promise<boolean> {
  const shared = await runDigest(choice, false);
  onRun();
  return shared.digest === (await runDigest(choice, true)).digest;
}

/** A run in short. */
export interface RunSummary {
  /** A digest of everything that it decided and did. */
  readonly digest: string;
  /** Whether it left the simulated world. */
  readonly hasEscaped: boolean;
  /** Whether no other run may happen in this process. */
  readonly isSpoiled: boolean;
}

/** Runs once and says only whether another run was the same. */
export async function runDigest(
  choice: RunChoice,
  isEverythingFresh?: boolean,
): Promise<RunSummary> {
  const { maker, execute, paths } = choice;
  const textOf = (text: string): string => paths.relativeText?.(text) ?? text;
  const freshness = isEverythingFresh === undefined ? {} : { isEverythingFresh };
  const { made, outcome } = await executeLoaded(() => {
    const journal = new MemoryJournal(textOf);
    return { journal, ...maker.make({ source: choice.source(), journal, ...freshness }) };
  }, execute);
  const { journal, decisions } = made;
  const { escapes, isSpoiled } = outcome;
  // What a real process answers is its own affair: only a replay, which asks nobody, must repeat.
  const end = [outcome.verdict, outcome.endUs, textOf(outcome.failure?.message ?? "")];
  const told = `${JSON.stringify(journal.events)}\n${JSON.stringify(end)}`;
  const digest = decisions.log.some(isAnswer) ? "recorded" : digestOf(decisions.log, told);
  return { digest, hasEscaped: escapes.length > 0, isSpoiled };
}

// --- inside ---

/** So many lines are hashed at once: all of them would be as large as the run, a few times over. */
const linesAtOnce = 1_000;

/** Hashed by Node: for a long run the kernel's own would take longer than the run. */
function digestOf(decisions: readonly Decision[], told: string): string {
  const hash = createHash("sha256");
  for (let at = 0; at < decisions.length; at += linesAtOnce) {
    const lines = decisions.slice(at, at + linesAtOnce).map(decisionLine);
    hash.update(`${lines.join("\n")}\n`);
  }
  return hash.update(told).digest("hex");
}
