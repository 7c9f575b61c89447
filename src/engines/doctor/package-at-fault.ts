import { compare, type DoctorOptions } from "./compare.ts";

/**
 * A native package keeps its state from run to run. When no call explains a difference, each one is
 * loaded fresh in turn; the first that makes the runs equal is named, with the line that fixes it.
 */
export async function packageAtFault(
  options: DoctorOptions,
  packages: readonly string[],
): Promise<string | undefined> {
  for (const name of packages.slice(0, packagesTriedMax)) {
    const { settings } = options;
    const inline = [...settings.inline, name];
    try {
      const { differing } = await compare({ ...options, settings: { ...settings, inline } });
      if (differing === undefined) {
        return (
          `the package \`${name}\` keeps state from run to run; ` +
          `add \`inline = [${inline.map((entry) => JSON.stringify(entry)).join(", ")}]\` ` +
          "under [explorer] in gauntlet.toml"
        );
      }
    } catch {
      // A package that cannot be loaded this way cannot be fixed this way either.
    }
  }
  return undefined;
}

// --- inside ---

/** Each one costs two processes. */
const packagesTriedMax = 20;
