import type { Timeout } from "../timeout.ts";
import { cureFor } from "./cure.ts";
import type { Maker } from "./maker.ts";

/** Remembers an interval that was set outside of runs. */
export function rememberInterval(timer: Timeout, maker: Maker): void {
  if (intervals.length < intervalsMax) intervals.push({ timer, maker });
}

/**
 * Says which intervals are set and never fire. One that does not keep a process alive only looks
 * after something now and then, such as a cache, and is no news.
 */
export function intervalNotes(): readonly string[] {
  const kept = intervals.filter(({ timer }) => timer.hasRef() && !timer._destroyed);
  const notes = kept.map(({ maker }) => {
    const { packageName, place } = maker;
    const by = packageName === undefined ? "code outside of runs" : `\`${packageName}\``;
    const at = place === "" ? "" : ` (${place})`;
    return `${by} set an interval while it was loaded${at}, which never fires; ${cureFor(maker)}`;
  });
  return [...new Set(notes)];
}

// --- inside ---

const intervalsMax = 20;
const intervals: { readonly timer: Timeout; readonly maker: Maker }[] = [];
