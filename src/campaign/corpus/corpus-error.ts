import { GauntletError } from "../../kernel/errors/gauntlet-error.ts";

/** The part of a subject that says where its corpus lies. */
export interface CorpusSubject {
  /** Relative to the project root, with slashes. */
  readonly file: string;
  readonly exportName: string;
}

/** Something stored that does not say what it may say; the place is the file, or a part of it. */
export function badEntry(where: string, what: string, note?: string): GauntletError {
  return new GauntletError({
    code: "K004",
    what,
    where,
    note,
    help: "take the file from where it came again; nothing of it was used",
  });
}

/** Runs a parser and says of what it refuses where that lies. */
export function parsedAt<T>(where: string, parse: () => T): T {
  try {
    return parse();
  } catch (thrown) {
    if (thrown instanceof SyntaxError) throw badEntry(where, "it is not JSON", thrown.message);
    if (!(thrown instanceof GauntletError)) throw thrown;
    if (thrown.code.startsWith("K")) throw thrown;
    throw badEntry(where, thrown.what, thrown.note);
  }
}

/** Whether Node says that there is no such file. */
export function isGone(thrown: unknown): boolean {
  return thrown instanceof Error && "code" in thrown && thrown.code === "ENOENT";
}

/** What Node says about a file or folder of a corpus, as something the user can act on. */
export function corpusFileError(thrown: unknown, file: string, action: string): unknown {
  if (thrown instanceof GauntletError || !(thrown instanceof Error)) return thrown;
  if (!("code" in thrown) || typeof thrown.code !== "string") return thrown;
  if (thrown.code.startsWith("ERR_") && thrown.code !== "ERR_BUFFER_TOO_LARGE") return thrown;
  return new GauntletError({
    code: "K001",
    what: `the file cannot be ${action}`,
    where: file,
    note: thrown.message,
    help: "check the path, its permissions and the free space",
  });
}
