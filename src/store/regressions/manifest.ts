import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import { sha256 } from "../../kernel/values/sha256.ts";
import { refuseLinksBelow } from "../../config/files/store-links.ts";
import { definitionText } from "../../subject/seams/definition-text.ts";
import { writeWhole } from "../finding-store.ts";
import { regressionsFolder } from "./regression-code.ts";

/** One saved regression, with digests of everything that it stands for. */
export interface RegressionRecord {
  readonly id: string;
  /** The file that exports the target, relative to the project root. */
  readonly module: string;
  /** The file that defines it. */
  readonly definedIn: string;
  /** `parsePrice`, `Cart.add`. */
  readonly name: string;
  /** The identity of the failure. */
  readonly key: string;
  /** The failure as it was seen: `TypeError: …`. */
  readonly failure: string;
  readonly how: "code" | "trace";
  /** Names of files beside the manifest. */
  readonly files: { readonly test: string; readonly trace: string; readonly subject: string };
  readonly digests: {
    /** Of the source of the target, as it was when the regression was saved or last verified. */
    readonly target: string;
    readonly test: string;
    readonly trace: string;
    readonly subject: string;
  };
  /** The version that saved it. */
  readonly gauntlet: string;
}

/** The manifest of a project, absolute. */
export function manifestFile(projectRoot: string): string {
  return path.join(projectRoot, regressionsFolder, "manifest.json");
}

/** The saved regressions of a project, sorted by id; none where there is no manifest. */
export function readManifest(projectRoot: string): readonly RegressionRecord[] {
  const file = manifestFile(projectRoot);
  if (!existsSync(file)) return [];
  let parsed: unknown;
  try {
    parsed = JSON.parse(readFileSync(file, "utf8"));
  } catch {
    throw damaged("is not JSON");
  }
  if (!isTable(parsed) || parsed["format"] !== format) throw damaged("is not of this format");
  if (parsed["version"] !== 1) throw damaged("is of another version");
  const records: unknown = parsed["regressions"];
  if (!Array.isArray(records)) throw damaged("has no list of regressions");
  return records.map(recordOf);
}

/** Writes the saved regressions of a project, sorted by id. */
export async function writeManifest(
  projectRoot: string,
  records: readonly RegressionRecord[],
): Promise<void> {
  refuseLinksBelow(projectRoot, manifestFile(projectRoot));
  const regressions = records.toSorted((first, second) => (first.id < second.id ? -1 : 1));
  const text = JSON.stringify({ format, version: 1, regressions }, undefined, 2);
  await writeWhole(manifestFile(projectRoot), `${text}\n`);
}

/** The digest of a file beside the manifest, whatever its line ends; nothing where it is gone. */
export function fileDigest(projectRoot: string, name: string): string | undefined {
  try {
    const text = readFileSync(path.join(projectRoot, regressionsFolder, name), "utf8");
    return textDigest(text);
  } catch {
    return undefined;
  }
}

/** The digest of the source of a target; nothing where it is not there any more. */
export function targetDigest(
  projectRoot: string,
  { definedIn, name }: Pick<RegressionRecord, "definedIn" | "name">,
): string | undefined {
  const text = definitionText(path.join(projectRoot, definedIn), name);
  return text === undefined ? undefined : textDigest(text);
}

/** A digest that Git's line ends do not change. */
export function textDigest(text: string): string {
  return sha256(text.replaceAll("\r\n", "\n"));
}

// --- inside ---

const format = "gauntlet-regressions";

function recordOf(record: unknown, index: number): RegressionRecord {
  const wrong = damaged(`has an entry that is not whole: number ${index + 1}`);
  if (!isTable(record)) throw wrong;
  const { files, digests, how } = record;
  const texts = ["id", "module", "definedIn", "name", "key", "failure", "gauntlet"];
  const isWhole =
    hasTexts(record, texts) &&
    (how === "code" || how === "trace") &&
    hasTexts(files, ["test", "trace", "subject"]) &&
    hasTexts(digests, ["target", "test", "trace", "subject"]);
  if (!isWhole) throw wrong;
  // A manifest may come from anyone: it names files beside itself and of the project, no others.
  const names = Object.values(files as Record<string, string>);
  if (names.some((name) => !/^[\w.-]+$/u.test(name))) throw wrong;
  if (path.isAbsolute(String(record["definedIn"]))) throw wrong;
  if (String(record["definedIn"]).split("/").includes("..")) throw wrong;
  return record as unknown as RegressionRecord;
}

function hasTexts(table: unknown, keys: readonly string[]): boolean {
  return isTable(table) && keys.every((key) => typeof table[key] === "string");
}

function isTable(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function damaged(how: string): GauntletError {
  return new GauntletError({
    code: "V001",
    what: `the manifest of the regressions ${how}`,
    where: `${regressionsFolder}/manifest.json`,
    help: "take it back from version control, or delete it and save the findings again",
  });
}
