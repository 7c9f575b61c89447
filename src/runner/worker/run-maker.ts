import type { SubjectDefinition } from "../../kernel/subject/chaos-test.ts";
import type { Decision } from "../../kernel/decisions/decision.ts";
import type { DecisionSource } from "../../kernel/decisions/decisions.ts";
import type { Divergence } from "../../kernel/decisions/divergence.ts";
import type { SourceLocation } from "../../kernel/result/finding.ts";
import { GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import { type Journal, silentJournal } from "../../kernel/decisions/journal.ts";
import { RecordedDecisions } from "../../kernel/decisions/recorded-decisions.ts";
import type { Subject, WorkMeter } from "../../kernel/subject/subject.ts";
import { Tally } from "../../kernel/judge/tally.ts";
import type { RunSettings } from "../../kernel/trace/trace.ts";
import type { OriginText, RunRequest } from "../loop/run-request.ts";
import { checkDefinition, isSubjectDefinition, type SubjectOf } from "../../subject/kinds/index.ts";
import type { PreparedGraph } from "../../subject/loader/index.ts";

/** How one run is to be made. */
export interface RunPlan {
  readonly source: DecisionSource;
  readonly journal?: Journal;
  readonly tally?: Tally;
  /** Where a strict replay says that the trace did not fit. */
  readonly divergence?: (() => Divergence | undefined) | undefined;
  readonly isEverythingFresh?: boolean;
  /** Whether plain values are written down as well as drawn. */
  readonly keepsLiterals?: boolean;
  /** Hears of every decision as it is taken. */
  readonly onDecision?: ((decision: Decision) => void) | undefined;
  /** Says in words who asked for a timer or a completion. */
  readonly originText?: OriginText | undefined;
}

/** A run ready to be executed, with the list that it will write. */
export interface MadeRun {
  readonly request: RunRequest;
  readonly decisions: RecordedDecisions;
}

/** Makes runs of one export of one prepared module graph. */
export class RunMaker {
  readonly #graph: PreparedGraph;
  readonly #file: string;
  readonly #exportName: string;
  readonly #settings: RunSettings;
  readonly #grant: RunRequest["grant"];
  readonly #frames: RunRequest["frames"];
  /** Counts what the user's code does, where that is counted. */
  readonly meter: RunRequest["meter"];
  readonly #subjectOf: SubjectOf;
  /** Whether every module is fresh in each run, whatever it looks like. */
  readonly isEverythingFresh: boolean;
  /** How many exports of the file can be run; known after the first run. */
  subjectsCount = 0;
  #lastDefinition: SubjectDefinition | undefined;
  #lastSubject: Subject | undefined;

  constructor(parts: {
    readonly graph: PreparedGraph;
    /** What the file is called in messages. */
    readonly file: string;
    readonly exportName: string;
    readonly settings: RunSettings;
    /** What of the machine may really be asked; what the settings say where it is left out. */
    readonly grant?: RunRequest["grant"];
    /** Makes subjects of what the file exports. */
    readonly subjectOf: SubjectOf;
    readonly isEverythingFresh: boolean;
    /** The user's own lines in a stack. */
    readonly frames?: ((stack: string) => readonly SourceLocation[]) | undefined;
    /** How much the user's code has done, where that is counted. */
    readonly meter?: WorkMeter | undefined;
  }) {
    this.#graph = parts.graph;
    this.#file = parts.file;
    this.#exportName = parts.exportName;
    this.#settings = parts.settings;
    this.#grant = parts.grant;
    this.isEverythingFresh = parts.isEverythingFresh;
    this.#frames = parts.frames;
    this.meter = parts.meter;
    this.#subjectOf = parts.subjectOf;
  }

  /** Whether what a run does with its input can be done many times in one run. */
  get isDirect(): boolean {
    return this.#lastSubject?.direct !== undefined;
  }

  /** A run that draws from the given source. */
  make(plan: RunPlan): MadeRun {
    const { keepsLiterals, onDecision } = plan;
    const decisions = new RecordedDecisions(plan.source, { keepsLiterals, onDecision });
    const isFresh = plan.isEverythingFresh ?? this.isEverythingFresh;
    const request: RunRequest = {
      subject: isFresh ? this.#freshSubject : this.#subject,
      decisions,
      settings: this.#settings,
      grant: this.#grant,
      journal: plan.journal ?? silentJournal,
      tally: plan.tally ?? new Tally(),
      originText: plan.originText,
      divergence: plan.divergence,
      frames: this.#frames,
      meter: this.meter,
    };
    return { request, decisions };
  }

  readonly #subject = (): Subject | Promise<Subject> => this.#instantiate(false);
  readonly #freshSubject = (): Subject | Promise<Subject> => this.#instantiate(true);

  #instantiate(everythingFresh: boolean): Subject | Promise<Subject> {
    const namespace = this.#graph.instantiate({ everythingFresh });
    return namespace instanceof Promise
      ? namespace.then((ready) => this.#subjectIn(ready))
      : this.#subjectIn(namespace);
  }

  #subjectIn(namespace: object): Subject {
    const found: unknown = Reflect.get(namespace, this.#exportName);
    if (!isSubjectDefinition(found)) throw noSubject(namespace, this.#exportName, this.#file);
    // A shared module gives the same definition again: what was worked out of it still holds.
    if (found === this.#lastDefinition && this.#lastSubject !== undefined) return this.#lastSubject;
    if (this.#lastDefinition === undefined) {
      checkDefinition(found, this.#file);
      this.subjectsCount = runnableNames(namespace).length;
    }
    const subject = this.#subjectOf(found, this.#lastSubject);
    this.#lastDefinition = found;
    this.#lastSubject = subject;
    return subject;
  }
}

// --- inside ---

function noSubject(namespace: object, exportName: string, file: string): GauntletError {
  const names = Object.keys(namespace);
  const found = names.length === 0 ? "nothing" : names.map((name) => `\`${name}\``).join(", ");
  const asked = runnableNames(namespace).map((name) =>
    name === "default" ? file : `${file}#${name}`,
  );
  const left = exportName === "default" ? "default" : `const ${exportName} =`;
  return new GauntletError({
    code: "S001",
    what: `\`${exportName}\` of this file is not something that can be run`,
    where: file,
    note: `the file exports ${found}; expected a chaosTest(…) or a simulation(…)`,
    help:
      asked.length > 0
        ? `name what can be run: ${asked.map((name) => `\`${name}\``).join(" or ")}`
        : `write \`export ${left} chaosTest({ … })\``,
  });
}

function runnableNames(namespace: object): readonly string[] {
  const names = Object.keys(namespace);
  return names.filter((name) => isSubjectDefinition(Reflect.get(namespace, name)));
}
