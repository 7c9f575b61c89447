import { GauntletError } from "../kernel/errors/gauntlet-error.ts";
import { git } from "./agent/own-commit.ts";

/**
 * The files of a project that differ from a commit, those that git does not know yet included;
 * relative to the project root, with forward slashes.
 */
export async function changedFiles(
  root: string,
  { flag, ref }: { readonly flag: "--changed" | "--since"; readonly ref: string },
): Promise<ReadonlySet<string>> {
  // A word that begins with a dash would be an option of git.
  const isName = /^[^-\s][^\s]*$/u.test(ref);
  const commit = isName
    ? await git(root, "rev-parse", "--verify", "--quiet", "--end-of-options", `${ref}^{commit}`)
    : undefined;
  if (commit === undefined) throw unknown(flag, ref);
  const name = commit.trim();
  const differing = await git(root, "diff", "--name-only", "-z", "--relative", name, "--", ".");
  const added = await git(root, "ls-files", "--others", "--exclude-standard", "-z", "--", ".");
  if (differing === undefined || added === undefined) throw unknown(flag, ref);
  return new Set(`${differing}${added}`.split("\0").filter((file) => file !== ""));
}

// --- inside ---

function unknown(flag: "--changed" | "--since", ref: string): GauntletError {
  return new GauntletError({
    code: "U009",
    what: `git knows no commit \`${ref}\` here, so nobody can say what has changed`,
    where: flag === "--changed" ? flag : `${flag} ${ref}`,
    note: "the project must be in a git repository that has this commit; a shallow clone may not",
    help: "fetch the commit (`git fetch --depth 1 origin main`), or scan without the flag",
  });
}
