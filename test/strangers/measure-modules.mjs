import { existsSync, lstatSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { absentName } from "./absent-packages.mjs";

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
    const isPackage = entry.isDirectory() && isPackageFolder(path);
    if (seen.has(ino) || (isPackage && isAbsent(path))) continue;
    seen.add(ino);
    sum.mb += blocks * 512;
    if (!entry.isDirectory()) continue;
    if (isPackage) sum.packages += 1;
    walk(path, sum, seen);
  }
}

function isAbsent(folder) {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8")).name === absentName;
}

function isPackageFolder(folder) {
  return (
    /node_modules[\\/](@[^\\/]+[\\/])?[^\\/@.][^\\/]*$/.test(folder) &&
    existsSync(join(folder, "package.json"))
  );
}
