import { distanceBetween } from "../../config/nearest-name.ts";

/** Names in order of how like a wanted one they are; those that are nothing like it come last. */
export function nearestNames(wanted: string, names: readonly string[]): string[] {
  return names
    .map((name, index) => ({ name, index, distance: likeness(wanted, name) }))
    .toSorted((a, b) => a.distance - b.distance || a.index - b.index)
    .map(({ name }) => name);
}

/** Whether two names are so alike that one may be a slip of the other. */
export function isLike(wanted: string, name: string): boolean {
  return likeness(wanted, name) <= Math.max(2, wanted.length / 3);
}

// --- inside ---

const namesLengthMax = 200; // beyond this, a name is compared by its beginning only

/** The edits from one name to the other; the same last part under another owner is near. */
function likeness(wanted: string, name: string): number {
  const whole = editDistance(wanted, name);
  const isSameLast = lastPart(wanted) === lastPart(name);
  return isSameLast ? Math.min(whole, 1) : whole;
}

function lastPart(name: string): string {
  const parts = name.split(name.includes("/") || /\.[cm]?[jt]sx?$/.test(name) ? "/" : ".");
  return (parts.at(-1) ?? "").replace(/^#/, "").toLowerCase();
}

function editDistance(one: string, other: string): number {
  const [from, to] = [one, other].map((name) => name.slice(0, namesLengthMax).toLowerCase());
  return distanceBetween(from ?? "", to ?? "");
}
