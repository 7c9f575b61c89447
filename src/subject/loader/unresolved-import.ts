import { statSync } from "node:fs";
import { parseSync } from "oxc-parser";
import { LoadError } from "./load-error.ts";
import { importNotFound, packageName } from "./native-errors.ts";
import type { ModulePlan } from "./plan.ts";
import { isPathSpecifier, nearestSpecifiers, pathOf } from "./resolve.ts";
import { languageOf } from "./strip.ts";

/**
 * The error for an import that leads nowhere: names the importer's line, the specifier, and files
 * with a like name.
 */
export function unresolvedImport(parts: {
  readonly plan: ModulePlan;
  readonly specifier: string;
  readonly detail: string;
}): LoadError {
  const { plan, specifier, detail } = parts;
  return new LoadError({
    code: "UNRESOLVED_IMPORT",
    what: `cannot find \`${specifier}\`${reason(detail)}`,
    file: plan.file,
    at: { source: plan.source, offset: importOffset(plan, specifier) },
    help: advice(specifier, plan.file),
    cause: importNotFound(specifier, plan.file),
  });
}

// --- inside ---

function reason(detail: string): string {
  return detail.startsWith("Cannot find module") ? "" : `: ${detail}`;
}

function advice(specifier: string, importer: string): string {
  if (isPathSpecifier(specifier) && isDirectory(pathOf(specifier, importer))) {
    return "it is a directory without an index file; name a file in it";
  }
  const nearest = nearestSpecifiers(specifier, importer);
  if (nearest.length > 0)
    return `did you mean ${nearest.map((name) => `\`${name}\``).join(" or ")}?`;
  return isPathSpecifier(specifier)
    ? "correct the path, or create the file"
    : `install it: npm install ${packageName(specifier)}`;
}

function isDirectory(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** Asked of the user's own text, because what we analyse has its types taken out. */
function importOffset(plan: ModulePlan, specifier: string): number {
  const { module } = parseSync(plan.file, plan.source, { lang: languageOf(plan.file) ?? "js" });
  const requests = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest),
    ...module.staticExports.flatMap(({ entries }) => entries.map((entry) => entry.moduleRequest)),
  ];
  return requests.find((request) => request?.value === specifier)?.start ?? 0;
}
