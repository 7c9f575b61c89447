import type { AgentPhase, CellState, Severity } from "./agent-cell.ts";
import type { PhaseScore, ScenarioDelta } from "./agent-report.ts";
import type { RowVerdict } from "./agent-rows.ts";

/** What a certificate says, as an in-toto statement; the signed bytes are its canonical JSON. */
export interface CertificateStatement {
  readonly _type: typeof statementType;
  /** The agent with the digest of its config, then its commit and files where they are known. */
  readonly subject: readonly CertificateSubject[];
  readonly predicateType: typeof certificateType;
  readonly predicate: CertificatePredicate;
}

/** Something that the certificate is about. */
export interface CertificateSubject {
  readonly name: string;
  /** By algorithm: `sha256`, `gitCommit`. */
  readonly digest: Readonly<Record<string, string>>;
}

/** What was tested, how, and what came of it. */
export interface CertificatePredicate {
  readonly tool: { readonly name: string; readonly version: string };
  readonly agent: string;
  readonly tester: string;
  /** As it was given; a whole number as its digits. */
  readonly seed: string;
  /** ISO 8601, UTC. */
  readonly issued: string;
  readonly expires: string;
  readonly config: { readonly sha256: string };
  /** Who answered for the models; not said where none was asked, nor by the first versions. */
  readonly upstream?: "provider" | "scripted" | "cassette" | undefined;
  /** Who signed: the SHA-256 of the public key (SPKI, DER), and that key in base64. */
  readonly signer: { readonly keyid: string; readonly publicKey: string };
  readonly overall: number;
  readonly phases: readonly PhaseScore[];
  readonly gates: readonly CertificateGate[];
  readonly matrix: CertificateMatrix;
  readonly invariants: readonly CertifiedInvariant[];
  /** How often each rule was put to the test in each row; the first versions do not say. */
  readonly rows?: readonly RowVerdict[] | undefined;
  readonly strikes: readonly CertifiedStrikes[];
  readonly deltas: readonly ScenarioDelta[];
}

/** Something that was asked for, and whether it was reached. */
export interface CertificateGate {
  readonly gate: string;
  readonly wanted: number;
  /** Nothing where nothing could be judged, which is not enough. */
  readonly got?: number | undefined;
  readonly isMet: boolean;
}

/** How many cells there were, and what became of them. */
export interface CertificateMatrix {
  readonly cells: number;
  readonly conversations: number;
  readonly scenarios: number;
  readonly states: StateCounts;
  /** Of the canonical JSON of all cells, so that a report can be told to be the one meant. */
  readonly sha256: string;
}

/** How many cells are in each state. */
export type StateCounts = Readonly<Record<CellState, number>>;

/** One invariant in one phase. */
export interface CertifiedInvariant {
  readonly phase: AgentPhase;
  readonly id: string;
  readonly severity: Severity;
  readonly states: StateCounts;
}

/** How often one kind of fault really struck one target. */
export interface CertifiedStrikes {
  readonly fault: string;
  readonly agent: string;
  readonly target: string;
  readonly struck: number;
  readonly conversations: number;
}

/** What every in-toto statement says it is. */
export const statementType = "https://in-toto.io/Statement/v1";

/** The type of the predicate above. A name, not an address: nothing is fetched from it. */
export const certificateType = "https://gauntlet/agent-certificate/v1";

/** The five states in the order in which they are told. */
export const cellStates: readonly CellState[] = [
  "pass",
  "fail",
  "error",
  "inconclusive",
  "skipped",
];

/** How many of these are in each state. */
export function countStates(cells: readonly { readonly state: CellState }[]): StateCounts {
  const counts = { pass: 0, fail: 0, error: 0, inconclusive: 0, skipped: 0 };
  for (const { state } of cells) counts[state] += 1;
  return counts;
}
