import path from "node:path";
import type TS from "typescript6";
import { ts } from "./compiler.ts";

/** How the project of a file is compiled, and the files that say so. */
export interface CompilerSettings {
  readonly options: TS.CompilerOptions;
  /** Declaration files of the project that are in force everywhere. */
  readonly ambient: readonly string[];
  /** The tsconfig.json and what it extends; none where there is none. */
  readonly configFiles: readonly string[];
}

/** Gives the settings of the nearest tsconfig.json of a file, reading each once. */
export type FindSettings = (file: string) => CompilerSettings;

/** Makes the finder; without a tsconfig.json the settings are those that most projects use. */
export function createFindSettings(): FindSettings {
  const known = new Map<string, TS.ParsedCommandLine>();
  const settled = new Map<TS.ParsedCommandLine | undefined, CompilerSettings>();
  return (file) => {
    const found = ts.findConfigFile(path.dirname(file), ts.sys.fileExists);
    const parsed = found === undefined ? undefined : parseFor(found, file, known);
    const settings = settled.get(parsed) ?? settingsOf(parsed);
    settled.set(parsed, settings);
    return settings;
  };
}

// --- inside ---

/** A solution names no files itself, and may lead to other solutions only so far. */
const referenceDepthMax = 3;

function parseFor(
  config: string,
  file: string,
  known: Map<string, TS.ParsedCommandLine>,
  depth = 0,
): TS.ParsedCommandLine {
  const parsed = known.get(config) ?? parseConfig(config);
  known.set(config, parsed);
  const isSolution = parsed.fileNames.length === 0 && parsed.projectReferences !== undefined;
  if (!isSolution || depth >= referenceDepthMax) return parsed;
  for (const reference of parsed.projectReferences ?? []) {
    const target = ts.resolveProjectReferencePath(reference);
    if (!ts.sys.fileExists(target)) continue;
    const inner = parseFor(target, file, known, depth + 1);
    if (inner.fileNames.includes(file.replaceAll("\\", "/"))) return inner;
  }
  return parsed;
}

function parseConfig(config: string): TS.ParsedCommandLine {
  const source = ts.readJsonConfigFile(config, ts.sys.readFile);
  const directory = path.dirname(config);
  return ts.parseJsonSourceFileConfigFileContent(source, ts.sys, directory, {}, config);
}

function settingsOf(parsed: TS.ParsedCommandLine | undefined): CompilerSettings {
  if (parsed === undefined) {
    const options = adjust({ module: ts.ModuleKind.NodeNext, target: ts.ScriptTarget.ES2023 });
    return { options, ambient: [], configFiles: [] };
  }
  return {
    options: adjust(parsed.options),
    ambient: parsed.fileNames.filter((name) => /\.d\.[cm]?ts$/.test(name)),
    configFiles: configFilesOf(parsed),
  };
}

/**
 * What values a type has must not depend on how strict the user's checks are: without null checks
 * the checker forgets every `| null` that was written.
 */
function adjust(options: TS.CompilerOptions): TS.CompilerOptions {
  return {
    ...options,
    strict: true,
    strictNullChecks: true,
    exactOptionalPropertyTypes: true,
    allowJs: true,
    checkJs: false,
    noEmit: true,
    skipLibCheck: true,
    composite: false,
    incremental: false,
    declaration: false,
    // Before TypeScript 6 a project without the key had all of them.
    types: options.types ?? ["*"],
  };
}

function configFilesOf(parsed: TS.ParsedCommandLine): string[] {
  const source = parsed.options["configFile"] as TS.TsConfigSourceFile | undefined;
  if (source === undefined) return [];
  return [source.fileName, ...(source.extendedSourceFiles ?? [])];
}
