import type { Finding } from "../../kernel/result/finding.ts";
import type { FindingEvent, PlanEvent, TargetsEvent } from "../../kernel/result/campaign-event.ts";
import type { ScannedTarget } from "../../kernel/result/scan.ts";
import type { CampaignSettings } from "../../campaign/settings.ts";
import type { ScanSettings, TargetSelector } from "../../config/index.ts";

/** A file to scan, and what of it where not all of it is meant. */
export interface ScanFile {
  /** Relative to the project root. */
  readonly file: string;
  /** Instead of the `targets` of its policy. */
  readonly targets?: readonly TargetSelector[] | undefined;
}

/** What scanning takes. */
export interface ScanOptions {
  readonly projectRoot: string;
  readonly files: readonly ScanFile[];
  readonly policies: ScanSettings;
  readonly settings: CampaignSettings;
  /** Whether no file was named, so that the files are all there are to scan. */
  readonly isWhole: boolean;
  /** Also what begins with an underscore, whatever the policy says. */
  readonly includePrivate: boolean;
  /** Runs for each call instead of what the policy says. */
  readonly runsMax?: number | undefined;
  readonly timeMsMax: number;
  /** How many targets are called at once. */
  readonly concurrency: number;
  readonly signal: AbortSignal;
  /** Whether calls are also made while something goes wrong around them. */
  readonly deepens: boolean;
  /** Whether findings are kept as tests of the project. */
  readonly saves: boolean;
  /** The commit from which the files differ, where only such files are meant. */
  readonly since?: string | undefined;
  /** Whether also those are called again of which nothing has changed since an earlier scan. */
  readonly isFresh?: boolean | undefined;
  /**
   * Is told what is going to be called, how far that is, and of a finding as soon as it is proven,
   * which may be before its target is done.
   */
  readonly tell?: (event: PlanEvent | TargetsEvent | FindingEvent) => void;
  /** Hears of each target when it is done. */
  readonly onTarget?: (scanned: ScannedTarget, findings: readonly Finding[], left: number) => void;
}
