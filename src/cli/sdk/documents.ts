import type { ImportWarning } from "../../engines/agents/import/flakestorm-section.ts";
import type { StoredSession } from "../../engines/agents/sessions/store-sessions.ts";
import type { CheckedBoundaries, DiscoveredBoundary } from "../../engines/boundaries/index.ts";
import type { Checkup } from "../../engines/checkup/index.ts";
import type { Minimized } from "../../engines/corpus/minimize.ts";
import type { RunDifference } from "../../engines/runs/compare-runs.ts";
import type { Environment } from "../../engines/runs/environment.ts";
import type { Flakiness } from "../../engines/runs/flake-rate.ts";
import type { DocumentPath } from "../../engines/runs/query.ts";
import type { RunFile } from "../../engines/runs/run-files.ts";
import type { CertificateStatement } from "../../kernel/agent/agent-certificate.ts";
import type { Seed } from "../../kernel/decisions/seed.ts";
import type { BoundaryRule } from "../../kernel/result/boundary-rules.ts";
import type { BoundaryRun } from "../../kernel/result/boundary-run.ts";
import type { TraceDifference } from "../../kernel/trace/trace-diff.ts";
import type { Trace } from "../../kernel/trace/trace.ts";
import type { FindingDocument } from "../../report/finding-document.ts";
import type { ResultDocument } from "../../report/json.ts";
import type { ValidateDocument } from "../../report/validate-text.ts";
import type { VerifiedRow } from "../../report/verify-text.ts";
import type { VerbsIn, verbTable } from "../verb-table.ts";

/** The document of a verb, by the kind that its entry in the table names. */
export type DocumentOf<Verb> = Verb extends { readonly document: infer Kind }
  ? Kind extends keyof DocumentKinds
    ? DocumentKinds[Kind]
    : never
  : never;

/** The kinds of documents. */
export interface DocumentKinds {
  readonly result: ResultDocument;
  readonly init: InitResultDocument;
  readonly verify: VerifyResultDocument;
  readonly schema: SchemaDocument;
  readonly validate: ValidateDocument;
  readonly env: EnvDocument;
  readonly doctor: ResultDocument | CheckupDocument;
  readonly "agent contract": AgentContractDocument;
  readonly "agent score": AgentScoreDocument;
  readonly "agent replay": ResultDocument | AgentFetchedDocument;
  readonly "agent export": AgentExportDocument;
  readonly "agent certificate": AgentVerifiedDocument;
  readonly "agent import": AgentImportDocument;
  readonly "trace verify": TraceVerifyDocument;
  readonly "trace show": TraceShowDocument;
  readonly "trace diff": TraceDiffDocument;
  readonly "report query": ReportQueryDocument;
  readonly "report flaky": ReportFlakyDocument;
  readonly "artifacts ls": ArtifactsListDocument;
  readonly "artifacts diff": ArtifactsDiffDocument;
  readonly "artifacts written": ArtifactsWrittenDocument;
  readonly "corpus list": CorpusListDocument;
  readonly "corpus export": CorpusExportDocument;
  readonly "corpus added": CorpusAddedDocument;
  readonly "corpus minimize": CorpusMinimizeDocument;
  readonly "boundaries init": BoundariesInitDocument;
  readonly "boundaries check": BoundariesCheckDocument;
  readonly "boundaries explain": BoundariesExplainDocument;
  readonly "boundaries run": BoundariesRunDocument;
  readonly "boundaries promote": BoundariesPromoteDocument;
}

/** The document of each verb; `schema/gauntlet-report.schema.json` is made of it. */
export type Documents = {
  readonly [Name in DocumentVerbs<typeof verbTable>]: DocumentOf<(typeof verbTable)[Name]>;
};

/** The verbs of a table that print a document. */
export type DocumentVerbs<Verbs> = {
  [Name in VerbsIn<Verbs>]: Verbs[Name] extends { readonly document: string } ? Name : never;
}[VerbsIn<Verbs>];

export type { ErrorDocument } from "../../report/error-json.ts";

/** What `init` wrote. */
export interface InitResultDocument extends Head<"init"> {
  readonly dryRun: boolean;
  readonly files: readonly {
    readonly path: string;
    readonly action: "written" | "extended" | "replaced" | "kept";
  }[];
  readonly artifacts: readonly string[];
  readonly next: readonly string[];
}

/** What became of saved regressions. */
export interface VerifyResultDocument extends Head<"verify"> {
  /** The id under which the run is kept; absent where it is not. */
  readonly run?: string;
  readonly summary: { readonly seconds: number };
  readonly regressions: readonly (Omit<VerifiedRow, "finding"> & {
    readonly how: "code" | "trace";
    /** Its trace, relative to the project root. */
    readonly trace: string;
    /** The failure as it was seen now; only of what `replay --save` kept and is still broken. */
    readonly finding?: FindingDocument;
  })[];
  readonly artifacts: readonly string[];
  readonly next: readonly string[];
}

/** What a trace that is whole holds. */
export interface TraceVerifyDocument extends Head<"trace"> {
  /** Relative to the project root. */
  readonly file: string;
  readonly subject: string;
  readonly decisions: number;
  readonly events: number;
  /** The verdict that was recorded. */
  readonly recorded: Trace["verdict"]["kind"];
  /** What the recorded run left uncontrolled; absent where that is nothing. */
  readonly uncontrolled?: Trace["header"]["uncontrolled"];
}

/** A trace as JSON; a bigint in it is text that ends in `n`. */
export interface TraceShowDocument extends Head<"trace"> {
  readonly trace: Trace;
}

/** Where two traces part. */
export interface TraceDiffDocument extends Head<"trace"> {
  readonly difference: TraceDifference;
}

/** What is kept for the next campaign, by subject. */
export interface CorpusListDocument extends Head<"corpus"> {
  readonly folder: string;
  readonly subjects: readonly {
    readonly subject: string;
    readonly entries: readonly {
      readonly kind: "list" | "broken list" | "failure" | "swarm";
      readonly id: string;
      readonly decisions: number;
      readonly edges: number;
    }[];
  }[];
  readonly notes: readonly string[];
}

/** What was written into one file. */
export interface CorpusExportDocument extends Head<"corpus"> {
  readonly entries: number;
  readonly bytes: number;
  readonly artifacts: readonly string[];
  readonly notes: readonly string[];
}

/** What was taken in. */
export interface CorpusAddedDocument extends Head<"corpus"> {
  readonly added: number;
  readonly known: number;
  readonly subjects: readonly string[];
  readonly notes: readonly string[];
}

/** What was left of each corpus. */
export interface CorpusMinimizeDocument extends Head<"corpus"> {
  readonly because?: string;
  readonly subjects: readonly Minimized[];
  readonly notes: readonly string[];
}

/** What answers runs here, and the versions that they depend on. */
export interface EnvDocument extends Head<"env">, Environment {}

/** The checks of the project, where `doctor` was given no file and no flag about runs. */
export interface CheckupDocument extends Head<"doctor">, Checkup {}

/** Single values of a report, or all paths that it has. */
export interface ReportQueryDocument extends Head<"report"> {
  readonly run: string;
  /** The paths that were asked for, or those that there are. */
  readonly paths: readonly (string | DocumentPath)[];
  /** Only where paths were asked for. */
  readonly values?: readonly unknown[];
}

/** How often runs of the same thing came out differently. */
export interface ReportFlakyDocument extends Head<"report">, Flakiness {}

/** The files of a run. */
export interface ArtifactsListDocument extends Head<"artifacts"> {
  readonly run: string;
  readonly files: readonly RunFile[];
}

/** Where two runs differ. */
export interface ArtifactsDiffDocument extends Head<"artifacts"> {
  readonly runs: readonly [string, string];
  readonly difference: RunDifference;
}

/** What was carried away of a run. */
export interface ArtifactsWrittenDocument extends Head<"artifacts"> {
  readonly run: string;
  readonly files: readonly { readonly name: string; readonly bytes: number }[];
  readonly artifacts: readonly string[];
}

/** What the contract of the agent asks for. */
export interface AgentContractDocument extends Head<"agent contract validate"> {
  readonly contract: string;
  /** The ids of its rules. */
  readonly invariants: readonly string[];
  /** The names of the scenarios in which each rule is judged. */
  readonly scenarios: readonly string[];
}

/** How much of its contract the agent kept. */
export interface AgentScoreDocument extends Head<"agent contract score"> {
  /** From 0 to 1; absent where nothing could be judged. */
  readonly score?: number;
  readonly seed: Seed;
  readonly because?: string;
}

/** What was fetched from LangSmith; `agent replay run` gives a result where it holds sessions. */
export interface AgentFetchedDocument extends Head<"agent replay run"> {
  /** The session files. */
  readonly artifacts: readonly string[];
  readonly skipped: readonly { readonly run: string; readonly because: string }[];
  /** Says that there are more than were fetched, if there are. */
  readonly notes: readonly string[];
}

/** The session files of what failed. */
export interface AgentExportDocument extends Head<"agent replay export"> {
  readonly sessions: readonly StoredSession[];
}

/** Whether a certificate is whole, signed and in date. */
export interface AgentVerifiedDocument extends Head<"agent certificate verify"> {
  readonly file: string;
  /** Who signed it; only where it holds. */
  readonly keyid?: string;
  /** What it does not prove; only where it holds. */
  readonly notes?: readonly string[];
  /** Why it does not hold. */
  readonly because?: string;
  /** What it says; absent where nothing in it can be believed. */
  readonly statement?: CertificateStatement;
}

/** What became of a flakestorm.yaml. */
export interface AgentImportDocument extends Head<"agent import"> {
  readonly artifacts: readonly string[];
  readonly warnings: readonly ImportWarning[];
}

/** Entries that were written into the configuration, or would be. */
export interface BoundariesInitDocument extends Head<"boundaries init"> {
  readonly dryRun: boolean;
  readonly found: readonly DiscoveredBoundary[];
  readonly artifacts: readonly string[];
}

/** How the registry of boundaries stands. */
export interface BoundariesCheckDocument extends Head<"boundaries check">, CheckedBoundaries {
  readonly because?: string;
  readonly artifacts: readonly string[];
}

/** Rules of the registry. */
export interface BoundariesExplainDocument extends Head<"boundaries explain"> {
  readonly rules: readonly BoundaryRule[];
}

/** What a campaign over boundaries came to. */
export interface BoundariesRunDocument extends Head<"boundaries run">, BoundaryRun {
  readonly because?: string;
}

/** The finding that every campaign plays from now on. */
export interface BoundariesPromoteDocument extends Head<"boundaries promote"> {
  readonly finding: string;
  readonly artifacts: readonly string[];
}

/** A JSON Schema. */
export type SchemaDocument = Readonly<Record<string, unknown>>;

// --- inside ---

/** What begins every document. */
interface Head<Command extends string> {
  readonly tool: "gauntlet";
  readonly schema: 1;
  readonly command: Command;
  readonly verdict: ResultDocument["verdict"];
}
