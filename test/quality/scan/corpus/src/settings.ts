import { readFile } from "node:fs/promises";

export type Environment = Record<string, string | undefined>;

/** The port that a configuration in JSON names. */
export function readPort(text: string): number {
  const config = JSON.parse(text);
  return Number(config.server.port);
}

/** A whole number of the environment. */
export function envNumber(env: Environment, name: string, fallback: number): number {
  return (env[name] as unknown as number) ?? fallback;
}

/** A switch of the environment. */
export function envFlag(env: Environment, name: string): boolean {
  const value = Object.hasOwn(env, name) ? env[name] : undefined;
  return value === "1" || value?.toLowerCase() === "true";
}

/** What must be there. */
export function requireEnv(env: Environment, name: string): string {
  const value = Object.hasOwn(env, name) ? env[name] : undefined;
  if (value === undefined || value === "") throw new Error(`${name} is not set`);
  return value;
}

/** A list of names in JSON. */
export function readNames(text: string): string[] {
  const parsed: unknown = JSON.parse(text);
  if (!Array.isArray(parsed)) throw new TypeError("the names are no list");
  return parsed.filter((name): name is string => typeof name === "string");
}

/** The size of a file of settings, in characters. */
export async function settingsSize(file: string): Promise<number> {
  const text = await readFile(file, "utf8");
  return text.length;
}

/** Options with what is missing filled in. */
export interface ServerOptions {
  host: string;
  port: number;
  tls?: { cert: string };
}

export function withDefaults(options: Partial<ServerOptions>): ServerOptions {
  return { host: "localhost", port: 8080, ...stripped(options) };
}

function stripped(options: Partial<ServerOptions>): Partial<ServerOptions> {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}
