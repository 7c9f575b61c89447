import { activeWorld } from "../active-world.ts";
import { replaceFunction } from "../stand-in.ts";
import { files } from "./disk.ts";
import { fsError } from "./fs-error.ts";
import { pathTo } from "./path-to.ts";
import { workingPlace } from "./working-place.ts";

/** Puts the working directory and the umask of the run behind `process`. */
export function installWorkingPlace(): void {
  const { cwd, chdir, umask } = process;
  replaceFunction(process, "cwd", () => {
    const world = activeWorld;
    return world === undefined ? cwd.call(process) : workingPlace(world).directory;
  });
  replaceFunction(process, "chdir", (directory: string): void => {
    const world = activeWorld;
    // What is no path is refused by the real one, in its words.
    const isPath = typeof directory === "string" && !directory.includes("\u0000");
    if (world === undefined || !isPath) return chdir.call(process, directory);
    const [disk, working] = [files(world), workingPlace(world)];
    const at = { syscall: "chdir", path: working.directory, dest: directory };
    const place = disk.resolve(directory, at);
    if (place.node === undefined) throw fsError("ENOENT", at);
    if (place.node.kind !== "directory") throw fsError("ENOTDIR", at);
    disk.demand(place.node, 1, at);
    working.directory = pathTo(disk, place);
    return undefined;
  });
  replaceFunction(process, "umask", (mask?: string | number): number => {
    const world = activeWorld;
    if (world === undefined) return mask === undefined ? umask() : umask(mask);
    const working = workingPlace(world);
    const before = working.umask;
    if (mask === undefined) return before;
    const bits = typeof mask === "string" ? Number.parseInt(mask, 8) : mask;
    if (!Number.isInteger(bits) || bits < 0) return refuse(umask, mask);
    working.umask = bits & 0o777;
    return before;
  });
}

// --- inside ---

/** Lets the real function refuse what is no mask, and leaves the process as it was. */
function refuse(umask: typeof process.umask, mask: string | number): number {
  const before = umask();
  try {
    return umask(mask);
  } finally {
    umask(before);
  }
}
