import { readFile } from "node:fs/promises";
import path from "node:path";
import { GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import { isTooDeep } from "../../kernel/failure/too-deep.ts";
import { reportName, type StoredRun, textName } from "../../store/runs/index.ts";

/** What a run has said, as it was kept. */
export interface StoredReport {
  /** The document byte for byte. */
  readonly json: string;
  readonly document: Readonly<Record<string, unknown>>;
  /** The same for people. */
  readonly text: string;
}

/** Reads what a run has said. It is read anew each time, so an edit is always seen. */
export async function readReport({ folder }: StoredRun): Promise<StoredReport> {
  const file = path.join(folder, reportName);
  try {
    const json = await readFile(file, "utf8");
    if (isTooDeep(json)) throw new TypeError("it is nested too deeply");
    const document: unknown = JSON.parse(json);
    if (!isRecord(document) || document["tool"] !== "gauntlet") {
      throw new TypeError("it is not a document of Gauntlet");
    }
    return { json, document, text: await readFile(path.join(folder, textName), "utf8") };
  } catch (thrown) {
    throw new GauntletError({
      code: "R006",
      what: "the report of the run cannot be read",
      where: file,
      note: thrown instanceof Error ? thrown.message : String(thrown),
      help: "remove the folder of that run, or name another run",
    });
  }
}

// --- inside ---

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
