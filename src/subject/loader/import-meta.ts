import { existsSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { importNotFound } from "./native-errors.ts";
import type { ModulePlan } from "./plan.ts";
import { isPathSpecifier, pathOf, type Resolve } from "./resolve.ts";

/** Makes the `import.meta` of a module, with the fields of the newest Node. */
export function createMeta(plan: ModulePlan, resolve: Resolve): object {
  return Object.assign(Object.create(null) as object, {
    dirname: path.dirname(plan.file),
    filename: plan.file,
    main: false,
    resolve: (specifier: unknown) => resolveUrl(plan, String(specifier), resolve),
    url: plan.url,
  });
}

// --- inside ---

function resolveUrl(plan: ModulePlan, specifier: string, resolve: Resolve): string {
  if (isPathSpecifier(specifier)) {
    const plain = new URL(specifier, plan.url).href;
    // Natively a path need not exist; only where it does not do we try what TypeScript means by
    // `.js`.
    if (existsSync(pathOf(specifier, plan.file))) return plain;
    const found = resolve({ specifier, importer: plan.file, how: "import" });
    return found.kind === "file" ? pathToFileURL(found.path).href + found.suffix : plain;
  }
  const found = resolve({ specifier, importer: plan.file, how: "import" });
  switch (found.kind) {
    case "file":
      return pathToFileURL(found.path).href + found.suffix;
    case "native":
      return found.url;
    case "given":
      return specifier;
    case "missing":
      throw importNotFound(specifier, plan.file);
  }
}
