import ts from "typescript6";
import type { Drafting } from "./draft-call.ts";
import { targetsOf } from "./draft-target.ts";
import type { FileTargets } from "./file-targets.ts";
import { createGuardFinder } from "./find-guards.ts";
import { findCallables } from "./find-targets.ts";
import { settingsFor } from "./find-tsconfig.ts";
import type { CompilerSettings } from "./find-tsconfig.ts";
import type { ProjectProgram } from "./project-program.ts";
import { createProjectProgram, moduleName } from "./project-program.ts";
import { typedFileOf } from "./runtime-file.ts";

/** Which files to analyse; all paths are absolute. */
export interface FilesRequest {
  readonly projectRoot: string;
  readonly files: readonly string[];
  readonly includePrivate: boolean;
}

/** Analyses files with the type checker, one program for all that share a tsconfig.json. */
export function analyseFiles(request: FilesRequest): FileTargets[] {
  const groups = new Map<string, { settings: CompilerSettings; files: string[] }>();
  for (const file of request.files) {
    const settings = settingsFor(file);
    const key = settings.configFiles[0] ?? "";
    const group = groups.get(key) ?? { settings, files: [] };
    groups.set(key, group);
    group.files.push(file);
  }
  return [...groups.values()].flatMap(({ settings, files }) => {
    const typed = new Map(files.map((file) => [file, typedFileOf(file)]));
    const { projectRoot } = request;
    const roots = [...new Set([...typed.values(), ...files])];
    const project = createProjectProgram({ projectRoot, settings, roots, callers: [] });
    return files.map((file) => analyseFile(file, typed.get(file) ?? file, { project, request }));
  });
}

// --- inside ---

interface Group {
  readonly project: ProjectProgram;
  readonly request: FilesRequest;
}

function analyseFile(file: string, typed: string, { project, request }: Group): FileTargets {
  const module = moduleName(project.projectRoot, file);
  const source = project.program.getSourceFile(typed);
  if (source === undefined) return { module, targets: [], problem: "the file cannot be read" };
  const symbol = project.checker.getSymbolAtLocation(source);
  if (symbol === undefined) return { module, targets: [], problem: whyNothing(source, project) };
  const drafting: Drafting = {
    project,
    module,
    schemas: new Map(),
    guards: createGuardFinder(project),
    examplesOf: () => [],
    codeOf: () => undefined,
    includePrivate: request.includePrivate,
  };
  const callables = findCallables(symbol, project.checker, request.includePrivate);
  const targets = callables.flatMap((callable) => targetsOf(callable, drafting));
  return {
    module,
    targets,
    ...(targets.length === 0 ? { problem: whyNothing(source, project) } : {}),
  };
}

function whyNothing(source: ts.SourceFile, { program }: ProjectProgram): string {
  const [error] = program.getSyntacticDiagnostics(source);
  if (error === undefined) return "it exports nothing that can be called";
  const { line } = source.getLineAndCharacterOfPosition(error.start);
  const text = ts.flattenDiagnosticMessageText(error.messageText, " ");
  return `it cannot be parsed: line ${String(line + 1)}: ${text}`;
}
