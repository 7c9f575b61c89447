import { GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import { scanSettings } from "../../config/index.ts";
import { callSettings } from "../call-settings.ts";
import { printResult } from "../print.ts";
import { wantedFiles } from "../scan-words.ts";
import type { VerbCall } from "../verb-call.ts";
import { verbDefaults } from "../verb-defaults.ts";
import { projectContextOf } from "../verb.ts";

/** `check`: holds a function to laws and contracts. */
export async function runCheck({ words: [word], flags, io }: VerbCall<"check">): Promise<number> {
  const { cwd, config } = await projectContextOf(flags, io);
  const { check } = await import("../../engines/mine/index.ts");
  const [wanted, ...more] = await wantedFiles([word], [], config);
  if (wanted?.targets === undefined || more.length > 0) throw noFunction(word);
  const result = await check({
    projectRoot: config.root,
    wanted,
    laws: flags.property ?? [],
    contracts: flags.contract ?? [],
    policies: scanSettings(config),
    settings: callSettings(config, flags),
    runsMax: flags.runs ?? verbDefaults.call.runs,
    timeMsMax: (flags.time ?? verbDefaults.call.seconds) * 1_000,
    signal: io.signal,
  });
  return printResult(result, io, { flags, report: config.report, cwd, root: config.root });
}

// --- inside ---

function noFunction(word: string): GauntletError {
  return new GauntletError({
    code: "U011",
    what: "`check` is about one function",
    where: word,
    help: "name it after a colon: `gauntlet check src/money.ts:round --property idempotent`",
  });
}
