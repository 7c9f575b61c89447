import { parseSync } from "oxc-parser";
import { isEsm, type Target } from "./plan.ts";

/**
 * Whether a name that is asked of a TypeScript file is a type there. In
 * `export { Options } from "./options.ts"` nothing says so; compilers and bundlers, which see both
 * files, leave the name out.
 */
export function isTypeExport(target: Target | undefined, name: string): boolean {
  if (target?.kind !== "module" || !/\.[cm]?tsx?$/.test(target.plan.file)) return false;
  const { plan } = target;
  // What it passes on itself was judged with its own names.
  if (isEsm(plan) && plan.analysis.indirect.some((entry) => entry.name === name)) return true;
  const { module } = parseSync(plan.file, plan.source);
  return module.staticExports
    .flatMap(({ entries }) => entries)
    .some(({ exportName, isType }) => isType && exportName.name === name);
}
