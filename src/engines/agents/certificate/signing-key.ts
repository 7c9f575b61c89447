import { createHash, createPrivateKey, createPublicKey } from "node:crypto";
import { generateKeyPairSync, type KeyObject, randomBytes } from "node:crypto";
import { link, mkdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { GauntletError } from "../../../kernel/gauntlet-error.ts";
import { refuseStoreLinks } from "../../../subject/config/store-links.ts";
import { pathProblem } from "../../../subject/config/project-paths.ts";

/** A key to sign with, and what to tell of it. */
export interface SigningKey {
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
  readonly keyid: string;
  /** Relative to the project. */
  readonly file: string;
  readonly publicFile: string;
  /** Whether it was made just now. */
  readonly isNew: boolean;
  /** Worth telling: that others can read the file. */
  readonly notes: readonly string[];
}

/** Reads the private key of a project, PEM; makes one where there is none yet. */
export async function openSigningKey(place: {
  readonly file: string;
  readonly root: string;
}): Promise<SigningKey> {
  const { root } = place;
  const problem = pathProblem(place.file, { root, directory: root });
  if (problem !== undefined) throw keyError(place.file, `the path of the key ${problem}`);
  const target = path.resolve(root, place.file);
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
    notes: await readerNotes(target, file),
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
  throw keyError(where, "this is no Ed25519 public key in PEM");
}

// --- inside ---

function publicPath(file: string): string {
  return file.endsWith(".pem") ? `${file.slice(0, -".pem".length)}.pub.pem` : `${file}.pub.pem`;
}

async function makeKey(target: string): Promise<boolean> {
  const isThere = await stat(target).then(
    () => true,
    () => false,
  );
  if (isThere) return false;
  const { privateKey } = generateKeyPairSync("ed25519");
  refuseStoreLinks(target);
  await mkdir(path.dirname(target), { recursive: true });
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
  throw keyError(file, "this is no Ed25519 private key in PEM");
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
