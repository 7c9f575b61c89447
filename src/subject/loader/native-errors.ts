import { isPathSpecifier, pathOf } from "./resolve.ts";

/**
 * What Node throws when `import` cannot find a module; programs look at the code to load optional
 * packages.
 */
export function importNotFound(specifier: string, importer: string): Error {
  const what = isPathSpecifier(specifier)
    ? `module '${pathOf(specifier, importer)}'`
    : `package '${packageName(specifier)}'`;
  const error = new Error(`Cannot find ${what} imported from ${importer}`);
  return Object.assign(error, { code: "ERR_MODULE_NOT_FOUND" });
}

/** What Node throws when `require` cannot find a module. */
export function requireNotFound(specifier: string, requireStack: readonly string[]): Error {
  const trail = requireStack.length === 0 ? "" : `\nRequire stack:\n- ${requireStack.join("\n- ")}`;
  const error = new Error(`Cannot find module '${specifier}'${trail}`);
  return Object.assign(error, { code: "MODULE_NOT_FOUND", requireStack });
}

/**
 * What Node throws when JSON is imported without `with { type: "json" }`, or something else with
 * it.
 */
export function wrongImportType(
  target: { readonly url: string; readonly isJson: boolean },
  type: string | undefined,
): TypeError | undefined {
  if (target.isJson && type === undefined) {
    const message = `Module "${target.url}" needs an import attribute of "type: json"`;
    return Object.assign(new TypeError(message), { code: "ERR_IMPORT_ATTRIBUTE_MISSING" });
  }
  if (type === undefined || (type === "json" && target.isJson)) return undefined;
  if (type !== "json") {
    const message = `Import attribute "type" with value "${type}" is not supported`;
    return Object.assign(new TypeError(message), { code: "ERR_IMPORT_ATTRIBUTE_UNSUPPORTED" });
  }
  const message = `Module "${target.url}" is not of type "json"`;
  return Object.assign(new TypeError(message), { code: "ERR_IMPORT_ATTRIBUTE_TYPE_INCOMPATIBLE" });
}

/** What Node throws when `require` reaches an ES module that is being evaluated. */
export function requireCycle(file: string, parent: string): Error {
  const message =
    `Cannot require() ES Module ${file} in a cycle. (from ${parent}) ` +
    `A cycle involving require(esm) is not allowed to maintain invariants mandated by ` +
    `the ECMAScript specification. ` +
    `Try making at least part of the dependency in the graph lazily loaded.`;
  return Object.assign(new Error(message), { code: "ERR_REQUIRE_CYCLE_MODULE" });
}

/** What Node throws when `require` reaches a module with top-level await. */
export function requireAsync(file: string, parent: string): Error {
  const message =
    `require() cannot be used on an ESM graph with top-level await. Use import() instead. ` +
    `To see where the top-level await comes from, use --experimental-print-required-tla.\n` +
    `  From ${parent} \n  Requiring ${file} `;
  return Object.assign(new Error(message), { code: "ERR_REQUIRE_ASYNC_MODULE" });
}

/** The package a bare specifier is about. */
export function packageName(specifier: string): string {
  return specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/");
}
