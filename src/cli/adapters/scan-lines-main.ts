import { type ScanCheckOptions, scanChecks } from "./scan-checks.ts";

// For test runners that cannot load us: what a scan calls, as lines of JSON. With `list` only the
// names, else each with how it came out, as soon as that is known.
const [what = "list", options = "{}"] = process.argv.slice(2);
const checks = await scanChecks(JSON.parse(options) as ScanCheckOptions);
if (what === "list") {
  for (const { name, timeoutMs, skipped } of checks) print({ name, timeoutMs, skipped });
} else {
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
}

function print(line: object): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
