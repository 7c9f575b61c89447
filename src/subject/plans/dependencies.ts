import { existsSync } from "node:fs";
import path from "node:path";
import type { ProjectProgram } from "./project-program.ts";

/**
 * Every file on which the analysis of these files depends: what they import, however far, the
 * compiler's settings, and for each package its package.json, which has its version.
 */
export function dependenciesOf(files: readonly string[], project: ProjectProgram): string[] {
  const { projectRoot, settings, imports, missing } = project;
  const found = new Set<string>([path.join(projectRoot, "package.json")]);
  if (settings.configFiles.length === 0) found.add(path.join(projectRoot, "tsconfig.json"));
  for (const config of settings.configFiles) found.add(config);
  for (const types of globalTypes(project)) found.add(types);
  const pending = [...files, ...settings.ambient];
  const seen = new Set<string>(pending);
  for (let file = pending.pop(); file !== undefined; file = pending.pop()) {
    found.add(manifestOf(file) ?? file);
    for (const place of missing.get(file) ?? []) found.add(place);
    for (const next of imports.get(file) ?? []) {
      if (seen.has(next)) continue;
      seen.add(next);
      pending.push(next);
    }
  }
  return [...found];
}

// --- inside ---

/** Packages whose types are in force without being imported. */
function globalTypes({ program }: ProjectProgram): string[] {
  const files = program.getSourceFiles().map(({ fileName }) => fileName);
  const types = files.filter((name) => name.includes("/node_modules/@types/"));
  return [...new Set(types.flatMap((name) => manifestOf(name) ?? []))];
}

/** The package.json of the package that a file belongs to; undefined for files of the project. */
function manifestOf(file: string): string | undefined {
  const at = file.lastIndexOf("/node_modules/");
  if (at === -1) return undefined;
  const [first = "", second = ""] = file.slice(at + "/node_modules/".length).split("/");
  const name = first.startsWith("@") ? `${first}/${second}` : first;
  const manifest = `${file.slice(0, at)}/node_modules/${name}/package.json`;
  return existsSync(manifest) ? manifest : undefined;
}
