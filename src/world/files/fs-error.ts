import { getSystemErrorMap } from "node:util";

/** The call that an error is about, as Node words it: `open 'a'`, `rename 'a' -> 'b'`. */
export interface CallSite {
  readonly syscall: string;
  readonly path?: string | undefined;
  readonly dest?: string | undefined;
}

/** An error that cannot be told from the one Node makes for the same failure. */
export function fsError(code: string, at: CallSite): NodeJS.ErrnoException {
  const known = errors.get(code) ?? { errno: -5, text: "i/o error" };
  const path = at.path === undefined ? "" : ` '${at.path}'`;
  const dest = at.dest === undefined ? "" : ` -> '${at.dest}'`;
  const error = new Error(`${code}: ${known.text}, ${at.syscall}${path}${dest}`);
  const parts: Record<string, unknown> = { errno: known.errno, code, syscall: at.syscall };
  if (at.path !== undefined) parts["path"] = at.path;
  if (at.dest !== undefined) parts["dest"] = at.dest;
  return Object.assign(error, parts);
}

// --- inside ---

const errors = new Map<string, { readonly errno: number; readonly text: string }>();
for (const [errno, [code, text]] of getSystemErrorMap()) errors.set(code, { errno, text });
