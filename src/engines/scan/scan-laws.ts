import type { CallTarget } from "../../kernel/call-plan.ts";
import type { Finding } from "../../kernel/finding.ts";
import { GauntletError } from "../../kernel/gauntlet-error.ts";
import type { Entry } from "../../search/entries/entry-text.ts";
import { huntLaws, type LawHunt } from "../../search/laws/hunt-laws.ts";
import type { CampaignSettings } from "../../search/settings.ts";
import { WorkerPool } from "../../search/worker-pool.ts";
import type { ScanSettings } from "../../subject/config/index.ts";
import { proveAll } from "./scan-target.ts";

/** What looking for laws in a scan takes. */
export interface LawScan {
  readonly projectRoot: string;
  readonly policies: ScanSettings;
  readonly settings: CampaignSettings;
  readonly concurrency: number;
  readonly timeMsMax: number;
  readonly signal: AbortSignal;
}

/** Laws that functions almost have. */
export interface ScannedLaws {
  readonly runs: number;
  readonly findings: readonly Finding[];
  readonly artifacts: readonly string[];
}

/** Looks, file by file, for laws that functions which held almost have; each is a finding. */
export async function scanLaws(entries: readonly Entry[], scan: LawScan): Promise<ScannedLaws> {
  const startMs = performance.now();
  const files = [...new Set(entries.map(({ target }) => target.module))];
  const pool = new WorkerPool(scan.concurrency);
  const found: ScannedLaws[] = [];
  const lane = async (): Promise<void> => {
    for (let file = files.shift(); file !== undefined; file = files.shift()) {
      const timeMsMax = Math.min(fileMsMax, scan.timeMsMax - (performance.now() - startMs));
      if (scan.signal.aborted || timeMsMax <= 0) return;
      // What the policy does not want to be told need not be looked for.
      if (!scan.policies.entryFor(file).levels.includes("exploratory")) continue;
      const own = entries.filter(({ target }) => target.module === file);
      found.push(await lawsOfFile(own, pool, { ...scan, timeMsMax }));
    }
  };
  try {
    await Promise.all(Array.from({ length: Math.max(1, scan.concurrency) }, lane));
  } finally {
    await pool.close();
  }
  return {
    runs: found.reduce((sum, { runs }) => sum + runs, 0),
    findings: found.flatMap(({ findings }) => findings),
    artifacts: found.flatMap(({ artifacts }) => artifacts),
  };
}

// --- inside ---

/** Calls of each function; enough to see what holds for four values in five. */
const runsMax = 100;
const fileMsMax = 15_000;
const shrinkMsMax = 3_000;

async function lawsOfFile(
  entries: readonly Entry[],
  pool: WorkerPool,
  { projectRoot, policies, settings, timeMsMax, signal }: LawScan,
): Promise<ScannedLaws> {
  const [first] = entries;
  if (first === undefined) return { runs: 0, findings: [], artifacts: [] };
  const policy = policies.entryFor(first.target.module);
  const place = { projectRoot, settings, registries: policy.registries, pool, policy };
  const laws = await tried(() => huntLaws(entries, place, { runsMax, timeMsMax, signal }));
  const findings: Finding[] = [];
  const artifacts: string[] = [];
  for (const { call, court, hunted } of laws.broken) {
    const target = entries.find((entry) => owns(entry.target, call.name))?.target;
    if (target === undefined) continue;
    const { requireReplayable: requiresReplay } = policy;
    const budget = { runsMax, timeMsMax, shrinkMsMax, signal, requiresReplay };
    const proofs = await proveAll({ target, claims: new Map(), hasFaults: false }, hunted, {
      court,
      budget,
    });
    findings.push(...proofs.proven.map(({ finding }) => finding));
    artifacts.push(...proofs.artifacts);
  }
  return { runs: laws.runs, findings, artifacts };
}

/** What cannot be called together was called alone, and has been told of. */
async function tried(find: () => Promise<LawHunt>): Promise<LawHunt> {
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
