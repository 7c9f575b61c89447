import fs from "node:fs";
import util from "node:util";
import { callerStack } from "../caller-stack.ts";
import { real } from "../real.ts";
import { replaceFunction, replaceValue } from "../stand-in.ts";
import { fixedEnvironment, runExecPath } from "./machine-facts.ts";

/** A variable that the code asked for, that the host has and that a run has not. */
export interface MissingVariable {
  readonly name: string;
  /** Who asked for it first. */
  readonly stack: string;
}

/**
 * Puts a small fixed environment in the place of the host's. It is the real one of the process that
 * is changed, because Node and the C library read that as well: `os.homedir`, the time zone.
 */
export function installEnvironment(): void {
  host = definedOf(theEnvironment);
  const watched = new Proxy(theEnvironment, {
    get: readVariable,
    set: (env, key, value) => touch() && Reflect.set(env, key, value),
    defineProperty: (env, key, property) => touch() && Reflect.defineProperty(env, key, property),
    deleteProperty: (env, key) => touch() && Reflect.deleteProperty(env, key),
  });
  replaceValue(process, "env", watched);
  installEnvFile();
  useEnvironment({});
}

/**
 * Gives the code these variables besides the fixed ones, and none else; and real programs theirs,
 * besides the host's own.
 */
export function useEnvironment(
  variables: Readonly<Record<string, string>>,
  ofPrograms: Readonly<Record<string, string>> = variables,
): void {
  if (host === undefined) return;
  given = ofPrograms;
  putAs({ ...fixedEnvironment, ...variables });
  settleEnvironment();
  missing.clear();
}

/** Takes what there is now for what each run starts with. */
export function settleEnvironment(): void {
  settled = definedOf(theEnvironment);
  isTouched = false;
}

/** Puts back what a run has changed; gives the names. */
export function putBackEnvironment(): readonly string[] {
  if (!isTouched) return noNames;
  isTouched = false;
  return putAs(settled);
}

/** The environment of a real program: the host's own, with what the configuration gives. */
export function hostEnvironment(): Readonly<Record<string, string>> {
  return host === undefined ? definedOf(theEnvironment) : { ...host, ...given };
}

/**
 * The environment in which a real program finds itself that is started with this one: where it
 * would be told what is fixed for runs, such as the `PATH`, it is told what the host says.
 */
export function onHost(env: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const around = host;
  if (around === undefined) return env;
  const pairs = Object.entries(env).map(([name, value]): [string, string] => {
    const isFixed = value === fixedEnvironment[name];
    return [name, isFixed ? (around[name] ?? value) : value];
  });
  return Object.fromEntries(pairs);
}

/** The real program behind a name: what runs take for Node is not where Node is. */
export function hostProgram(command: string): string {
  return host !== undefined && command === runExecPath ? real.execPath : command;
}

/** The host's variables that change how Node itself works: `NODE_OPTIONS`. */
export function nodeOptions(): string {
  return (host ?? theEnvironment)["NODE_OPTIONS"] ?? "";
}

/** The variables that the code asked for in vain. */
export function missingVariables(): readonly MissingVariable[] {
  return [...missing].map(([name, stack]) => ({ name, stack }));
}

// --- inside ---

/** The object of Node, which keeps the environment of the process. */
const theEnvironment: NodeJS.ProcessEnv = process.env;

const noNames: readonly string[] = [];

/** The environment in which the process was started; undefined where it was left as it is. */
let host: Readonly<Record<string, string>> | undefined;
/** What the configuration gives real programs. */
let given: Readonly<Record<string, string>> = {};
let settled: Readonly<Record<string, string>> = {};
let isTouched = false;
const missing = new Map<string, string>();

/** So many names are kept; more would not be read. */
const missingMax = 20;

/** What packages ask to know how to print: nothing that the code under test decides by. */
const aboutPrinting =
  /^(?:TERM|TERM_.*|COLORTERM|NO_COLOR|FORCE_COLOR|CLICOLOR.*|CI|SHELL|PWD|DEBUG.*|NODE_.*)$/u;

/** Reads the file of the run's disk; Node would read that of the host. */
function installEnvFile(): void {
  if (typeof process.loadEnvFile !== "function") return;
  replaceFunction(process, "loadEnvFile", (file: string | URL | Buffer = ".env"): void => {
    const parsed = util.parseEnv(fs.readFileSync(file, "utf8"));
    touch();
    for (const [name, value] of Object.entries(parsed)) {
      if (value !== undefined) theEnvironment[name] ??= value;
    }
  });
}

function touch(): true {
  isTouched = true;
  return true;
}

function readVariable(env: NodeJS.ProcessEnv, key: string | symbol): unknown {
  const value: unknown = Reflect.get(env, key);
  if (value !== undefined || typeof key !== "string") return value;
  if (host?.[key] === undefined || missing.has(key) || missing.size >= missingMax) return value;
  if (!aboutPrinting.test(key)) missing.set(key, callerStack(readVariable) ?? "");
  return value;
}

/** Makes the environment exactly this one, also its order; gives the names that differed. */
function putAs(wanted: Readonly<Record<string, string>>): readonly string[] {
  const now = definedOf(theEnvironment);
  const names = Object.keys({ ...wanted, ...now });
  const changed = names.filter((name) => now[name] !== wanted[name]);
  for (const name of Object.keys(now)) delete theEnvironment[name];
  for (const [name, value] of Object.entries(wanted)) theEnvironment[name] = value;
  return changed.map((name) => `process.env.${name}`);
}

function definedOf(env: NodeJS.ProcessEnv): Record<string, string> {
  const pairs = Object.entries(env).filter(([, value]) => value !== undefined);
  return Object.fromEntries(pairs) as Record<string, string>;
}
