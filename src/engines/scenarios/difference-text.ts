import type { RunRecording } from "../../runner/protocol/protocol.ts";

/** Where two runs of the same decisions part, in words; undefined where they do not. */
export function differenceText(first: RunRecording, second: RunRecording): string | undefined {
  const at = first.decisions.findIndex((line, index) => line !== second.decisions[index]);
  if (at >= 0) {
    const other = second.decisions[at] ?? "nothing";
    return `decision ${at + 1} was \`${first.decisions[at] ?? ""}\`, then \`${other}\``;
  }
  if (second.decisions.length > first.decisions.length) {
    return `the second run took ${second.decisions.length - first.decisions.length} more decisions`;
  }
  const [one, other] = [first, second].map(({ identity, verdict }) => identity?.key ?? verdict);
  if (one !== other) return `it was ${endText(first)}, then ${endText(second)}`;
  // After the failure, runs end by chance or in the simplest way: that is no difference.
  const decided = first.events.slice(0, first.eventsToFailure);
  const events = decided.findIndex((event, index) => {
    const again = second.events[index];
    return JSON.stringify(event) !== JSON.stringify(again);
  });
  if (events < 0) return undefined;
  return `event ${events + 1} was \`${decided[events]?.name ?? ""}\`, then another one`;
}

// --- inside ---

function endText({ verdict, failure }: RunRecording): string {
  return failure === undefined ? verdict : `${failure.error}: ${failure.message}`;
}
