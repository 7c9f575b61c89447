import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { keptEnvironment } from "../../world/host/owned-process.ts";

/** The commit of a project, where it can be named. */
export interface OwnCommit {
  readonly name: string | undefined;
  /** Why there is none, where a user would expect one. */
  readonly notes: readonly string[];
}

/** Asks git for the commit of a project; none without git, and none where files differ from it. */
export async function ownCommit(root: string): Promise<OwnCommit> {
  const name = (await git(root, "rev-parse", "--verify", "HEAD"))?.trim();
  if (name === undefined || !/^[0-9a-f]{40,64}$/u.test(name)) return { name: undefined, notes: [] };
  const changed = await git(root, "status", "--porcelain", "--untracked-files=no", "--", ".");
  if (changed === "") return { name, notes: [] };
  const note = `the certificate names no commit: files differ from ${name.slice(0, 12)}`;
  return { name: undefined, notes: [note] };
}

/** What git answers in a folder; nothing where it cannot: no git, no repository, no such commit. */
export async function git(root: string, ...args: readonly string[]): Promise<string | undefined> {
  try {
    const { stdout } = await promisify(execFile)(
      "git",
      ["--no-optional-locks", "-C", root, ...args],
      {
        env: keptEnvironment(process.env),
        timeout: timeoutMs,
        maxBuffer: outputBytesMax,
        windowsHide: true,
      },
    );
    return stdout;
  } catch {
    return undefined;
  }
}

// --- inside ---

/** A repository whose status takes longer gets a certificate without a commit. */
const timeoutMs = 10_000;
/** A list of so many bytes has a hundred thousand files. */
const outputBytesMax = 2 ** 24;
