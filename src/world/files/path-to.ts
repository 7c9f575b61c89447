import type { Disk, PathEntry } from "./disk.ts";

/** The path to something that was found, without links on the way. */
export function pathTo(disk: Disk, place: PathEntry): string {
  const names = place.name === "" ? [] : [place.name];
  let here = place.parent;
  if (place.name === "" && place.node?.kind === "directory") here = place.node;
  while (here !== disk.root) {
    const { parent } = here;
    for (const [name, child] of parent.entries) if (child === here) names.push(name);
    here = parent;
  }
  return `/${names.toReversed().join("/")}`;
}
