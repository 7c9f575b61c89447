// What CI says at its end: the time of each suite, the slowest files, what failed, and the count.

/** A line for each suite: how many files, the seconds they took, and what came of them. */
export function suiteLines(results, seconds) {
  const suites = [...new Set(results.map(({ suite }) => suite))];
  const lines = suites.map((suite) => {
    const own = results.filter((one) => one.suite === suite);
    const { passed, failed } = counts(own);
    const ran = own.filter((one) => one.failures.length === 0).length;
    const whole = own.reduce((total, one) => total + one.seconds, 0);
    const times = `${timeText(whole)} in all`;
    return `  ${suite}: ${ran} of ${own.length} passed, ${times} (${passed} passed, ${failed} failed)`;
  });
  return ["", "::: suites", ...lines, `  all of it took ${timeText(seconds)}`];
}

/** The ten files or checks that took longest. */
export function slowestLines(results) {
  const slowest = results.toSorted((first, second) => second.seconds - first.seconds);
  const lines = slowest.slice(0, 10).map(({ name, seconds }) => `  ${timeText(seconds)}  ${name}`);
  return ["", "::: slowest", ...lines];
}

/** What failed, by name, and at last the count alone on its line. */
export function closing(results) {
  const failures = results.flatMap(({ name, failures: own }) =>
    own.map((why) => `  ${name}: ${why}`),
  );
  const { passed, failed } = counts(results);
  const list = failures.length === 0 ? [] : ["", "::: what failed", ...failures];
  return [...list, "", `${passed} passed, ${failed} failed`];
}

// --- inside ---

function counts(results) {
  const passed = results.reduce((total, one) => total + one.passed, 0);
  const failed = results.reduce((total, one) => total + one.failures.length, 0);
  return { passed, failed };
}

function timeText(seconds) {
  const whole = Math.round(seconds);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}
