import { activeWorld } from "./active-world.ts";
import { anyCallerStack } from "./caller-stack.ts";
import { leaveWorld } from "./escapes.ts";
import { imitate } from "./stand-in.ts";

/**
 * Puts a guard around what a package of native code gives: what it does in a run is seen by nobody.
 * To be called when a file was loaded; nearly always it is none of such a package.
 */
export function guardNativePackage(module: { exports: unknown }, filename: string): void {
  const [name = ""] = entries.flatMap((entry) => entry.exec(filename)?.[1] ?? []);
  const known = natives[name];
  if (known === undefined) return;
  const { exports } = module;
  if (typeof exports === "function") module.exports = guarded(exports, { name, ...known });
  else if (typeof exports === "object" && exports !== null) guardAll(exports, { name, ...known });
}

// --- inside ---

interface NativePackage {
  readonly why: string;
  readonly instead: string;
  /** What of it only computes, and does so at once. */
  readonly isPure?: RegExp;
}

const databases = {
  why: "is native code that opens files and reads the clock by itself",
  instead: "pass the database in, and give the test one of `sql.js`, on the disk of the run",
};

const passwords = {
  why: "is native code that computes on a thread of the host",
  isPure: /Sync$|^getRounds$|^needsRehash$/,
};

const natives: Readonly<Record<string, NativePackage>> = {
  "better-sqlite3": databases,
  sqlite3: databases,
  bcrypt: { ...passwords, instead: "use `bcryptjs`, or pass the hash in and give the test a fake" },
  argon2: { ...passwords, instead: "use `crypto.scrypt`, or pass the hash in and give a fake" },
};

/** The file by which each of them is loaded. */
const entries: readonly RegExp[] = [
  /[\\/]node_modules[\\/](better-sqlite3)[\\/]lib[\\/]index\.js$/,
  /[\\/]node_modules[\\/](sqlite3)[\\/]lib[\\/]sqlite3\.js$/,
  /[\\/]node_modules[\\/](bcrypt)[\\/]bcrypt\.js$/,
  /[\\/]node_modules[\\/](argon2)[\\/]argon2\.c?js$/,
];

type Guard = NativePackage & { readonly name: string };

function guardAll(exports: object, guard: Guard): void {
  for (const [key, value] of Object.entries(exports)) {
    if (typeof value !== "function" || guard.isPure?.test(key) === true) continue;
    Reflect.set(exports, key, guarded(value as NewableFunction, guard));
  }
}

function guarded(original: object, { name, why, instead }: Guard): NewableFunction {
  function standIn(this: unknown, ...args: unknown[]): unknown {
    const target: unknown = new.target;
    if (activeWorld !== undefined) {
      leaveWorld({ seam: "native", call: name, why, instead, stack: anyCallerStack(standIn) });
    }
    if (target === undefined) return Reflect.apply(original as never, this, args);
    const made = target === standIn ? original : target;
    return Reflect.construct(original as never, args, made as never);
  }
  return imitate(standIn, original) as unknown as NewableFunction;
}
