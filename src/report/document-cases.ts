import type { ResultCase } from "../kernel/result/result.ts";
import { agentCases } from "./agent-cases.ts";
import type { DocumentCase } from "./document-case.ts";
import type { ResultDocument } from "./json.ts";

/**
 * What became of each thing that a document is about. If the document is not held, at least one of
 * them is not: whoever counts these must come to the same verdict.
 */
export function documentCases(document: ResultDocument): readonly DocumentCase[] {
  const { command, subject, verdict, because = "", summary } = document;
  const cases =
    document.cases?.map((told) => withFindings(told, document)) ??
    scanned(document) ??
    celled(document);
  const whole = {
    name: subject === "" ? command : subject,
    verdict,
    because,
    seconds: summary.seconds,
    findings: document.findings,
  };
  if (cases === undefined) return [whole];
  const isSaid = verdict === "held" || cases.some((told) => told.verdict === verdict);
  return isSaid ? cases : [...cases, { ...whole, name: command, seconds: 0, findings: [] }];
}

// --- inside ---

function withFindings(told: ResultCase, { findings }: ResultDocument): DocumentCase {
  return { ...told, findings: findings.filter(({ id }) => told.findings.includes(id)) };
}

/** A function or class of a scan is broken by what is supported; the rest is only told. */
function scanned({ scan, findings }: ResultDocument): readonly DocumentCase[] | undefined {
  return scan?.targets.map((target) => {
    const own = findings.filter(({ id }) => target.findings.includes(id));
    const isBroken = own.some(({ evidence }) => evidence?.level === "supported");
    const isCalled = target.blocked === undefined;
    return {
      name: `${target.module}:${target.name}`,
      verdict: isCalled ? (isBroken ? "broken" : "held") : "not executed",
      because: target.blocked?.why ?? "",
      seconds: target.seconds,
      findings: own,
    };
  });
}

function celled({ agent, verdict }: ResultDocument): readonly DocumentCase[] | undefined {
  return agent === undefined ? undefined : agentCases(agent, verdict);
}
