import { type ScanCheckOptions, scanChecks } from "./scan-checks.ts";

// For test runners that cannot load us: what a scan calls, as lines of JSON. With `list` only the
// names, else each with how it came out, as soon as that is known.
const [what = "list", options = "{}"] = process.argv.slice(2);
// As in main.ts, nothing is waited for at the top.
void scanChecks(JSON.parse(options) as ScanCheckOptions).then(async (checks) => {
  if (what === "list") {
    for (const { name, timeoutMs, skipped } of checks) print({ name, timeoutMs, skipped });
    return;
  }
  await Promise.all(
    checks
      .filter(({ skipped }) => skipped === undefined)
      .map(async ({ name, run }) => {
        const failure = await run().then(
          () => undefined,
          (thrown: Error) => thrown.stack ?? thrown.message,
        );
        print({ name, failure });
      }),
  );
});

function print(line: object): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
