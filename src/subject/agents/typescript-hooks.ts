import { readFileSync } from "node:fs";
import type { LoadHook, ResolveHook } from "node:module";
import { fileURLToPath } from "node:url";
import { transformSync } from "oxc-transform";

// Lets a process of Node 20 import the TypeScript of an agent. Node calls these in the thread of
// its loader; newer versions call the two below in the thread of the agent, which is quicker.

/** Finds `./a.ts` where `./a` or `./a.js` is written. */
export const resolve: ResolveHook = async (specifier, context, next) => {
  try {
    return await next(specifier, context);
  } catch (error) {
    for (const candidate of candidatesOf(specifier)) {
      try {
        return await next(candidate, context);
      } catch {
        // The next one may be there.
      }
    }
    throw error;
  }
};

/** Takes the types out of a module. */
export const load: LoadHook = async (url, context, next) =>
  stripped(url) ?? (await next(url, context));

/** The same for Node that calls hooks at once. */
export const hooks: { readonly resolve: HookAtOnce; readonly load: HookAtOnce } = {
  resolve: (specifier, context, next) => {
    try {
      return next(specifier, context);
    } catch (error) {
      for (const candidate of candidatesOf(specifier)) {
        try {
          return next(candidate, context);
        } catch {
          // The next one may be there.
        }
      }
      throw error;
    }
  },
  load: (url, context, next) => stripped(url) ?? next(url, context),
};

// --- inside ---

/** What `registerHooks` takes, which the types of Node 20 do not know. */
type HookAtOnce = (
  name: string,
  context: unknown,
  next: (name: string, context: unknown) => unknown,
) => unknown;

function candidatesOf(specifier: string): readonly string[] {
  if (!/^(?:\.{1,2}\/|\/|file:)/u.test(specifier)) return [];
  const bare = specifier.replace(/\.[cm]?jsx?$/u, "");
  return [`${bare}.ts`, `${bare}.tsx`, `${bare}.mts`, `${specifier}/index.ts`];
}

function stripped(
  url: string,
): { format: "module"; source: string; shortCircuit: true } | undefined {
  if (!/^file:.*\.m?tsx?(?:\?|$)/u.test(url)) return undefined;
  const file = fileURLToPath(url);
  const { code, errors } = transformSync(file, readFileSync(file, "utf8"), { sourcemap: false });
  const [error] = errors;
  if (error !== undefined) throw new SyntaxError(`${file}: ${error.message}`);
  return { format: "module", source: code, shortCircuit: true };
}
