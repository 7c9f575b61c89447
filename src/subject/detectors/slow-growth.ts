import { shownText } from "../contracts/contract-check.ts";
import type { CountedWork, Detection, Detector, Evidence } from "./detector.ts";
import { cutOff, growthOf, type GrowthPoint } from "./growth.ts";
import { pumpsOf, pumped, type Pump } from "./pump.ts";

/** A regular expression that goes back and tries again must not do so ever more often. */
export const slowPattern: Detector = {
  name: "slow-pattern",
  says: "makes a regular expression take far more steps than it has characters",
  tokens: [],
  judge: (evidence) => judgeGrowth(evidence, "slow-pattern"),
};

/** Twice the input must not be four times the work. */
export const slowGrowth: Detector = {
  name: "slow-growth",
  says: "takes work that grows faster than its length",
  tokens: [],
  judge: (evidence) => judgeGrowth(evidence, "slow-growth"),
};

// --- inside ---

/** A piece is repeated to so much or to what inputs may have, and to a half and a quarter of it. */
const longest = 256;

/** What takes less for the longest input that is allowed harms nobody, however it grows. */
const workLeast = 5_000_000;

function judgeGrowth(evidence: Evidence, detector: string): Detection | undefined {
  const { before, measure, acts, unhandled, lengthMax } = evidence;
  // What is run again must not do anything else than compute.
  if (acts.length + unhandled.length > 0) return undefined;
  const isPlain = typeof before === "string" || before instanceof Uint8Array;
  if (!isPlain || measure === undefined) return undefined;
  const most = Math.min(longest, lengthMax);
  for (const pump of pumpsOf(before)) {
    const points = (at: readonly number[]): readonly GrowthPoint[] =>
      at.flatMap((length) => {
        const work = measure(pumped(before, pump, length));
        return work === undefined ? [] : [{ length, ...workOf(work, detector) }];
      });
    // One look at the greatest length tells most pieces apart.
    const [last] = points([most]);
    if (last === undefined) continue;
    const isHarm = squareAt(last, lengthMax) >= workLeast;
    if (!isHarm && last.work < cutOff) continue;
    const growth = growthOf(points([most >> 2, most >> 1, most]));
    if (growth === "linear" || (growth === "square" && !isHarm)) continue;
    return found({ detector, growth, pump, last });
  }
  return undefined;
}

/** What a square comes to at another length. */
function squareAt({ work, length }: GrowthPoint, lengthMax: number): number {
  return work * (lengthMax / length) ** 2;
}

function workOf(
  { blocks, patterns }: CountedWork,
  detector: string,
): { readonly work: number; readonly name: string } {
  if (detector === "slow-growth") return { work: blocks, name: "" };
  const busiest = patterns.toSorted((a, b) => b.steps - a.steps)[0];
  return { work: busiest?.steps ?? 0, name: busiest?.pattern ?? "" };
}

function found(of: {
  readonly detector: string;
  readonly growth: string;
  readonly pump: Pump;
  readonly last: GrowthPoint;
}): Detection {
  const { detector, growth, pump, last } = of;
  const piece = typeof pump.piece === "string" ? pump.piece : Buffer.from(pump.piece).toString();
  const what = last.name === "" ? "the work" : `the work of ${last.name}`;
  const how = growth === "endless" ? "without end" : "with the square of the length, or more,";
  return {
    detector,
    problem: `${what} grows ${how} as the input does`,
    shown: `${shownText(piece)} repeated to ${last.length} takes ${last.work} steps`,
  };
}
