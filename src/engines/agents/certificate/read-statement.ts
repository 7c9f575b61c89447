import {
  cellStates,
  type CertificateGate,
  type CertificatePredicate,
  type CertificateStatement,
  certificateType,
  type CertifiedInvariant,
  type CertifiedStrikes,
  type StateCounts,
  statementType,
} from "../../../kernel/agent/agent-certificate.ts";
import type { AgentPhase, Severity } from "../../../kernel/agent/agent-cell.ts";
import type { RowVerdict } from "../../../kernel/agent/agent-rows.ts";
import type { PhaseScore, ScenarioDelta } from "../../../kernel/agent/agent-report.ts";
import { badShape, Fields } from "../../../kernel/values/fields.ts";

/** Reads a statement strictly: every key is there with its type, and no other key is. */
export function readStatement(value: unknown): CertificateStatement {
  const fields = new Fields(value, "the statement");
  const statement: CertificateStatement = {
    _type: fields.word("_type", [statementType]),
    subject: fields.list("subject", subject, "subjects"),
    predicateType: fields.word("predicateType", [certificateType]),
    predicate: predicate(fields.fields("predicate")),
  };
  fields.done();
  if (statement.subject.length === 0) throw badShape("the statement has no subject");
  return statement;
}

// --- inside ---

const phaseNames: readonly AgentPhase[] = ["mutation", "chaos", "contract", "replay"];
const upstreams = ["provider", "scripted", "cassette"] as const;
const severities: readonly Severity[] = ["critical", "high", "medium", "low"];

function predicate(fields: Fields): CertificatePredicate {
  const read: CertificatePredicate = {
    tool: whole(fields.fields("tool"), (tool) => ({
      name: tool.text("name"),
      version: tool.text("version"),
    })),
    agent: fields.text("agent"),
    tester: fields.text("tester"),
    seed: fields.text("seed"),
    issued: time(fields, "issued"),
    expires: time(fields, "expires"),
    config: whole(fields.fields("config"), (config) => ({ sha256: digest(config, "sha256") })),
    ...(fields.has("upstream") ? { upstream: fields.word("upstream", upstreams) } : {}),
    signer: whole(fields.fields("signer"), (signer) => ({
      keyid: digest(signer, "keyid"),
      publicKey: signer.text("publicKey"),
    })),
    overall: number(fields, "overall"),
    phases: fields.list("phases", phase, "phases"),
    gates: fields.list("gates", gate, "gates"),
    matrix: whole(fields.fields("matrix"), (matrix) => ({
      cells: matrix.whole("cells", 1),
      conversations: matrix.whole("conversations", 0),
      scenarios: matrix.whole("scenarios", 0),
      states: counts(matrix.fields("states")),
      sha256: digest(matrix, "sha256"),
    })),
    invariants: fields.list("invariants", invariant, "invariants"),
    ...(fields.has("rows") ? { rows: fields.list("rows", row, "rows") } : {}),
    strikes: fields.list("strikes", strikes, "strikes"),
    deltas: fields.list("deltas", delta, "deltas"),
  };
  fields.done();
  return read;
}

function subject(value: unknown): CertificateStatement["subject"][number] {
  return whole(new Fields(value, "a subject"), (fields) => ({
    name: fields.text("name"),
    digest: fields.record("digest", textOf, "text"),
  }));
}

function phase(value: unknown): PhaseScore {
  return whole(new Fields(value, "a phase"), (fields) => {
    const [low, high, ...others] = fields.list("interval", numberOf, "numbers");
    if (low === undefined || high === undefined || others.length > 0) {
      throw badShape("`interval` of a phase must be two numbers");
    }
    return {
      phase: fields.word("phase", phaseNames),
      score: optionalNumber(fields, "score"),
      interval: [low, high],
      counts: counts(fields.fields("counts")),
      passAll: whole(fields.fields("passAll"), (all) => ({
        trials: all.whole("trials", 0),
        rate: optionalNumber(all, "rate"),
      })),
      criticals: fields.list("criticals", textOf, "text"),
    };
  });
}

function gate(value: unknown): CertificateGate {
  return whole(new Fields(value, "a gate"), (fields) => ({
    gate: fields.text("gate"),
    wanted: number(fields, "wanted"),
    got: optionalNumber(fields, "got"),
    isMet: fields.flag("isMet"),
  }));
}

function invariant(value: unknown): CertifiedInvariant {
  return whole(new Fields(value, "an invariant"), (fields) => ({
    phase: fields.word("phase", phaseNames),
    id: fields.text("id"),
    severity: fields.word("severity", severities),
    states: counts(fields.fields("states")),
  }));
}

function row(value: unknown): RowVerdict {
  return whole(new Fields(value, "a row"), (fields) => ({
    phase: fields.word("phase", phaseNames),
    scenario: fields.text("scenario"),
    invariant: fields.text("invariant"),
    severity: fields.word("severity", severities),
    state: fields.word("state", cellStates),
    conversations: fields.whole("conversations", 1),
    tested: fields.whole("tested", 0),
    failed: fields.whole("failed", 0),
    ...(fields.has("failsAtMost") ? { failsAtMost: number(fields, "failsAtMost") } : {}),
    because: fields.text("because"),
  }));
}

function strikes(value: unknown): CertifiedStrikes {
  return whole(new Fields(value, "a strike"), (fields) => ({
    fault: fields.text("fault"),
    agent: fields.text("agent"),
    target: fields.text("target"),
    struck: fields.whole("struck", 1),
    conversations: fields.whole("conversations", 1),
  }));
}

function delta(value: unknown): ScenarioDelta {
  return whole(new Fields(value, "a delta"), (fields) => ({
    scenario: fields.text("scenario"),
    rate: number(fields, "rate"),
    baseline: number(fields, "baseline"),
    delta: number(fields, "delta"),
  }));
}

function counts(fields: Fields): StateCounts {
  const read = cellStates.map((state) => [state, fields.whole(state, 0)] as const);
  fields.done();
  return Object.fromEntries(read) as StateCounts;
}

/** Reads an object and says that it has nothing else. */
function whole<T>(fields: Fields, read: (fields: Fields) => T): T {
  const value = read(fields);
  fields.done();
  return value;
}

function number(fields: Fields, key: string): number {
  const value = fields.raw(key);
  if (typeof value === "number") return value;
  throw badShape(`\`${key}\` must be a number`, value);
}

/** What could not be judged has no number. */
function optionalNumber(fields: Fields, key: string): number | undefined {
  return fields.has(key) ? number(fields, key) : undefined;
}

function digest(fields: Fields, key: string): string {
  const value = fields.text(key);
  if (/^[0-9a-f]{64}$/.test(value)) return value;
  throw badShape(`\`${key}\` must be a SHA-256 in hexadecimal`, value);
}

/** A time as `toISOString` writes it, so that there is one way to write each. */
function time(fields: Fields, key: string): string {
  const value = fields.text(key);
  const ms = Date.parse(value);
  if (!Number.isNaN(ms) && new Date(ms).toISOString() === value) return value;
  throw badShape(`\`${key}\` must be a time such as 2026-01-31T09:00:00.000Z`, value);
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function numberOf(value: unknown): number | undefined {
  return typeof value === "number" ? value : undefined;
}
