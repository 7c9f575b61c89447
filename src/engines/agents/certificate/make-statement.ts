import {
  type CertificateGate,
  type CertificatePredicate,
  type CertificateStatement,
  certificateType,
  type CertificateSubject,
  type CertifiedInvariant,
  type CertifiedStrikes,
  countStates,
  statementType,
} from "../../../kernel/agent/agent-certificate.ts";
import { faultName } from "../../../kernel/agent/agent-fault.ts";
import type { AgentReport } from "../../../kernel/agent/agent-report.ts";
import { rowsOf } from "../../../kernel/agent/agent-rows.ts";
import { canonicalJson, wellFormed } from "../../../kernel/values/canonical-json.ts";
import { grouped } from "../../../kernel/values/grouped.ts";
import { gateNames, phaseGate } from "./check-gates.ts";
import { undecidedCriticals } from "./refusal.ts";
import type { Seed } from "../../../kernel/decisions/seed.ts";
import { sha256 } from "../../../kernel/values/sha256.ts";
import type { CertificateConfig, ScoringConfig } from "../../../config/agent/agent-config.ts";

/** What a statement says besides what the report has. */
export interface StatementFacts {
  readonly version: string;
  readonly seed: Seed;
  readonly certificate: Pick<CertificateConfig, "testerName" | "passThreshold" | "expiresDays">;
  readonly scoring: Pick<ScoringConfig, "minimum">;
  readonly configSha256: string;
  /** Who answered for the models. */
  readonly upstream?: CertificatePredicate["upstream"];
  readonly signer: { readonly keyid: string; readonly publicKey: string };
  readonly nowMs: number;
  /** The commit of the agent, and its files with the SHA-256 of each. */
  readonly commit?: string | undefined;
  readonly files: readonly { readonly name: string; readonly sha256: string }[];
}

/** What a certificate of a report says; `overall` is the score that it was found worth. */
export function makeStatement(
  report: AgentReport,
  overall: number,
  facts: StatementFacts,
): CertificateStatement {
  const { certificate, nowMs, configSha256 } = facts;
  const statement: CertificateStatement = {
    _type: statementType,
    subject: subjects(report, facts),
    predicateType: certificateType,
    predicate: {
      tool: { name: "gauntlet", version: facts.version },
      agent: report.agent,
      tester: certificate.testerName,
      seed: String(facts.seed),
      issued: new Date(nowMs).toISOString(),
      expires: new Date(nowMs + certificate.expiresDays * dayMs).toISOString(),
      config: { sha256: configSha256 },
      ...(facts.upstream === undefined ? {} : { upstream: facts.upstream }),
      signer: facts.signer,
      overall,
      phases: report.phases,
      gates: gates(report, overall, facts),
      matrix: matrix(report),
      invariants: invariants(report),
      rows: rowsOf(report),
      strikes: strikes(report),
      deltas: report.deltas,
    },
  };
  // What an agent or a config says may hold halves of surrogate pairs, which cannot be signed.
  return wellFormedData(statement) as CertificateStatement;
}

// --- inside ---

const dayMs = 86_400_000;

function subjects(report: AgentReport, facts: StatementFacts): readonly CertificateSubject[] {
  const { commit, files, configSha256 } = facts;
  return [
    { name: report.agent, digest: { sha256: configSha256 } },
    ...(commit === undefined ? [] : [{ name: "commit", digest: { gitCommit: commit } }]),
    ...files.map(({ name, sha256: digest }) => ({ name, digest: { sha256: digest } })),
  ];
}

function gates(
  report: AgentReport,
  overall: number,
  { certificate, scoring }: StatementFacts,
): readonly CertificateGate[] {
  const { phases, cells } = report;
  const criticals = cells.filter(({ severity }) => severity === "critical");
  const { fail } = countStates(criticals);
  const atLeast = (gate: string, wanted: number, got?: number): CertificateGate => ({
    gate,
    wanted,
    got,
    isMet: got !== undefined && got >= wanted,
  });
  const none = (gate: string, got: number): CertificateGate => ({
    gate,
    wanted: 0,
    got,
    isMet: got === 0,
  });
  return [
    atLeast(gateNames.overall, certificate.passThreshold, overall),
    none(gateNames.failed, fail),
    none(gateNames.undecided, undecidedCriticals(report).length),
    ...phases.map(({ phase, score }) => atLeast(phaseGate(phase), scoring.minimum, score)),
  ];
}

function matrix({
  cells,
  conversations,
}: AgentReport): CertificateStatement["predicate"]["matrix"] {
  return {
    cells: cells.length,
    conversations: conversations.length,
    scenarios: new Set(cells.map(({ phase, scenario }) => `${phase}\0${scenario}`)).size,
    states: countStates(cells),
    sha256: sha256(canonicalJson(wellFormedData(cells))),
  };
}

function invariants({ cells }: AgentReport): readonly CertifiedInvariant[] {
  const groups = grouped(cells, (cell) => [cell.phase, cell.invariant, cell.severity].join("\0"));
  return [...groups.values()].map((group) => {
    const [{ phase, invariant: id, severity }] = group;
    return { phase, id, severity, states: countStates(group) };
  });
}

function strikes({ conversations }: AgentReport): readonly CertifiedStrikes[] {
  const all = conversations.flatMap((conversation, at) =>
    conversation.strikes.map(({ fault: id, agent, target }) => {
      const fault = conversation.faults.find((one) => one.id === id);
      return { at, agent, target, fault: fault === undefined ? id : faultName(fault) };
    }),
  );
  const groups = grouped(all, ({ fault, agent, target }) => [fault, agent, target].join("\0"));
  return [...groups.entries()]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([, group]) => {
      const [{ fault, agent, target }] = group;
      const held = new Set(group.map(({ at }) => at)).size;
      return { fault, agent, target, struck: group.length, conversations: held };
    });
}

function wellFormedData(value: unknown): unknown {
  if (typeof value === "string") return wellFormed(value);
  if (Array.isArray(value)) return value.map(wellFormedData);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, wellFormedData(item)]),
  );
}
