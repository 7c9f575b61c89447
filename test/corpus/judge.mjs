// What a scan found, against the tables.

const precisionMin = 0.95;
const bugsSeenMin = 6;

/** Compares the supported findings of a package with those that were judged. */
export function judgePackage({ name, version = "service" }, scanned, table) {
  const label = `${name}@${version}`;
  const rows = table.filter((row) => row.package === label);
  const supported = scanned.findings.filter(({ level }) => level === "supported");
  const isSame = (row, found) =>
    row.target === found.target && row.kind === found.kind && row.what === found.what;
  const verdicts = supported.map((found) => rows.find((row) => isSame(row, found))?.verdict);
  const unknown = supported.filter((_, at) => verdicts[at] === undefined);
  const gone = rows.filter((row) => !supported.some((found) => isSame(row, found)));
  const { targets, blocked = 0, runs } = scanned.summary;
  const cells = [
    label.padEnd(28),
    `${targets} functions`.padStart(14),
    `${blocked} blocked`.padStart(12),
    `${runs} runs`.padStart(12),
    `${scanned.seconds.toFixed(0)} s`.padStart(7),
    `${supported.length} supported`.padStart(14),
    `${scanned.findings.length - supported.length} exploratory`.padStart(16),
  ];
  const lines = [
    cells.join(""),
    ...unknown.map((found) => `  not judged yet: ${newRow(label, found)}`),
    ...gone.map(({ target, what }) => `  in the table and not found: ${target}: ${what}`),
  ];
  return {
    label,
    text: lines.join("\n"),
    right: verdicts.filter((verdict) => verdict === true).length,
    wrong: verdicts.filter((verdict) => verdict === false).length,
    unknown: unknown.map(({ target, what }) => `${label} ${target}: ${what}`),
  };
}

/**
 * Whether the broken version shows the bug and the fixed one does not. A row without `kind` is of
 * a bug that no scan has seen yet: whatever only the broken version shows is printed, to be read.
 */
export function judgeBug(row, broken, fixed) {
  const isOf = ({ kind, what, message }) =>
    kind === row.kind && `${what} ${message}`.includes(row.says);
  const isOnlyThere = (found) =>
    !fixed.findings.some(({ kind, what }) => kind === found.kind && what === found.what);
  const shown = row.kind === undefined ? isOnlyThere : isOf;
  const found = broken.findings.filter(shown);
  const isSupported = found.some(({ level }) => level === "supported");
  const seen = found.length === 0 ? "no" : isSupported ? "supported" : "exploratory";
  const isSilent = row.kind === undefined || !fixed.findings.some(isOf);
  const label = `${row.package} ${row.broken} → ${row.fixed} ${row.target}`;
  const known = seen === row.seen ? "" : ` (the table says ${row.seen})`;
  const before = seen === "no" ? "not seen" : `seen, ${seen}: ${found[0]?.story[0]}`;
  const after = isSilent ? "silent after the fix" : "STILL FOUND after the fix";
  const problems = [];
  if (seen === "no" && row.seen !== "no") problems.push(`${label} is no longer seen`);
  if (!isSilent) problems.push(`${label} is found after its fix`);
  return { row, seen, problems, text: `${label}: ${before}${known}; ${after}` };
}

/** Prints the figures and gives what is not as it must be. */
export function summary(judged, { needsBugs }) {
  const sum = (key) => judged.packages.reduce((total, one) => total + one[key], 0);
  const [right, wrong] = [sum("right"), sum("wrong")];
  const problems = judged.packages.flatMap(({ unknown }) =>
    unknown.map((text) => `${text}: supported, and nobody has judged it`),
  );
  if (judged.packages.length > 0) {
    const precision = right + wrong === 0 ? 1 : right / (right + wrong);
    console.log(
      `${judged.packages.length} packages: ${right} supported findings are right, ` +
        `${wrong} wrong, precision ${precision.toFixed(3)}`,
    );
    if (precision < precisionMin) {
      problems.push(`the precision of supported is below ${precisionMin}`);
    }
  }
  const seen = judged.bugs.filter(({ seen: how }) => how !== "no").length;
  if (judged.bugs.length > 0) {
    console.log(`${seen} of ${judged.bugs.length} published bugs are seen`);
  }
  if (needsBugs && seen < bugsSeenMin) problems.push(`fewer than ${bugsSeenMin} bugs are seen`);
  return [...problems, ...judged.bugs.flatMap((one) => one.problems)];
}

// --- inside ---

/** A line for the table, to be completed by whoever judges it. */
function newRow(label, { target, kind, what, message, story }) {
  const input = story[0] ?? "";
  return JSON.stringify({ package: label, target, kind, what, message, input, verdict: "?" });
}
