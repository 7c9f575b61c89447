import type { PreparedScan } from "../../engines/scan/index.ts";
import type { CallTarget } from "../../kernel/subject/call-plan.ts";
import type { Finding } from "../../kernel/result/finding.ts";
import { emptyEvidence, type Result } from "../../kernel/result/result.ts";
import type { ScannedTarget } from "../../kernel/result/scan.ts";
import type { Seed } from "../../kernel/decisions/seed.ts";
import type { ChaosCheck } from "./chaos-checks.ts";
import { ReportedFailure } from "./reported-failure.ts";

/** What the tests of a scan may set; the configuration answers for the rest. */
export interface ScanCheckOptions {
  /** Files, folders or patterns, each with an optional `:name`; `[[scan]]` where left out. */
  readonly files?: readonly string[];
  /** Runs for each function (default `max_examples` of its entry). */
  readonly runs?: number;
  /** How many seconds the whole scan may take at most (default 60). */
  readonly time?: number;
  readonly seed?: Seed;
}

/** One function or class that a scan calls. */
export interface ScanCheck extends ChaosCheck {
  /** Why it cannot be called, where it cannot: such a test is skipped. */
  readonly skipped?: string | undefined;
}

/** Reading types, starting processes, shrinking and proving come on top of the time of a scan. */
const overheadMs = 60_000;
const secondsDefault = 60;

/**
 * The checks of a scan, one for each function or class. All of them wait for one scan, which begins
 * with the first check that is run: reading types and starting processes costs the same for all.
 * The configuration is that of the folder, which is where the test is.
 */
export async function scanChecks(
  options: ScanCheckOptions,
  folder: string = process.cwd(),
): Promise<readonly ScanCheck[]> {
  const time = options.time ?? secondsDefault;
  const told = new Map<string, TargetFindings>();
  const waiting = new Map<string, () => void>();
  const onTarget = (scanned: ScannedTarget, findings: readonly Finding[]): void => {
    told.set(nameOf(scanned), { scanned, findings });
    waiting.get(nameOf(scanned))?.();
  };
  const prepared = await prepare({ ...options, time }, folder, onTarget);
  let running: Promise<Result> | undefined;
  const judge = async (name: string): Promise<void> => {
    running ??= prepared.run();
    const own = new Promise<void>((resolve) => waiting.set(name, resolve));
    if (!told.has(name)) await Promise.race([own, running]);
    const outcome = told.get(name);
    if (outcome !== undefined) return demandNone(outcome, prepared.seed);
    const { because } = await running;
    throw new ReportedFailure("ScanFailure", `${name} was not called: ${because}`);
  };
  return prepared.targets.map((target) => ({
    name: nameOf(target),
    timeoutMs: time * 1_000 + overheadMs,
    skipped: target.blocked?.why,
    run: () => judge(nameOf(target)),
  }));
}

// --- inside ---

function nameOf({ module, name }: Pick<CallTarget, "module" | "name">): string {
  return `${module}:${name}`;
}

interface TargetFindings {
  readonly scanned: ScannedTarget;
  readonly findings: readonly Finding[];
}

async function prepare(
  { files = [], runs, time, seed }: ScanCheckOptions,
  folder: string,
  onTarget: (scanned: ScannedTarget, findings: readonly Finding[]) => void,
): Promise<PreparedScan & { readonly seed: Seed }> {
  const { prepareScan } = await import("../../engines/scan/index.ts");
  const { loadConfig } = await import("../../config/index.ts");
  const { scanOptions } = await import("../scan-options.ts");
  const config = await loadConfig({ cwd: folder });
  const { signal } = new AbortController();
  const flags = {
    ...(runs === undefined ? {} : { runs }),
    ...(time === undefined ? {} : { time }),
    ...(seed === undefined ? {} : { seed }),
  };
  const given = await scanOptions(files, { config, flags, signal });
  return { ...(await prepareScan({ ...given, onTarget })), seed: given.settings.seed };
}

async function demandNone({ scanned, findings }: TargetFindings, seed: Seed): Promise<void> {
  const supported = findings.filter(({ evidence }) => evidence?.level === "supported");
  if (supported.length === 0) return;
  const { resultText } = await import("../../report/index.ts");
  const { runs, seconds } = scanned;
  const result: Result = {
    command: "scan",
    subject: nameOf(scanned),
    verdict: "broken",
    because: "",
    summary: { runs, seconds, seed },
    findings: supported,
    properties: [],
    evidence: emptyEvidence,
    notes: [],
    artifacts: supported.flatMap(({ trace }) => trace ?? []),
    next: [],
  };
  const text = resultText(result, { color: false, isAscii: false });
  throw new ReportedFailure("ScanFailure", text);
}
