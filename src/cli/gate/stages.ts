import type { Finding } from "../../kernel/result/finding.ts";
import type { StageEvent } from "../../kernel/result/campaign-event.ts";
import type { UnwrittenFile } from "../../kernel/result/unwritten-file.ts";
import { emptyEvidence, type Result, type ResultCase } from "../../kernel/result/result.ts";
import type { Seed } from "../../kernel/decisions/seed.ts";
import { sectionOf } from "../../report/section.ts";
import { casesSection } from "../../report/sections/cases.ts";

/** What a stage came to. */
export interface StageEnd {
  readonly verdict: ResultCase["verdict"];
  readonly because: string;
  readonly findings?: readonly Finding[];
  readonly artifacts?: readonly string[];
  readonly unwritten?: readonly UnwrittenFile[];
  readonly runs?: number;
}

/** One of several things that a gate does, called by the verb that does it alone. */
export interface Stage {
  readonly name: string;
  /** Whether what comes after it makes no sense where it does not hold. */
  readonly isNeeded: boolean;
  run(): Promise<StageEnd>;
}

/** Which stages are done, and who hears of it. */
export interface StageChoice {
  readonly command: "gate" | "full";
  readonly seed: Seed;
  readonly skipped: ReadonlySet<string>;
  /** Stages that must have been done. */
  readonly required: ReadonlySet<string>;
  readonly signal: AbortSignal;
  readonly tell: (event: StageEvent) => void;
}

/** Does stages in order; one that is not done says why, and is never taken for one that held. */
export async function doStages(stages: readonly Stage[], choice: StageChoice): Promise<Result> {
  const startMs = performance.now();
  const done: Done[] = [];
  let stop: string | undefined;
  for (const stage of stages) {
    const why = reasonAgainst(stage, choice) ?? stop;
    const one = why === undefined ? await doStage(stage, choice) : leftOut(stage, why);
    done.push(one);
    const { verdict } = one.end;
    if (stage.isNeeded && (verdict === "broken" || verdict === "unknown")) {
      stop ??= `\`${stage.name}\` did not hold`;
    }
  }
  return resultOf(done, choice, (performance.now() - startMs) / 1_000);
}

// --- inside ---

interface Done {
  readonly name: string;
  readonly end: StageEnd;
  readonly seconds: number;
}

function reasonAgainst({ name }: Stage, { signal, skipped }: StageChoice): string | undefined {
  if (signal.aborted) return "interrupted";
  return skipped.has(name) ? "`--skip-steps` leaves it out" : undefined;
}

function leftOut({ name }: Stage, because: string): Done {
  return { name, end: { verdict: "not executed", because }, seconds: 0 };
}

async function doStage(stage: Stage, { tell }: StageChoice): Promise<Done> {
  const { name } = stage;
  tell({ type: "stage", name, state: "started" });
  const startMs = performance.now();
  const end = await stage.run();
  tell({ type: "stage", name, state: end.verdict });
  return { name, end, seconds: (performance.now() - startMs) / 1_000 };
}

function resultOf(done: readonly Done[], choice: StageChoice, seconds: number): Result {
  const { verdict, because } = judge(done, choice);
  return {
    command: choice.command,
    subject: "",
    verdict,
    because,
    summary: {
      runs: done.reduce((sum, { end }) => sum + (end.runs ?? 0), 0),
      seconds,
      seed: choice.seed,
      steps: done.length,
      notExecuted: done.filter(({ end }) => end.verdict === "not executed").length,
    },
    sections: [sectionOf(casesSection, done.map(caseOf))],
    findings: once(done.flatMap(({ end }) => end.findings ?? [])),
    properties: [],
    evidence: emptyEvidence,
    unwritten: done.flatMap(({ end }) => end.unwritten ?? []),
    notes: [],
    artifacts: [...new Set(done.flatMap(({ end }) => end.artifacts ?? []))],
    next: [],
  };
}

function caseOf({ name, end, seconds }: Done): ResultCase {
  const { verdict, because, findings = [] } = end;
  return { name, verdict, because, seconds, findings: findings.map(({ id }) => id) };
}

function judge(
  done: readonly Done[],
  { required, signal }: StageChoice,
): Pick<Result, "verdict" | "because"> {
  if (signal.aborted) return { verdict: "unknown", because: "interrupted" };
  const broken = done.filter(({ end }) => end.verdict === "broken");
  if (broken.length > 0) {
    return { verdict: "broken", because: `${namesOf(broken)} did not hold` };
  }
  const unknown = done.filter(({ end }) => end.verdict === "unknown");
  if (unknown.length > 0) {
    return { verdict: "unknown", because: `${namesOf(unknown)} could not be judged` };
  }
  const missing = done.filter(
    ({ name, end }) => end.verdict === "not executed" && required.has(name),
  );
  if (missing.length > 0) {
    return { verdict: "unknown", because: `${namesOf(missing)} must be done, and was not` };
  }
  const held = done.filter(({ end }) => end.verdict === "held");
  if (held.length === 0) return { verdict: "unknown", because: "nothing was executed" };
  return { verdict: "held", because: `${held.length} of ${done.length} steps held` };
}

function namesOf(done: readonly Done[]): string {
  return done.map(({ name }) => `\`${name}\``).join(", ");
}

/** Several stages may meet the same failure. */
function once(findings: readonly Finding[]): readonly Finding[] {
  return [...new Map(findings.map((finding) => [finding.id, finding])).values()];
}
