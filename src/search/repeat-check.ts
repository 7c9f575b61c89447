import { isAnswer } from "../kernel/decision.ts";
import type { DecisionSource } from "../kernel/decisions.ts";
import type { ProjectPaths } from "../kernel/identity.ts";
import { decisionLine } from "../kernel/trace-write.ts";
import { KeptJournal } from "../kernel/journal.ts";
import { sha256 } from "../kernel/sha256.ts";
import type { Execute } from "../runner/drain.ts";
import { inMacrotask } from "../runner/macrotask.ts";
import type { RunMaker } from "./run-maker.ts";

/** A run and how to make it, as often as it is needed. */
export interface RunChoice {
  readonly maker: RunMaker;
  readonly execute: Execute;
  readonly paths: ProjectPaths;
  readonly source: () => DecisionSource;
}

/** Whether a run comes out the same with shared modules and with every module fresh. */
export async function isRepeatable(choice: RunChoice): Promise<boolean> {
  const shared = await runDigest(choice, false);
  return shared.digest === (await runDigest(choice, true)).digest;
}

/** A run in short. */
export interface RunInShort {
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
): Promise<RunInShort> {
  const { maker, execute, paths } = choice;
  const textOf = (text: string): string => paths.relativeText?.(text) ?? text;
  const journal = new KeptJournal(textOf);
  const source = choice.source();
  const freshness = isEverythingFresh === undefined ? {} : { isEverythingFresh };
  const { request, decisions } = maker.make({ source, journal, ...freshness });
  const outcome = await inMacrotask(() => execute(request));
  const told = [
    JSON.stringify(decisions.log.map(decisionLine)),
    JSON.stringify(journal.events),
    JSON.stringify([outcome.verdict, outcome.endUs, textOf(outcome.failure?.message ?? "")]),
  ];
  const { escapes, isSpoiled } = outcome;
  // What a real process answers is its own affair: only a replay, which asks nobody, must repeat.
  const digest = decisions.log.some(isAnswer) ? "recorded" : sha256(told.join("\n"));
  return { digest, hasEscaped: escapes.length > 0, isSpoiled };
}
