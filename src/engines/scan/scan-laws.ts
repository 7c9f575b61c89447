import type { CallTarget } from "../../kernel/subject/call-plan.ts";
import type { Finding } from "../../kernel/result/finding.ts";
import type { UnwrittenFile } from "../../kernel/result/unwritten-file.ts";
import { GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import type { Entry } from "../../campaign/entries/entry-text.ts";
import { runLawCampaigns, type LawCampaigns } from "../../campaign/laws/law-campaign.ts";
import type { CampaignSettings } from "../../campaign/settings.ts";
import type { RunnerSource } from "../../runner/subject-runner.ts";
import type { ScanSettings } from "../../config/index.ts";
import { areTwins, leadsBack } from "../../subject/laws/index.ts";
import type { OutcomeCache } from "./outcome-cache.ts";
import type { Task } from "./plan-tasks.ts";
import { proveCalls } from "./prove-calls.ts";
import type { ScanTime } from "./scan-time.ts";

/** What looking for laws in a scan takes. */
export interface LawScan {
  readonly projectRoot: string;
  readonly policies: ScanSettings;
  readonly settings: CampaignSettings;
  readonly concurrency: number;
  readonly time: ScanTime;
  readonly signal: AbortSignal;
  readonly kept: OutcomeCache;
}

/** Laws that functions almost have. */
export interface ScannedLaws {
  readonly runs: number;
  readonly findings: readonly Finding[];
  readonly artifacts: readonly string[];
  /** What could not be written, and why. */
  readonly unwritten: readonly UnwrittenFile[];
  /** Files in which not all laws were looked for, because the time was over. */
  readonly cutFiles: readonly string[];
}

/** Looks, file by file, for laws that functions which held almost have; each is a finding. */
export async function scanLaws(tasks: readonly Task[], scan: LawScan): Promise<ScannedLaws> {
  // What the policy does not want to be told need not be looked for.
  const files = [...new Set(tasks.map(({ target }) => target.module))].filter((file) =>
    scan.policies.entryFor(file).levels.includes("exploratory"),
  );
  const pool = scan.settings.runners.pool(scan.concurrency);
  const found: ScannedLaws[] = [];
  const slot = async (): Promise<void> => {
    for (let file = files.shift(); file !== undefined; file = files.shift()) {
      if (scan.signal.aborted) return;
      const own = withPartners(file, tasks);
      const kept = await scan.kept.lawsOf(own);
      if (kept !== undefined) found.push({ ...nothing, ...kept });
      else if (scan.time.isOver) found.push({ ...nothing, cutFiles: [file] });
      else found.push(await newLaws(own, pool, scan));
    }
  };
  try {
    await Promise.all(Array.from({ length: Math.max(1, scan.concurrency) }, slot));
  } finally {
    await pool.close();
  }
  return {
    runs: found.reduce((sum, { runs }) => sum + runs, 0),
    findings: found.flatMap(({ findings }) => findings),
    artifacts: found.flatMap(({ artifacts }) => artifacts),
    unwritten: found.flatMap(({ unwritten }) => unwritten),
    cutFiles: found.flatMap(({ cutFiles }) => cutFiles),
  };
}

// --- inside ---

/** Calls of each function; enough to see what holds for four values in five. */
const runsMax = 100;
const fileMsMax = 15_000;
const shrinkMsMax = 3_000;

const nothing: ScannedLaws = {
  runs: 0,
  findings: [],
  artifacts: [],
  unwritten: [],
  cutFiles: [],
};

async function newLaws(
  tasks: readonly Task[],
  pool: RunnerSource,
  scan: LawScan,
): Promise<ScannedLaws> {
  const entries = tasks.map(({ passes: [{ entry }] }) => entry);
  const found = await lawsOfFile(entries, pool, scan);
  const isWhole = found.cutFiles.length + found.unwritten.length === 0 && !scan.signal.aborted;
  if (isWhole) await scan.kept.keepLaws(tasks, found);
  return found;
}

async function lawsOfFile(
  entries: readonly Entry[],
  pool: RunnerSource,
  { projectRoot, policies, settings, time, signal }: LawScan,
): Promise<ScannedLaws> {
  const [first] = entries;
  if (first === undefined) return nothing;
  const policy = policies.entryFor(first.target.module);
  const place = { projectRoot, settings, registries: policy.registries, pool, policy };
  const searchBudget = { runsMax, timeMsMax: fileMsMax, leftMs: () => time.leftMs(), signal };
  const laws = await tried(() => runLawCampaigns(entries, place, searchBudget));
  const cutFiles = time.isOver ? [first.target.module] : [];
  const findings: Finding[] = [];
  const artifacts: string[] = [];
  const unwritten: UnwrittenFile[] = [];
  for (const { call, runTarget, campaign } of laws.broken) {
    // Its partners from other files are looked at with their own.
    if (call.from.module !== first.target.calls[0]?.from.module) continue;
    const target = entries.find((entry) => owns(entry.target, call.name))?.target;
    if (target === undefined) continue;
    const { requireReplayable: requiresReplay } = policy;
    const budget = { shrinkMsMax, time, requiresReplay };
    const { confirmedProperties: confirmed } = policy;
    const claimed = { target, claims: new Map(), confirmed, hasFaults: false };
    const proofs = await proveCalls(claimed, campaign, { runTarget, budget });
    findings.push(...proofs.proven.map(({ finding }) => finding));
    artifacts.push(...proofs.artifacts);
    unwritten.push(...proofs.unwritten);
  }
  return { runs: laws.runs, findings, artifacts, unwritten, cutFiles };
}

/**
 * The functions of a file with those of other files that their names pair them with: `escape` may
 * stand in one file and `unescape` in another.
 */
function withPartners<Of extends { readonly target: CallTarget }>(
  file: string,
  all: readonly Of[],
): readonly Of[] {
  const own = all.filter(({ target }) => target.module === file);
  const partners = all.filter(
    ({ target }) =>
      target.module !== file &&
      own.some((one) => leadsBack(one.target.name, target.name) || isTwin(one.target, target)),
  );
  return [...own, ...partners.slice(0, partnersMax)];
}

/** More than this share a name by chance. */
const partnersMax = 4;

/** One of two twins is enough to compare them. */
function isTwin(one: CallTarget, other: CallTarget): boolean {
  return areTwins(one.name, other.name) && one.name < other.name;
}

/** What cannot be called together was called alone, and has been told of. */
async function tried(find: () => Promise<LawCampaigns>): Promise<LawCampaigns> {
  try {
    return await find();
  } catch (thrown) {
    if (thrown instanceof GauntletError) return { runs: 0, broken: [] };
    throw thrown;
  }
}

function owns({ calls }: CallTarget, name: string): boolean {
  return calls.some((call) => call.name === name);
}
