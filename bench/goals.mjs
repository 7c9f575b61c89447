// How a bench tells what it measured: each line is a ratio of one run, its goal, and whether it is
// met. With --smoke only the work is judged, since a moment says nothing about speed.

/** Tells a ratio that is to be at least so large. */
export function atLeast(what, ratio, goal, isSmoke) {
  tell(what, { ratio, goal: `≥ ${goal}×`, isMet: ratio >= goal, isSmoke });
}

/** Tells a ratio that is to be at most so large. */
export function atMost(what, ratio, goal, isSmoke) {
  tell(what, { ratio, goal: `≤ ${goal}×`, isMet: ratio <= goal, isSmoke });
}

// --- inside ---

function tell(what, { ratio, goal, isMet, isSmoke }) {
  if (!Number.isFinite(ratio) || ratio <= 0) throw new Error(`${what}: nothing was measured`);
  const verdict = isSmoke ? "not judged" : isMet ? "met" : "missed";
  const measured = `${ratio.toFixed(2)}×`.padStart(9);
  console.log(`${what.padEnd(58)} ${measured}   goal ${goal.padEnd(8)} ${verdict}`);
}
