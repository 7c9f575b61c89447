import { existsSync, statSync } from "node:fs";
import { open, rm, statfs } from "node:fs/promises";
import path from "node:path";
import { shellWord } from "../../kernel/patterns/shell-command.ts";
import { storeFolder } from "../../store/finding-store.ts";
import { isSystemError, refusalText } from "../../store/unwritten.ts";
import { type Config, certificateDefaults } from "../../config/index.ts";
import { refuseStoreLinks } from "../../config/files/store-links.ts";
import { isStoreIgnored } from "../../subject/ignored-store.ts";
import { type Check, type CheckedProject, problemOf } from "./check.ts";

/** Where findings, runs and keys are kept: whether they can be, and whether others see them. */
export async function storeChecks(
  project: CheckedProject,
  config: Config | undefined,
): Promise<readonly Check[]> {
  return [
    await storeCheck(project.root),
    ...ignoredChecks(project.root),
    keyCheck(project, config),
  ];
}

// --- inside ---

/** Less than this and one campaign fills it. */
const freeBytesMin = 256 * 1024 * 1024;
/** About what one finding with its trace takes, and some more. */
const probeBytes = 256 * 1024;

async function storeCheck(root: string): Promise<Check> {
  const name = storeFolder;
  const store = path.join(root, storeFolder);
  try {
    refuseStoreLinks(path.join(store, "findings"));
  } catch (thrown) {
    const { says, help = `rm ${storeFolder}` } = problemOf(thrown);
    return { name, state: "blocked", says, help };
  }
  const isThere = existsSync(store);
  if (isThere && !statSync(store).isDirectory()) {
    const says = "it is a file, and findings need a folder of that name";
    return { name, state: "blocked", says, help: `rm ${storeFolder}` };
  }
  const refused = await refusedProbe(isThere ? store : root);
  if (refused !== undefined) {
    const says = `nothing that is found can be kept: ${refused.says}`;
    return { name, state: "blocked", says, help: refused.help };
  }
  const free = await freeBytes(isThere ? store : root);
  if (free !== undefined && free < freeBytesMin) {
    const says = `writable, but only ${megabytes(free)} are free on its disk`;
    return { name, state: "note", says, help: `free some space, or rm -r ${storeFolder}/cache` };
  }
  const space = free === undefined ? "" : `, ${megabytes(free)} free`;
  return { name, state: "fine", says: `${isThere ? "" : "not there yet, "}writable${space}` };
}

/** Writes and removes a file: only that tells of full disks and of what permissions hide. */
async function refusedProbe(
  folder: string,
): Promise<{ readonly says: string; readonly help: string } | undefined> {
  const probe = path.join(folder, `.gauntlet-probe-${String(process.pid)}`);
  try {
    const file = await open(probe, "wx");
    try {
      await file.writeFile(Buffer.alloc(probeBytes));
      await file.sync();
    } finally {
      await file.close();
    }
    return undefined;
  } catch (thrown) {
    if (!isSystemError(thrown)) throw thrown;
    return { says: refusalText(thrown, probe), help: helpFor(thrown.code ?? "", folder) };
  } finally {
    await rm(probe, { force: true }).catch(() => {}); // nothing was written then
  }
}

function helpFor(code: string, folder: string): string {
  if (code === "ENOSPC" || code === "EDQUOT") return `free some space: df -h ${shellWord(folder)}`;
  if (code === "EROFS") return "copy the project to where you can write, or mount it read-write";
  return `chmod u+rwx ${shellWord(folder)}`;
}

async function freeBytes(folder: string): Promise<number | undefined> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch {
    return undefined; // some file systems do not say
  }
}

function megabytes(bytes: number): string {
  const count = Math.floor(bytes / 1024 / 1024);
  return count < 10_000 ? `${String(count)} MB` : `${String(Math.floor(count / 1024))} GB`;
}

function ignoredChecks(root: string): readonly Check[] {
  const isIgnored = isStoreIgnored(root);
  if (isIgnored === undefined) return [];
  if (isIgnored) {
    return [{ name: "git", state: "fine", says: `${storeFolder}/ is ignored` }];
  }
  const says = `${storeFolder}/ is not ignored, and would be committed`;
  return [{ name: "git", state: "note", says, help: `echo ${storeFolder}/ >> .gitignore` }];
}

/** Only certificates of agents are signed; nothing is made here. */
function keyCheck({ root, env }: CheckedProject, config: Config | undefined): Check {
  const name = "signing key";
  if ((env["GAUNTLET_CERTIFICATE_KEY"] ?? "") !== "") {
    return { name, state: "fine", says: "in GAUNTLET_CERTIFICATE_KEY" };
  }
  const file = path.resolve(root, config?.agent?.certificate.key ?? certificateDefaults.key);
  const shown = path.relative(root, file).split(path.sep).join("/");
  const old = path.join(root, storeFolder, path.basename(file));
  const inStore = [file, old].find(
    (one) => existsSync(one) && path.relative(root, one).split(path.sep)[0] === storeFolder,
  );
  if (inStore !== undefined) {
    const from = path.relative(root, inStore).split(path.sep).join("/");
    const to = certificateDefaults.key;
    const says = `${from} is in ${storeFolder}/, which may be deleted`;
    const help = `mkdir -p -m 700 ${path.posix.dirname(to)} && mv ${shellWord(from)} ${to}`;
    return { name, state: "note", says, help };
  }
  if (!existsSync(file)) {
    return { name, state: "fine", says: `none yet; the first certificate makes ${shown}` };
  }
  const isOpen = process.platform !== "win32" && (statSync(file).mode & 0o077) !== 0;
  if (!isOpen) return { name, state: "fine", says: shown };
  return {
    name,
    state: "note",
    says: `${shown} can be read by others`,
    help: `chmod 600 ${shellWord(shown)}`,
  };
}
