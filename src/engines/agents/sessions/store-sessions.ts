import { constants } from "node:fs";
import { copyFile, link, mkdir, open, readFile, rename, rm } from "node:fs/promises";
import path from "node:path";
import { GauntletError } from "../../../kernel/errors/gauntlet-error.ts";
import { cleanFolder } from "../../../store/clean-folder.ts";
import { pathProblem } from "../../../config/files/project-paths.ts";
import { temporaryName } from "../../../world/temporary-file.ts";
import type { ReplaySession } from "./session.ts";
import { sessionYaml } from "./write-session.ts";

/** Where session files go. */
export interface StoreOptions {
  readonly projectRoot: string;
  /** Relative to the project root, or absolute and inside of it. */
  readonly directory: string;
  /** Replaces files of the same name; otherwise new ones are numbered. */
  readonly isForced: boolean;
}

/** A session file. */
export interface StoredSession {
  readonly id: string;
  /** Relative to the project root. */
  readonly file: string;
  /** `kept` was there before with the same text. */
  readonly action: "written" | "replaced" | "kept";
}

/** Writes sessions, each as a whole file named after its id; nothing is lost by it. */
export async function storeSessions(
  sessions: readonly ReplaySession[],
  options: StoreOptions,
): Promise<readonly StoredSession[]> {
  const { projectRoot } = options;
  const directory = path.resolve(projectRoot, options.directory);
  refuseOutside(path.join(directory, "a.yaml"), options);
  const stored: StoredSession[] = [];
  for (const session of sessions) {
    const wanted = path.join(directory, `${fileName(session.id)}.yaml`);
    const text = await sessionYaml(session);
    try {
      await mkdir(directory, { recursive: true });
      const { file, action } = await place(wanted, text, options.isForced);
      const shown = path.relative(projectRoot, file).split(path.sep).join("/");
      stored.push({ id: session.id, file: shown, action });
    } catch (thrown) {
      if (thrown instanceof GauntletError) throw thrown;
      throw new GauntletError({
        code: "A064",
        what: "a session cannot be written",
        where: options.directory,
        note: thrown instanceof Error ? thrown.message : String(thrown),
        help: "check the permissions of the folder and the free space",
      });
    }
  }
  return stored;
}

// --- inside ---

const siblingsMax = 10_000;

function refuseOutside(file: string, { projectRoot, directory }: StoreOptions): void {
  const wrong = pathProblem(file, { root: projectRoot, directory: projectRoot });
  if (wrong === undefined) return;
  throw new GauntletError({
    code: "A064",
    what: `\`${directory}\` ${wrong}`,
    where: directory,
    help: "name a folder inside the project",
  });
}

/** An id may come from anywhere; what it leaves of a name cannot lead out of the folder. */
function fileName(id: string): string {
  const name = id.replaceAll(/[^\w.-]+/gu, "-").replaceAll(/^[.-]+/gu, "");
  return name.slice(0, 100) || "session";
}

type Placed = Omit<StoredSession, "id">;

async function place(wanted: string, text: string, isForced: boolean): Promise<Placed> {
  const before = await readFile(wanted, "utf8").catch(() => undefined);
  if (before === text) return { file: wanted, action: "kept" };
  await cleanFolder(path.dirname(wanted));
  const temporary = temporaryName(wanted);
  try {
    const handle = await open(temporary, "wx");
    try {
      await handle.writeFile(text);
    } finally {
      await handle.close();
    }
    if (isForced) {
      await rename(temporary, wanted);
      return { file: wanted, action: before === undefined ? "written" : "replaced" };
    }
    return await placeNew(temporary, wanted, text);
  } finally {
    await rm(temporary, { force: true }).catch(() => {});
  }
}

async function placeNew(temporary: string, wanted: string, text: string): Promise<Placed> {
  for (let number = 1; number <= siblingsMax; number += 1) {
    const file = number === 1 ? wanted : wanted.replace(/\.yaml$/u, `-${number}.yaml`);
    if (await moveNew(temporary, file)) return { file, action: "written" };
    const before = await readFile(file, "utf8").catch(() => undefined);
    if (before === text) return { file, action: "kept" };
  }
  throw new GauntletError({
    code: "A064",
    what: `there are ${siblingsMax} files of one name already`,
    where: wanted,
    help: "remove those that are no longer needed, or replace one with `--force`",
  });
}

/** Gives the file a name that nothing has yet; says false where something has it. */
async function moveNew(temporary: string, file: string): Promise<boolean> {
  try {
    await link(temporary, file);
    return true;
  } catch (thrown) {
    if (isTaken(thrown)) return false;
  }
  // A file system without hard links.
  try {
    await copyFile(temporary, file, constants.COPYFILE_EXCL);
    return true;
  } catch (thrown) {
    if (isTaken(thrown)) return false;
    throw thrown;
  }
}

function isTaken(thrown: unknown): boolean {
  return (thrown as NodeJS.ErrnoException).code === "EEXIST";
}
