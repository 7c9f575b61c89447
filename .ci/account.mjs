// Compares the files that git knows with what vitest says it ran. A file passes only when it was run
// to its end and a test of it was executed; whatever else became of it is a failure with its name.

/**
 * A result for each file, each check and each call of vitest that failed for a reason of its own.
 * `ended` is what `runJobs` gives.
 */
export function account({ files, ended }) {
  const results = files.map(({ file, suite }) => {
    const ran = ended.find(({ job }) => job.files?.includes(file));
    return { name: file, suite, ...judge(file, ran) };
  });
  const failed = new Set(
    results.filter(({ failures }) => failures.length > 0).map(({ name }) => name),
  );
  return [...results, ...ended.flatMap((one) => resultOfJob(one, failed))];
}

// --- inside ---

function judge(file, ran) {
  const nothing = { seconds: 0, passed: 0 };
  if (ran === undefined) return { ...nothing, failures: ["did not run: no job has it"] };
  const begun = ran.events.find(({ event, file: of }) => event === "begun" && of === file);
  const end = ran.events.find(({ event, file: of }) => event === "ended" && of === file);
  if (begun === undefined) {
    const why = ran.cut ?? `vitest ended with code ${ran.code} and without a word about it`;
    return { ...nothing, failures: [`did not run: ${why}`] };
  }
  if (end === undefined) {
    const seconds = ran.cut === undefined ? 0 : ran.seconds;
    const why = ran.cut ?? "crashed: the process of its tests ended before they did";
    return { ...nothing, seconds, failures: [why] };
  }
  const passed = end.tests.filter(({ state }) => state === "passed").length;
  const seconds = (end.at - begun.at) / 1000;
  return { seconds, passed, failures: failuresOf(file, end, ran.events) };
}

function failuresOf(file, { tests, errors }, events) {
  const unhandled = events
    .flatMap((event) => (event.event === "done" ? event.errors : []))
    .filter((error) => error.file === file);
  const failed = tests.filter(({ state }) => state === "failed");
  const unreasoned = tests.filter(({ state, note }) => state === "skipped" && !note);
  const executed = tests.filter(({ state }) => state === "passed" || state === "failed");
  const failures = [
    ...failed.map(({ name }) => `failed: ${name}`),
    ...unreasoned.map(({ name }) => `skipped without a reason: ${name}`),
    ...tests.filter(({ state }) => state === "pending").map(({ name }) => `never ended: ${name}`),
    ...errors.map((message) => `failed outside of a test: ${firstLine(message)}`),
    ...unhandled.map(({ message }) => `unhandled error: ${firstLine(message)}`),
  ];
  if (executed.length === 0 && failures.length === 0) failures.push("no test of it was executed");
  return failures;
}

/** A check is a result of its own; a call of vitest only where none of its files says why it failed. */
function resultOfJob({ job, code, seconds, cut, left }, failedFiles) {
  // Who was cut off could not tidy up.
  const leaves =
    cut === undefined ? left.map((name) => `left in the temporary folder: ${name}`) : [];
  const { name } = job;
  if (job.files === undefined) {
    const failures = [...(code === 0 ? [] : [cut ?? `ended with code ${code}`]), ...leaves];
    return [{ name, suite: "checks", seconds, passed: failures.length === 0 ? 1 : 0, failures }];
  }
  const isTold = code === 0 || job.files.some((file) => failedFiles.has(file));
  const failures = [...(isTold ? [] : [cut ?? `vitest ended with code ${code}`]), ...leaves];
  // Its seconds are those of its files.
  return failures.length === 0 ? [] : [{ name, suite: job.suite, seconds: 0, passed: 0, failures }];
}

function firstLine(text) {
  return text.split("\n", 1)[0];
}
