import type { Command } from "commander";
import { GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import { scanSettings } from "../../config/index.ts";
import { callSettings } from "../call-settings.ts";
import { addLawFlags, addResultFlags, callDefaults, collectText, type LawFlags } from "../flags.ts";
import type { Io } from "../io.ts";
import { printResult } from "../print.ts";
import { wantedFiles } from "../scan-words.ts";
import { projectContextOf } from "../verb.ts";

/** Adds `check`: holds a function to laws and contracts. */
export function addCheck(program: Command, io: Io, onExit: (code: number) => void): void {
  const command = program
    .command("check")
    .summary("hold a function to laws and contracts, and prove what breaks them")
    .argument("<function>", "`file:function`, or `file:Class.method`");
  addLawFlags(addResultFlags(command))
    .option("--property <law>", "a law, such as `idempotent` (repeatable)", collectText)
    .option("--contract <name>", "a contract, such as `shell_safe` (repeatable)", collectText)
    .action(async (word: string, flags: CheckFlags) => {
      onExit(await checkWord(word, flags, io));
    });
}

// --- inside ---

interface CheckFlags extends LawFlags {
  readonly property?: readonly string[];
  readonly contract?: readonly string[];
}

async function checkWord(word: string, flags: CheckFlags, io: Io): Promise<number> {
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
    runsMax: flags.runs ?? callDefaults.runs,
    timeMsMax: (flags.time ?? callDefaults.seconds) * 1_000,
    signal: io.signal,
  });
  return printResult(result, io, { flags, report: config.report, cwd, root: config.root });
}

function noFunction(word: string): GauntletError {
  return new GauntletError({
    code: "U011",
    what: "`check` is about one function",
    where: word,
    help: "name it after a colon: `gauntlet check src/money.ts:round --property idempotent`",
  });
}
