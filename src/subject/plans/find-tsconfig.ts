import path from "node:path";
import ts from "typescript6";

/** How the project of a file is compiled, and the files that say so. */
export interface CompilerSettings {
  readonly options: ts.CompilerOptions;
  /** Declaration files of the project that are in force everywhere. */
  readonly ambient: readonly string[];
  /** Every source file that the configuration names. */
  readonly files: readonly string[];
  /** The tsconfig.json and what it extends; none where there is none. */
  readonly configFiles: readonly string[];
}

/** Reads the nearest tsconfig.json of a file; without one, the settings that most projects use. */
export function settingsFor(file: string): CompilerSettings {
  const found = ts.findConfigFile(path.dirname(file), ts.sys.fileExists);
  const parsed = found === undefined ? undefined : parseFor(found, file);
  if (parsed === undefined) {
    const options = adjust({ module: ts.ModuleKind.NodeNext, target: ts.ScriptTarget.ES2023 });
    return { options, ambient: [], files: [], configFiles: found === undefined ? [] : [found] };
  }
  return {
    options: adjust(parsed.options),
    ambient: parsed.fileNames.filter((name) => /\.d\.[cm]?ts$/.test(name)),
    files: parsed.fileNames,
    configFiles: configFilesOf(parsed),
  };
}

// --- inside ---

/** A solution names no files itself, and may lead to other solutions only so far. */
const referenceDepthMax = 3;

function parseFor(config: string, file: string, depth = 0): ts.ParsedCommandLine | undefined {
  const source = ts.readJsonConfigFile(config, ts.sys.readFile);
  const directory = path.dirname(config);
  const parsed = ts.parseJsonSourceFileConfigFileContent(source, ts.sys, directory, {}, config);
  const isSolution = parsed.fileNames.length === 0 && parsed.projectReferences !== undefined;
  if (!isSolution || depth >= referenceDepthMax) return parsed;
  for (const reference of parsed.projectReferences ?? []) {
    const target = ts.resolveProjectReferencePath(reference);
    const inner = ts.sys.fileExists(target) ? parseFor(target, file, depth + 1) : undefined;
    if (inner?.fileNames.includes(file.replaceAll("\\", "/")) === true) return inner;
  }
  return parsed;
}

/**
 * What values a type has must not depend on how strict the user's checks are: without null checks
 * the checker forgets every `| null` that was written.
 */
function adjust(options: ts.CompilerOptions): ts.CompilerOptions {
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

function configFilesOf(parsed: ts.ParsedCommandLine): string[] {
  const source = parsed.options["configFile"] as ts.TsConfigSourceFile | undefined;
  if (source === undefined) return [];
  return [source.fileName, ...(source.extendedSourceFiles ?? [])];
}
