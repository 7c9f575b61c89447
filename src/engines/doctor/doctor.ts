import { emptyEvidence, type Result } from "../../kernel/result.ts";
import { compare, type DoctorOptions } from "./compare.ts";
import { firstDifference } from "./difference.ts";
import { differenceFinding } from "./difference-finding.ts";
import { guiltyPackage } from "./guilty-package.ts";

/**
 * Runs a subject twice, in two processes, in opposite orders, with one seed. If anything differs,
 * it names the first divergent decision with both stacks and the uncontrolled call behind it.
 */
export async function doctor(options: DoctorOptions): Promise<Result> {
  const startMs = performance.now();
  const { settings, runs, target } = options;
  const comparison = await compare(options);
  const { differing } = comparison;
  const difference =
    differing === undefined ? undefined : firstDifference(differing.first, differing.second);
  const guilty =
    difference === undefined || difference.culprit !== undefined
      ? undefined
      : await guiltyPackage(options, comparison.packages);
  return {
    command: "doctor",
    subject: comparison.subject,
    verdict: difference === undefined ? "held" : "broken",
    because: difference === undefined ? `${runs} runs came out the same in two processes` : "",
    summary: {
      runs: runs * 2,
      seconds: (performance.now() - startMs) / 1_000,
      seed: settings.seed,
    },
    findings:
      difference === undefined || differing === undefined
        ? []
        : [differenceFinding(difference, { subject: comparison.subject, run: differing.run })],
    properties: [],
    evidence: emptyEvidence,
    notes: guilty === undefined ? [] : [guilty],
    artifacts: [],
    next: difference === undefined ? [`npx gauntlet explore ${target.file}`] : [],
  };
}
