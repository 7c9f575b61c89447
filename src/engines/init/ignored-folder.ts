import { isStoreIgnored } from "../../subject/ignored-store.ts";
import type { StarterFile } from "./starter-test.ts";

/**
 * The line that keeps what runs leave out of version control. Regressions lie elsewhere and are
 * committed. None where there is no repository of Git, or where the folder is ignored already.
 */
export function ignoredFolder(projectRoot: string): StarterFile | undefined {
  if (isStoreIgnored(projectRoot) !== false) return undefined;
  return { path: ".gitignore", text: ".gauntlet/\n", isAdded: true };
}
