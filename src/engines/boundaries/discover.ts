import { readFileSync } from "node:fs";
import path from "node:path";
import type { FoundSurface } from "../../subject/found-seams/index.ts";
import { ProjectSource } from "../../subject/source/project-source.ts";
import type { SourceModule } from "../../subject/source/source-module.ts";
import { unownedSurfaces } from "./registry-rules.ts";
import type { Registry } from "./registry.ts";

/** A boundary that was found in the code, as an entry to start from. */
export interface DiscoveredBoundary {
  readonly id: string;
  readonly kind: string;
  readonly file: string;
  /** Why it is taken for one: `src/a.ts:3 fetch`. */
  readonly because: string;
  readonly legalTests: readonly string[];
  readonly invalidTests: readonly string[];
}

/** Finds where data comes in outside of every boundary, one entry for each file. */
export function discoverBoundaries(registry: Registry): readonly DiscoveredBoundary[] {
  const tests = hostileTests(registry);
  const ids = new Set(registry.boundaries.map(({ id }) => id));
  const first = new Map<string, FoundSurface>();
  for (const found of unownedSurfaces(registry)) {
    if (!first.has(found.file)) first.set(found.file, found);
  }
  return [...first.values()].map(({ file, line, kind, what }) => {
    const id = freeId(file, ids);
    ids.add(id);
    const own = tests.filter(({ imports }) => imports.has(file));
    return {
      id,
      // What a test plays to it says more than what it calls.
      kind: own[0]?.kind ?? kind,
      file,
      because: `${file}:${line} ${what}`,
      legalTests: own.filter(({ isLegal }) => isLegal).map((test) => test.file),
      invalidTests: own.filter(({ isInvalid }) => isInvalid).map((test) => test.file),
    };
  });
}

/** Entries as they are written into gauntlet.toml; what only a person knows is left open. */
export function entriesText(found: readonly DiscoveredBoundary[]): string {
  return found.map(entryText).join("\n");
}

/** An entry to fill in, where nothing is to be looked for. */
export const emptyEntryText: string = [
  "#[[boundaries]]",
  '#id = "events-client"',
  '#kind = "sse"',
  '#owner = ""',
  '#files = ["src/events/**"]',
  '#legal_contract = ""',
  '#invalid_contract = ""',
  '#legal_tests = ["test/events.test.ts"]',
  '#invalid_tests = ["test/events.test.ts"]',
  '#layers = ["structured"]',
  '#classes = ["unbounded invalid", "unbounded valid"]',
  "",
].join("\n");

// --- inside ---

interface HostileTest {
  readonly file: string;
  /** What it plays: `sse` of `hostile.sse(…)`. */
  readonly kind: string | undefined;
  readonly imports: ReadonlySet<string>;
  readonly isLegal: boolean;
  readonly isInvalid: boolean;
}

/** Tests that play a hostile upstream, with the files of the project that they import. */
function hostileTests({ files, root }: Registry): readonly HostileTest[] {
  const source = new ProjectSource(root);
  return files
    .matching(["**/*.{test,spec}.{ts,tsx,mts,js,mjs}", "**/__tests__/**"])
    .flatMap((file) => {
      const text = readFileSync(path.join(root, file), "utf8");
      if (!/\bgauntlet\/hostile\b|\bhostile\.\w+\(/u.test(text)) return [];
      const isInvalid = /\btier:\s*["'](?:invalid|both)["']/u.test(text);
      const checks = text.match(/\bhostile\.\w+\(/gu)?.length ?? 0;
      const onlyInvalid = text.match(/\btier:\s*["']invalid["']/gu)?.length ?? 0;
      const imports = importedBy(source.module(file), source);
      const [, kind] = /\bhostile\.(\w+)\(/u.exec(text) ?? [];
      return [{ file, kind, imports, isLegal: checks > onlyInvalid, isInvalid }];
    });
}

function importedBy(module: SourceModule | undefined, source: ProjectSource): ReadonlySet<string> {
  const imports = new Set<string>();
  if (module === undefined) return imports;
  for (const local of module.locals.values()) {
    if (local.kind !== "import") continue;
    const found = source.imported(local.specifier, module);
    if (found !== undefined) imports.add(found.shown);
  }
  return imports;
}

/** Files that say nothing by their own name are called by their folder. */
function freeId(file: string, taken: ReadonlySet<string>): string {
  const parts = file.replace(/\.\w+$/u, "").split("/");
  const own = parts.at(-1) === "index" ? parts.slice(0, -1) : parts;
  for (let count = 1; count <= own.length; count += 1) {
    const id = kebab(own.slice(-count).join("-"));
    if (id !== "" && !taken.has(id)) return id;
  }
  const base = kebab(own.join("-"));
  let at = 2;
  while (taken.has(`${base}-${at}`)) at += 1;
  return `${base}-${at}`;
}

function kebab(text: string): string {
  return text
    .replaceAll(/(?<=[a-z0-9])(?=[A-Z])/gu, "-")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/gu, "-")
    .replaceAll(/^-|-$/gu, "");
}

function entryText({ id, kind, file, because, ...tests }: DiscoveredBoundary): string {
  return [
    `# ${because}`,
    "[[boundaries]]",
    `id = ${JSON.stringify(id)}`,
    `kind = ${JSON.stringify(kind)}`,
    `files = [${JSON.stringify(file)}]`,
    `legal_tests = ${JSON.stringify(tests.legalTests)}`,
    `invalid_tests = ${JSON.stringify(tests.invalidTests)}`,
    "",
  ].join("\n");
}
