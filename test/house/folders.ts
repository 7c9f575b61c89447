import { importGraph } from "./imports.ts";
import { isShipped } from "./source-file.ts";
import type { SourceFile, Violation } from "./source-file.ts";

/**
 * Folders that lie beside each other can be read one after the other: none imports another that
 * leads back to it. Files directly in a folder belong to no subfolder: they are the contract that
 * subfolders share, or what joins them.
 */
export function checkFolderCycles(files: readonly SourceFile[]): Violation[] {
  const shipped = files.filter(({ path }) => isShipped(path) && !path.includes("/fixtures/"));
  const folders = new Map<string, Map<string, string>>();
  for (const [from, imported] of importGraph(shipped, ["static", "dynamic", "type"])) {
    for (const to of imported) note(folders, from, to);
  }
  const violations: Violation[] = [];
  const done = new Set<string>();
  const enter = (folder: string, trail: readonly string[]): void => {
    const begin = trail.indexOf(folder);
    if (begin !== -1) violations.push(cycle([...trail.slice(begin), folder], folders));
    if (begin !== -1 || done.has(folder)) return;
    for (const next of folders.get(folder)?.keys() ?? []) enter(next, [...trail, folder]);
    done.add(folder);
  };
  for (const folder of folders.keys()) enter(folder, []);
  return violations;
}

// --- inside ---

/** Notes which two folders beside each other an import joins, with the import as the example. */
function note(folders: Map<string, Map<string, string>>, from: string, to: string): void {
  const [first, second] = [from.split("/"), to.split("/")];
  const at = first.findIndex((name, index) => name !== second[index]);
  if (at >= first.length - 1 || at >= second.length - 1) return;
  const source = first.slice(0, at + 1).join("/");
  const targets = folders.get(source) ?? new Map<string, string>();
  folders.set(source, targets);
  const target = second.slice(0, at + 1).join("/");
  if (!targets.has(target)) targets.set(target, `${from} imports ${to}`);
}

function cycle(
  trail: readonly string[],
  folders: ReadonlyMap<string, ReadonlyMap<string, string>>,
): Violation {
  const [first = ""] = trail;
  const examples = trail.slice(1).map((to, at) => folders.get(trail[at] ?? "")?.get(to) ?? "");
  return {
    file: first,
    message:
      `is in a circle of folders: ${trail.join(" → ")} (${examples.join("; ")}); ` +
      "move what they share into the folder above, or into the one that comes first",
  };
}
