import type { MinedFunction } from "../../kernel/result/mined.ts";
import type { FunctionsEvent } from "../../kernel/result/campaign-event.ts";
import { gauntletCommand } from "../../kernel/patterns/shell-command.ts";
import { emptyEvidence, type Result } from "../../kernel/result/result.ts";
import { sectionOf } from "../../report/section.ts";
import { minedSection } from "../../report/sections/mined.ts";
import type { LawContext } from "../../campaign/laws/law-target.ts";
import type { CampaignSettings } from "../../campaign/settings.ts";
import type { ScanSettings } from "../../config/index.ts";
import { isSuspicious, notChecked } from "../../subject/laws/index.ts";
import { findCalls, registriesOf, type WantedCalls } from "./find-calls.ts";
import { mineCalls, type MinedCalls } from "./mine-calls.ts";

/** What mining takes. */
export interface MineOptions {
  readonly projectRoot: string;
  readonly wanted: readonly WantedCalls[];
  readonly policies: ScanSettings;
  readonly settings: CampaignSettings;
  /** Runs for each function. */
  readonly runsMax: number;
  readonly timeMsMax: number;
  /** How many functions are called at once. */
  readonly concurrency: number;
  readonly signal: AbortSignal;
  /** Is told of each function when it is done. */
  readonly tell?: (event: FunctionsEvent) => void;
}

/** Calls functions with values of their types and says which laws their results have. */
export async function mine(options: MineOptions): Promise<Result> {
  const startMs = performance.now();
  const { projectRoot, policies, settings, wanted } = options;
  const found = await findCalls(wanted, { projectRoot, policies });
  const registries = registriesOf(wanted, policies);
  const pool = settings.runners.pool(options.concurrency);
  const place: LawContext = { projectRoot, settings, registries, pool };
  try {
    const mined = await mineCalls(found, place, { ...options, startMs });
    return resultOf(mined, options, (performance.now() - startMs) / 1_000);
  } finally {
    await pool.close();
  }
}

// --- inside ---

function resultOf(
  { functions, runs, notes, isCut }: MinedCalls,
  { wanted, settings, signal }: MineOptions,
  seconds: number,
): Result {
  const returned = functions.reduce((sum, one) => sum + one.returned, 0);
  return {
    command: "mine",
    subject: wanted.map(wordOf).join(" "),
    ...verdictOf({ returned, isCut, isInterrupted: signal.aborted }),
    summary: {
      runs,
      seconds,
      seed: settings.seed,
      functions: functions.length,
      suspicious: functions.flatMap(({ laws }) => laws.filter(isSuspicious)).length,
    },
    findings: [],
    properties: [],
    evidence: emptyEvidence,
    sections: [sectionOf(minedSection, { functions, notChecked })],
    notes,
    artifacts: [],
    next: nextCommands(functions),
  };
}

function wordOf({ file, targets = [] }: WantedCalls): string {
  return targets.length === 0 ? file : `${file}:${targets.map(({ name }) => name).join(",")}`;
}

function verdictOf(seen: {
  readonly returned: number;
  readonly isCut: boolean;
  readonly isInterrupted: boolean;
}): Pick<Result, "verdict" | "because"> {
  if (seen.isInterrupted) return { verdict: "unknown", because: "interrupted" };
  if (seen.isCut) return { verdict: "unknown", because: "the time was over before all was called" };
  if (seen.returned === 0) return { verdict: "unknown", because: "no call gave anything back" };
  return { verdict: "held", because: "" };
}

/** The most suspicious law first: a check shows values that break it, as small as they get. */
function nextCommands(functions: readonly MinedFunction[]): readonly string[] {
  return functions
    .flatMap(({ module, name, laws }) =>
      laws.filter(isSuspicious).map((law) =>
        gauntletCommand("check", {
          words: [`${module}:${name}`],
          flags: ["--property", law.name],
        }),
      ),
    )
    .slice(0, 3);
}
