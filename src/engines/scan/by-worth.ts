import { readFileSync } from "node:fs";
import path from "node:path";

/**
 * Files in the order in which it is worth most to scan them: what the package itself exports, file
 * by file as its entry passes it on, then what is only used inside. Sorted by name within both, so
 * that the order is the same on every machine.
 */
export function byWorth(files: readonly string[], projectRoot: string): readonly string[] {
  const known = new Set(files);
  const exported = new Set<string>();
  const pending = entryFiles(known, projectRoot);
  for (let file = pending.shift(); file !== undefined; file = pending.shift()) {
    if (exported.has(file)) continue;
    exported.add(file);
    pending.push(...passedOnBy(file, known, projectRoot));
  }
  return [
    ...files.filter((file) => exported.has(file)),
    ...files.filter((file) => !exported.has(file)),
  ];
}

// --- inside ---

const sourceNames = ["index", "main", "mod", "lib", "src/index", "src/main", "src/mod", "src/lib"];
const extensions = ["ts", "tsx", "mts", "cts", "js", "jsx", "mjs", "cjs"];

/** What package.json names, where it is scanned; where that is built, what it is built from. */
function entryFiles(known: ReadonlySet<string>, projectRoot: string): string[] {
  const named = namedInPackage(projectRoot).map((file) => path.posix.normalize(file));
  const usual = sourceNames.flatMap((name) => extensions.map((one) => `${name}.${one}`));
  return [...named, ...usual].filter((file) => known.has(file));
}

function namedInPackage(projectRoot: string): readonly string[] {
  try {
    const text = readFileSync(path.join(projectRoot, "package.json"), "utf8");
    const { main, module, exports, bin } = JSON.parse(text) as Record<string, unknown>;
    return textsIn([main, module, exports, bin]);
  } catch {
    return [];
  }
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

const passingOn = /\bexport\s*(?:\*|\{[^}]*\})[^"';]*["'](?<from>\.[^"'\n]*)["']/gu;

function passedOnBy(file: string, known: ReadonlySet<string>, projectRoot: string): string[] {
  let text: string;
  try {
    text = readFileSync(path.join(projectRoot, file), "utf8");
  } catch {
    return [];
  }
  return [...text.matchAll(passingOn)].flatMap(({ groups }) => {
    const plain = path.posix.join(path.posix.dirname(file), groups?.["from"] ?? "");
    const stem = plain.replace(/\.[cm]?js$/u, "");
    const places = [
      plain,
      ...extensions.map((one) => `${stem}.${one}`),
      ...extensions.map((one) => `${stem}/index.${one}`),
    ];
    const found = places.find((place) => known.has(place));
    return found === undefined ? [] : [found];
  });
}
