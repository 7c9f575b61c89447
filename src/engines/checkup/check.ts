import type { PackageManager } from "../../subject/installer.ts";

/** One thing that was looked at. */
export interface Check {
  /** A short noun, the same in every version: `Node`, `fast-check`, `.gauntlet`. */
  readonly name: string;
  /** `blocked` is in the way of running; `note` is not, but worth a line. */
  readonly state: "fine" | "note" | "blocked";
  /** What is here, or what is wrong. */
  readonly says: string;
  /** The line that mends it: a command, or a line of a file. */
  readonly help?: string | undefined;
}

/** All that was looked at, and what to do next. */
export interface Checkup {
  readonly checks: readonly Check[];
  readonly next: readonly string[];
}

/** What the checks look at. */
export interface CheckedProject {
  readonly root: string;
  readonly cwd: string;
  /** The config file that the user named. */
  readonly config?: string | undefined;
  readonly manager: PackageManager;
  /** Undefined where there is none that can be read. */
  readonly manifest: Readonly<Record<string, unknown>> | undefined;
  /** What Gauntlet itself needs. */
  readonly needs: OwnNeeds;
  readonly nodeVersion: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** What package.json of Gauntlet asks for. */
export interface OwnNeeds {
  readonly node: string;
  readonly peers: Readonly<Record<string, string>>;
}

/** A table of names and texts in a manifest, such as `devDependencies`. */
export function textsOf(value: unknown): Readonly<Record<string, string>> {
  if (typeof value !== "object" || value === null) return {};
  const isText = (entry: [string, unknown]): entry is [string, string] =>
    typeof entry[1] === "string";
  return Object.fromEntries(Object.entries(value).filter(isText));
}

/** Every package that a manifest asks for, with its range. */
export function dependenciesOf(
  manifest: CheckedProject["manifest"],
): Readonly<Record<string, string>> {
  return { ...textsOf(manifest?.["dependencies"]), ...textsOf(manifest?.["devDependencies"]) };
}

/** What was thrown, as one line, and the help that it carries. */
export function problemOf(thrown: unknown): { readonly says: string; readonly help?: string } {
  const { what, where, help, message } = Object(thrown) as Record<string, unknown>;
  const text = typeof what === "string" ? what : typeof message === "string" ? message : "unknown";
  const place = typeof where === "string" ? `${where}: ` : "";
  const says = `${place}${text.split("\n")[0] ?? ""}`;
  return typeof help === "string" ? { says, help } : { says };
}
