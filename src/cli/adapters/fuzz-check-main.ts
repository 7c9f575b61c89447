import { type ChaosCheckOptions, chaosChecks } from "./chaos-checks.ts";

// For test runners that cannot load us: runs the corpus of a fuzz test and further inputs, and says
// as a line of JSON how that came out.
const [selector = "", options = "{}"] = process.argv.slice(2);
// The last check is that of the inputs; before it are saved regressions, which are told apart.
const check = chaosChecks(selector, JSON.parse(options) as ChaosCheckOptions, undefined).at(-1);
// As in main.ts, nothing is waited for at the top.
void check
  ?.run()
  .then(
    () => undefined,
    (thrown: Error) => thrown.stack ?? thrown.message,
  )
  .then((failure) => process.stdout.write(`${JSON.stringify({ failure })}\n`));
