import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Failure } from "../../kernel/failure/failure.ts";
import type { Finding } from "../../kernel/result/finding.ts";
import type { ScannedTarget } from "../../kernel/result/scan.ts";
import { writeWhole } from "../../store/finding-store.ts";
import { provenBefore } from "../../store/proven-before.ts";
import { buildStamp } from "../../world/own-version.ts";
import { cacheFolder, openedStamp } from "../../config/files/store-links.ts";
import { digestOf, digestOfFile } from "../../subject/plans/plan-cache.ts";
import type { Task } from "./plan-tasks.ts";
import type { ProvenCall } from "./prove-calls.ts";
import type { ScanOptions } from "./scan-options.ts";
import type { TargetOutcome } from "./scan-target.ts";

/**
 * What calling targets came to in earlier scans. A run is a function of its seed and of the code,
 * so where neither has changed, calling again would show the same. Only what was called as often as
 * is wanted and met nothing but what is simulated is kept, and what failed only with its proof.
 */
export class OutcomeCache {
  readonly #root: string;
  readonly #folder: string;
  readonly #stamp: string | undefined;
  readonly #common: string;
  readonly #isFresh: boolean;
  /** How many targets were not called again. */
  count = 0;

  constructor(options: ScanOptions) {
    const { projectRoot, settings } = options;
    this.#root = projectRoot;
    this.#folder = path.join(cacheFolder(projectRoot), "outcomes");
    // What the machine answers, or which fault struck, is not in the code.
    const isSimulated = settings.run.isHostAllowed !== true && settings.run.host === undefined;
    const build = buildStamp();
    const isKeeping = isSimulated && !options.deepens && build !== undefined;
    this.#stamp = isKeeping ? openedStamp(this.#folder) : undefined;
    this.#isFresh = options.isFresh === true;
    const packages = lockFiles.map((name) => digestOfFile(path.join(projectRoot, name)));
    this.#common = JSON.stringify([build, process.version, settings, packages]);
  }

  /** What calling a target came to before, where it would come to the same again. */
  async outcomeOf(task: Task): Promise<TargetOutcome | undefined> {
    const key = this.#isFresh ? undefined : this.#keyOf(task);
    if (key === undefined) return undefined;
    const told = (await this.#read(key)) as ToldOutcome | undefined;
    if (told === undefined) return undefined;
    const proven: ProvenCall[] = [];
    for (const { finding, failure } of told.proven) {
      const trace = await provenBefore(this.#root, finding);
      if (trace === undefined) return undefined;
      proven.push({ finding, failure, trace });
    }
    this.count += 1;
    const { scanned, notes, artifacts } = told;
    const findings = proven.map(({ finding }) => finding);
    return { scanned, notes, artifacts, proven, findings, unwritten: [], isCut: false };
  }

  /** Keeps what calling a target came to, where it would come to the same again. */
  async keep(task: Task, outcome: TargetOutcome): Promise<void> {
    const key = this.#keyOf(task);
    const { scanned, proven, artifacts, notes = [] } = outcome;
    const isWhole = outcome.isCut !== true && scanned.blocked === undefined && scanned.runs > 0;
    const isSimulated = scanned.uncontrolled.length === 0;
    const isProven = proven.every(({ finding }) => finding.isConfirmed);
    if (!isWhole || !isSimulated || !isProven || outcome.unwritten.length > 0) return;
    const told = proven.map(({ finding, failure }) => ({ finding, failure }));
    await this.#write(key, { scanned, notes, artifacts, proven: told });
  }

  /** Laws that functions of one file almost have, where looking again would show the same. */
  async lawsOf(tasks: readonly Task[]): Promise<KeptLaws | undefined> {
    const key = this.#isFresh ? undefined : this.#lawKeyOf(tasks);
    if (key === undefined) return undefined;
    const laws = (await this.#read(key)) as KeptLaws | undefined;
    for (const finding of laws?.findings ?? []) {
      if ((await provenBefore(this.#root, finding)) === undefined) return undefined;
    }
    return laws;
  }

  /** Keeps what looking for laws in one file came to. */
  async keepLaws(tasks: readonly Task[], { runs, findings, artifacts }: KeptLaws): Promise<void> {
    if (!findings.every(({ isConfirmed }) => isConfirmed)) return;
    await this.#write(this.#lawKeyOf(tasks), { runs, findings, artifacts });
  }

  /**
   * What was written under a key, to the letter: an entry that is damaged is as good as none, as is
   * one that came with a checkout.
   */
  async #read(key: string): Promise<unknown> {
    try {
      const entry = JSON.parse(await readFile(this.#fileOf(key), "utf8")) as Partial<Entry>;
      const { stamp, told = "", digest } = entry;
      const isOwn = stamp === this.#stamp && entry.key === key && digest === digestOf(told);
      return isOwn ? (JSON.parse(told) as unknown) : undefined;
    } catch {
      return undefined; // there is none, or it is not JSON: then it is called
    }
  }

  async #write(key: string | undefined, value: ToldOutcome | KeptLaws): Promise<void> {
    if (key === undefined || this.#stamp === undefined) return;
    const told = JSON.stringify(value);
    const entry: Entry = { stamp: this.#stamp, key, digest: digestOf(told), told };
    // What cannot be kept costs time, never a result.
    await writeWhole(this.#fileOf(key), JSON.stringify(entry)).catch(() => {});
  }

  #lawKeyOf(tasks: readonly Task[]): string | undefined {
    const keys = tasks.map((task) => this.#keyOf(task));
    if (keys.includes(undefined)) return undefined;
    const [first] = tasks;
    return digestOf(JSON.stringify(["laws", keys, first?.policy]));
  }

  /** Nothing where the calls also depend on what the digests do not cover. */
  #keyOf({ stateDigest, passes, policy }: Task): string | undefined {
    const [{ runTarget }] = passes;
    const usesOthers = passes.some(({ entry }) => entry.options.exports.length > 0);
    if (this.#stamp === undefined || usesOthers || policy.registries.length > 0) return undefined;
    const called = passes.map(({ entry, runsMax }) => [entry.exportName, runsMax]);
    // What the author has confirmed, expects or ignores says what a failure counts for.
    const needs = [policy, runTarget.target.source];
    return digestOf(JSON.stringify([this.#common, stateDigest, called, needs]));
  }

  #fileOf(key: string): string {
    return path.join(this.#folder, `${key.slice(0, 40)}.json`);
  }
}

// --- inside ---

interface Entry {
  /** Of the folder: what came with a checkout is not read. */
  readonly stamp: string;
  readonly key: string;
  /** Of what is told. */
  readonly digest: string;
  readonly told: string;
}

interface ToldOutcome {
  readonly scanned: ScannedTarget;
  readonly notes: readonly string[];
  readonly artifacts: readonly string[];
  readonly proven: readonly { readonly finding: Finding; readonly failure: Failure }[];
}

/** What looking for laws in one file came to. */
interface KeptLaws {
  readonly runs: number;
  readonly findings: readonly Finding[];
  readonly artifacts: readonly string[];
}

/** What says which packages are installed. */
const lockFiles = [
  "node_modules/.package-lock.json",
  "node_modules/.modules.yaml",
  "node_modules/.yarn-state.yml",
  "package-lock.json",
  "pnpm-lock.yaml",
  "yarn.lock",
  "bun.lock",
];
