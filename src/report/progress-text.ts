import type { ProgressEvent, SubjectEvent } from "../kernel/result/campaign-event.ts";
import { amountText, countText, durationText } from "./number-text.ts";
import { printable } from "./printable.ts";
import { progressLine } from "./progress-line.ts";
import { scanProgressLine } from "./scan-lines.ts";

/** What a listener knows besides the event. */
export interface ProgressSetting extends Pick<SubjectEvent, "runsMax" | "secondsMax"> {
  /** Since what is under way began. */
  readonly seconds: number;
  readonly columnsMax: number;
}

/** How far it is in one line, without colour; undefined where there is nothing to wait for. */
export function progressText(event: ProgressEvent, setting: ProgressSetting): string | undefined {
  const { seconds, columnsMax, ...limits } = setting;
  const rounded = `${seconds.toFixed(0)} s`;
  switch (event.type) {
    case "runs": {
      const runsPerSecond = event.runs / seconds;
      return progressLine({ ...event, ...limits, seconds, runsPerSecond }, columnsMax);
    }
    case "targets":
      return scanProgressLine(event, seconds);
    case "functions":
      return joined(rounded, printable(event.name), `${event.left} left`);
    case "scenarios":
      return event.done < event.count ? `${event.done} of ${event.count} scenarios` : undefined;
    case "conversations": {
      const { done, planned, failed, what } = event;
      const talks = `${done} of ${planned} conversations`;
      return joined(rounded, talks, `${failed} failed`, printable(what));
    }
    case "variant": {
      const { number, count, variant, seed, findings } = event;
      const campaign = `campaign ${countText(number + 1)} of ${countText(count)}`;
      const which = `${variant}, seed ${printable(String(seed))}`;
      return joined(durationText(seconds), campaign, which, amountText(findings, "bug"));
    }
    case "stretch": {
      const { number, count, workers, runs } = event;
      const stretch = `stretch ${countText(number + 1)} of ${countText(count)}`;
      const amounts = [amountText(workers, "worker"), amountText(runs, "run")];
      return joined(durationText(seconds), stretch, ...amounts);
    }
  }
}

// --- inside ---

function joined(...parts: readonly string[]): string {
  return parts.join("   ");
}
