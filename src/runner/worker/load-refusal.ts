import { readdirSync } from "node:fs";
import path from "node:path";
import { failureFrom } from "../../kernel/failure/failure.ts";
import type { SourceLocation } from "../../kernel/result/finding.ts";
import { type ErrorParts, GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import { nearestNames } from "../../config/nearest-name.ts";
import { LoadError, type LoadErrorCode } from "../../subject/loader/index.ts";
import type { LoadCommand } from "../protocol/load-command.ts";

/** What to tell the user when a subject cannot be loaded. */
export function loadRefusal(
  thrown: unknown,
  command: LoadCommand,
  frames: (stack: string) => readonly SourceLocation[],
): ErrorParts {
  if (thrown instanceof LoadError) return refusalOf(thrown, command);
  const failure = failureFrom("thrown", thrown);
  const [place] = frames(failure.stack);
  const file = command.file;
  const seen = {
    where: place === undefined ? file : `${place.file}:${place.line}:${place.column}`,
    ...(place === undefined ? {} : { frame: frameOf(place) }),
  };
  if (thrown instanceof GauntletError) {
    const { code, what, where, pointer, frame, note, help } = thrown;
    return where === undefined
      ? { code, what, ...seen, note, help }
      : { code, what, where, pointer, frame, note, help };
  }
  if ((thrown as { readonly code?: unknown } | undefined)?.code === "ERR_ACCESS_DENIED") {
    return {
      code: "S018",
      what: `\`${file}\` uses the host while it is loaded: ${failure.message}`,
      ...seen,
      note: "Node was told to deny it to the process: a run must not touch the host",
      help: "move it to where it is needed, or allow it: `--allow-host`, or `--no-strict`",
    };
  }
  return {
    code: "S002",
    what: `\`${file}\` threw while it was loaded: ${failure.error}: ${failure.message}`,
    ...seen,
    note: "a chaos file must load before it can be run",
    help: "run the file alone, or move what can fail into `setup`",
  };
}

// --- inside ---

const codes: Readonly<Record<LoadErrorCode, string>> = {
  FILE_NOT_FOUND: "S010",
  UNRESOLVED_IMPORT: "S011",
  SYNTAX: "S012",
  UNSUPPORTED_FILE: "S014",
  TSCONFIG: "S015",
  SEAM: "S016",
};

/** So many names are offered for one that does not exist. */
const namesMax = 3;

function refusalOf(error: LoadError, { projectRoot, file }: LoadCommand): ErrorParts {
  const shown = path.relative(projectRoot, error.file) || error.file;
  const place = [shown, error.line, error.column].filter((part) => part !== undefined);
  const isEntry = shown === file && error.code === "FILE_NOT_FOUND";
  const frame = error.frame?.split("\n").map((line) => line.replace(/^ {1,3}/, ""));
  return {
    code: codes[error.code],
    what: isEntry ? `there is no file \`${file}\`` : error.what,
    where: place.join(":"),
    frame,
    help: error.help ?? (isEntry ? nearestFiles(projectRoot, file) : undefined),
  };
}

function nearestFiles(projectRoot: string, file: string): string {
  const folder = path.dirname(file);
  const there = filesIn(path.join(projectRoot, folder));
  const near = nearestNames(path.basename(file), there, { countMax: namesMax });
  const names = near.map((name) => `\`${path.join(folder, name)}\``);
  return names.length > 0
    ? `did you mean ${names.join(" or ")}?`
    : "give the path of a chaos file; `npx gauntlet init` writes one to start from";
}

function filesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function frameOf({ line, column, text }: SourceLocation): readonly string[] {
  const gutter = String(line);
  return [
    `${gutter} | ${text}`,
    `${" ".repeat(gutter.length)} | ${" ".repeat(Math.max(0, column - 1))}^`,
  ];
}
