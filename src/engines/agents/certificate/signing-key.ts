import { createHash, createPrivateKey, createPublicKey } from "node:crypto";
import { generateKeyPairSync, type KeyObject, randomBytes } from "node:crypto";
import { link, mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { GauntletError } from "../../../kernel/errors/gauntlet-error.ts";
import { storeFolder } from "../../../store/finding-store.ts";
import { pathProblem } from "../../../config/files/project-paths.ts";
import { refuseStoreLinks } from "../../../config/files/store-links.ts";

/** A key to sign with, and what to tell of it. */
export interface SigningKey {
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
  readonly keyid: string;
  /** Relative to the project; the variable, where the key is in one. */
  readonly file: string;
  /** Absent where the key is in a variable. */
  readonly publicFile?: string | undefined;
  /** Whether it was made just now. */
  readonly isNew: boolean;
  /** Worth telling: that others can read the file, or that it was moved. */
  readonly notes: readonly string[];
}

/**
 * Takes the private key from `GAUNTLET_CERTIFICATE_KEY`, or reads that of the project, PEM; makes
 * one where there is none yet.
 */
export async function openSigningKey(place: {
  readonly file: string;
  readonly root: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
}): Promise<SigningKey> {
  const { root, env = {} } = place;
  const given = env[keyVariable] ?? "";
  if (given !== "") return givenKey(given);
  const problem = pathProblem(place.file, { root, directory: root });
  if (problem !== undefined) throw keyError(place.file, `the path of the key ${problem}`);
  const wanted = path.resolve(root, place.file);
  const { target, notes } = await movedKey(wanted, root);
  const file = path.relative(root, target);
  const isNew = await makeKey(target);
  const privateKey = privateKeyOf(await readFile(target, "utf8"), file);
  const publicKey = createPublicKey(privateKey);
  const publicTarget = publicPath(target);
  await writeNew(publicTarget, publicKey.export({ type: "spki", format: "pem" }).toString(), 0o644);
  return {
    privateKey,
    publicKey,
    keyid: keyidOf(publicKey),
    file,
    publicFile: path.relative(root, publicTarget),
    isNew,
    notes: [...notes, ...(await readerNotes(target, file))],
  };
}

/** The id of a key: the SHA-256 of its public half (SPKI, DER). */
export function keyidOf(publicKey: KeyObject): string {
  return createHash("sha256").update(spki(publicKey)).digest("hex");
}

/** The public half as bytes (SPKI, DER). */
export function spki(publicKey: KeyObject): Buffer {
  return publicKey.export({ type: "spki", format: "der" });
}

/** Reads a public key that the user names, PEM. */
export function readPublicKey(pem: string, where: string): KeyObject {
  // Node would quietly derive the public half: whoever passes a private key around must know it.
  if (pem.includes("PRIVATE KEY")) {
    throw keyError(where, "this is a private key; verifying takes the public one");
  }
  try {
    const key = createPublicKey(pem);
    if (key.asymmetricKeyType === "ed25519") return key;
  } catch {
    // Told below, as every key that is not one of ours.
  }
  throw keyError(where, "this is not an Ed25519 public key in PEM");
}

// --- inside ---

/** Holds the private key itself, for machines that keep no files. */
const keyVariable = "GAUNTLET_CERTIFICATE_KEY";

function givenKey(pem: string): SigningKey {
  // Some CI systems write a line end as two characters.
  const privateKey = privateKeyOf(pem.replaceAll("\\n", "\n"), keyVariable);
  const publicKey = createPublicKey(privateKey);
  const keyid = keyidOf(publicKey);
  return { privateKey, publicKey, keyid, file: keyVariable, isNew: false, notes: [] };
}

/** A key that an earlier version made in `.gauntlet`, which may be deleted, comes with us. */
async function movedKey(
  target: string,
  root: string,
): Promise<{ readonly target: string; readonly notes: readonly string[] }> {
  const folder = path.dirname(target);
  if (path.basename(folder) !== keysFolder || (await isThere(target))) {
    return { target, notes: deletableNotes(path.relative(root, target)) };
  }
  const old = path.join(path.dirname(folder), storeFolder, path.basename(target));
  if (!(await isThere(old))) return { target, notes: [] };
  refuseStoreLinks(old);
  const [from, to] = [path.relative(root, old), path.relative(root, target)];
  try {
    await makeFolder(folder);
    await rename(old, target);
    await rename(publicPath(old), publicPath(target)).catch(() => {}); // it is written again
  } catch {
    return { target: old, notes: deletableNotes(from) };
  }
  return { target, notes: [`moved the key ${from} to ${to}: ${storeFolder} may be deleted`] };
}

function deletableNotes(file: string): readonly string[] {
  const isDeletable = file.split(path.sep).includes(storeFolder);
  if (!isDeletable) return [];
  return [`the private key ${file} is in ${storeFolder}, which may be deleted; move it elsewhere`];
}

function isThere(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}

/** A folder that only its owner can read; that of keys is left out of version control. */
async function makeFolder(folder: string): Promise<void> {
  const isOwn = path.basename(folder) === keysFolder;
  await mkdir(folder, { recursive: true, ...(isOwn ? { mode: 0o700 } : {}) });
  if (isOwn) await writeNew(path.join(folder, ".gitignore"), "*\n!.gitignore\n!*.pub.pem\n", 0o644);
}

const keysFolder = ".gauntlet-keys";

function publicPath(file: string): string {
  return file.endsWith(".pem") ? `${file.slice(0, -".pem".length)}.pub.pem` : `${file}.pub.pem`;
}

async function makeKey(target: string): Promise<boolean> {
  if (await isThere(target)) return false;
  const { privateKey } = generateKeyPairSync("ed25519");
  refuseStoreLinks(target);
  await makeFolder(path.dirname(target));
  return await writeNew(
    target,
    privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    0o600,
  );
}

/** Writes a file unless there is one: two processes that start at once end up with the same key. */
async function writeNew(target: string, text: string, mode: number): Promise<boolean> {
  const temporary = `${target}.${randomBytes(6).toString("hex")}`;
  try {
    await writeFile(temporary, text, { flag: "wx", mode });
    // A link appears whole and never replaces; a file that is being written would be read half.
    await link(temporary, target);
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  } finally {
    await rm(temporary, { force: true }).catch(() => {});
  }
}

function privateKeyOf(pem: string, file: string): KeyObject {
  try {
    const key = createPrivateKey(pem);
    if (key.asymmetricKeyType === "ed25519") return key;
  } catch {
    // Told below; what the file holds is never shown.
  }
  throw keyError(file, "this is not an Ed25519 private key in PEM");
}

async function readerNotes(target: string, file: string): Promise<readonly string[]> {
  const { mode } = await stat(target);
  if (process.platform === "win32" || (mode & 0o077) === 0) return [];
  return [`others can read the private key ${file}; run \`chmod 600 ${file}\``];
}

function keyError(where: string, what: string): GauntletError {
  return new GauntletError({
    code: "A074",
    what,
    where,
    help: "let Gauntlet make one: remove `certificate.key` from the config, or the file",
  });
}
