import { availableParallelism } from "node:os";
import { scanSettings } from "../../config/index.ts";
import { callSettings } from "../call-settings.ts";
import { withEvents } from "../events/with-events.ts";
import { printResult } from "../print.ts";
import { wantedFiles } from "../scan-words.ts";
import type { VerbCall } from "../verb-call.ts";
import { verbDefaults } from "../verb-defaults.ts";
import { projectContextOf } from "../verb.ts";

/** `mine`: which laws functions have. */
export async function runMine({ words: [words], flags, io }: VerbCall<"mine">): Promise<number> {
  const place = await projectContextOf(flags, io);
  const { cwd, config } = place;
  const { mine } = await import("../../engines/mine/index.ts");
  const wanted = await wantedFiles(words, [], config);
  const result = await withEvents("mine", { flags, io, place }, (tell) =>
    mine({
      projectRoot: config.root,
      wanted,
      policies: scanSettings(config),
      settings: callSettings(config, flags),
      runsMax: flags.runs ?? verbDefaults.call.runs,
      timeMsMax: (flags.time ?? verbDefaults.call.seconds) * 1_000,
      concurrency: flags.workers ?? availableParallelism(),
      signal: io.signal,
      tell,
    }),
  );
  return printResult(result, io, { flags, report: config.report, cwd, root: config.root });
}
