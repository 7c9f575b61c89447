import type { AgentReport } from "../kernel/agent/agent-report.ts";
import type { Result } from "../kernel/result/result.ts";
import { scoreText } from "./number-text.ts";

/** What an agent came to, in a word and with its score: the first line of each of its reports. */
export interface AgentOutcome {
  readonly word: "PASS" | "FAIL" | "UNKNOWN";
  readonly score: string;
  /** Who answered for the model, as a sentence; absent where the report does not say. */
  readonly model?: string;
}

/** The outcome of a run, from what all reports are made of. */
export function agentOutcome(
  { scores, upstream }: Pick<AgentReport, "scores" | "upstream">,
  verdict: Result["verdict"],
): AgentOutcome {
  const score = `overall ${scoreText(scores.overall)}`;
  const model = upstream === undefined ? {} : { model: answeredFor(upstream) };
  return { word: words[verdict], score, ...model };
}

/** A script or a recording says nothing about how a model answers. */
export function answeredFor(upstream: NonNullable<AgentReport["upstream"]>): string {
  switch (upstream) {
    case "scripted":
      return "a script answered for the model";
    case "cassette":
      return "a recording answered for the model";
    case "provider":
      return "the provider of the model answered";
  }
}

// --- inside ---

const words = { held: "PASS", broken: "FAIL", unknown: "UNKNOWN" } as const;
