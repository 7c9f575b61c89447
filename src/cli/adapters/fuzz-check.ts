import type { CampaignSettings, SubjectTarget } from "../../campaign/settings.ts";
import type { Config } from "../../config/index.ts";
import { amountText } from "../../report/number-text.ts";
import type { Result } from "../../kernel/result/result.ts";

/** How much of a fuzz test is tried besides its corpus. */
export interface FuzzBudget {
  readonly runs?: number | undefined;
  readonly seconds?: number | undefined;
}

/** Beside the corpus, so many inputs are tried where nobody asks for more. */
const inputsDefault = 200;
const secondsMax = 10;

/** What a test of a fuzz test is called. */
export function fuzzName(file: string, { runs, seconds }: FuzzBudget): string {
  const isTimed = runs === undefined && seconds !== undefined;
  const more = isTimed ? `${seconds} s of inputs` : amountText(runs ?? inputsDefault, "input");
  return `${file}: no failure in its corpus and ${more}`;
}

/**
 * Runs what is known to fail and what earlier campaigns kept, then further inputs: a few, or as
 * many as are asked for. With a time alone, inputs are tried until it is over.
 */
export async function fuzzResult(
  job: { readonly target: SubjectTarget; readonly settings: CampaignSettings },
  { report }: Config,
  { runs, seconds }: FuzzBudget,
): Promise<Result> {
  const { explore } = await import("../../engines/explore/index.ts");
  const { fuzzSettings } = await import("../../engines/fuzz/index.ts");
  const { readLists } = await import("../../campaign/corpus/list-store.ts");
  const { target } = job;
  const { settings } = await fuzzSettings(job.settings, {});
  const { lists } = await readLists(report.corpusDir, target);
  const isTimed = runs === undefined && seconds !== undefined;
  return explore({
    target,
    settings,
    corpusFolder: report.corpusDir,
    runsMax: isTimed ? Number.MAX_SAFE_INTEGER : lists.length + (runs ?? inputsDefault),
    timeMsMax: (seconds ?? secondsMax) * 1_000,
  });
}
