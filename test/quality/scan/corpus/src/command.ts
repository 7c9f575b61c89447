import { parseArgs } from "node:util";

const usage = "usage: deploy [--force] <stage>";

/** Says what is wrong and ends the program. */
export function fail(message: string): never {
  console.error(message);
  process.exit(1);
}

export interface Command {
  stage: string;
  isForced: boolean;
}

/** Reads the words of a command line. */
export function readCommand(argv: string[]): Command {
  if (argv.includes("--help")) {
    console.log(usage);
    process.exit(0);
  }
  const stage = argv.find((word) => !word.startsWith("-"));
  if (stage === undefined) return fail(usage);
  return { stage, isForced: argv.includes("--force") };
}

/** The options of a command line by the parser of the platform. */
export function readOptions(args: string[]): { verbose: boolean; files: string[] } {
  const { values, positionals } = parseArgs({
    args,
    options: { verbose: { type: "boolean", short: "v" } },
    allowPositionals: true,
  });
  return { verbose: values.verbose ?? false, files: positionals };
}
