import type { Recorded } from "../../search/protocol.ts";

/** Where two runs of the same decisions part, in words; undefined where they do not. */
export function differenceText(first: Recorded, second: Recorded): string | undefined {
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
  const [before, after] = [whileAlive(first), whileAlive(second)];
  const events = before.findIndex(
    (event, index) => JSON.stringify(event) !== JSON.stringify(after[index]),
  );
  if (events < 0) return undefined;
  return `event ${events + 1} was \`${before[events]?.name ?? ""}\`, then another one`;
}

// --- inside ---

/** Up to the failure: what comes after it is not in the decisions, so runs may wind down apart. */
function whileAlive({ events }: Recorded): Recorded["events"] {
  const end = events.findIndex(
    ({ kind, detail }) => kind === "property" && detail?.startsWith("broken: ") === true,
  );
  return end < 0 ? events : events.slice(0, end + 1);
}

function endText({ verdict, failure }: Recorded): string {
  return failure === undefined ? verdict : `${failure.error}: ${failure.message}`;
}
