import { existsSync, lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** How many packages lie under some folders, and how many MB they take on disk, as `du` counts. */
export function measureModules(folders) {
  const seen = new Set();
  const sum = { packages: 0, mb: 0 };
  for (const folder of folders) if (existsSync(folder)) walk(folder, sum, seen);
  return { packages: sum.packages, mb: sum.mb / 2 ** 20 };
}

// --- inside ---

function walk(folder, sum, seen) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    const { ino, blocks } = lstatSync(path);
    if (seen.has(ino)) continue;
    seen.add(ino);
    sum.mb += blocks * 512;
    if (!entry.isDirectory()) continue;
    if (isPackage(path)) sum.packages += 1;
    walk(path, sum, seen);
  }
}

function isPackage(folder) {
  return (
    /node_modules[\\/](@[^\\/]+[\\/])?[^\\/@.][^\\/]*$/.test(folder) &&
    existsSync(join(folder, "package.json"))
  );
}
