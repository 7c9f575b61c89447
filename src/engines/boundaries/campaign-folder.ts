import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { rm } from "node:fs/promises";
import path from "node:path";
import {
  boundariesFolder,
  type JournalLine,
  mendJournal,
  readJournal,
} from "../../store/boundaries/index.ts";
import { writeWhole } from "../../store/write-whole.ts";

/** What is kept of a campaign besides its journal. */
export interface CampaignState {
  readonly seed: string;
  readonly isDone: boolean;
  /** How many rounds of a timed one are over. */
  readonly rounds: number;
}

/** The folder of the last campaign of a kind. */
export function campaignFolder(
  root: string,
  { kind, only }: { readonly kind: string; readonly only?: string | undefined },
): string {
  const name = only === undefined ? kind : `${kind}-${only}`;
  return path.join(boundariesFolder(root), "campaigns", name);
}

/** Reads how far a campaign came; undefined where there is none. */
export function readState(folder: string): CampaignState | undefined {
  const file = path.join(folder, "campaign.json");
  if (!existsSync(file)) return undefined;
  try {
    return JSON.parse(readFileSync(file, "utf8")) as CampaignState;
  } catch {
    return undefined;
  }
}

/** Keeps how far a campaign came. */
export async function writeState(folder: string, state: CampaignState): Promise<void> {
  await writeWhole(path.join(folder, "campaign.json"), `${JSON.stringify(state)}\n`);
}

/** Leaves out of a journal what later lines say anew. */
export async function tidyJournal(file: string): Promise<void> {
  mendJournal(file);
  const last = new Map<string, JournalLine>();
  const kept: JournalLine[] = [];
  for (const line of readJournal(file)) {
    if (line.line === "finding" || line.line === "known") kept.push(line);
    else last.set(`${line.line} ${line.key}`, line);
  }
  const isCheck = (line: JournalLine): boolean => line.line === "check";
  const others = [...last.values()];
  const lines = [...others.filter(isCheck), ...others.filter((one) => !isCheck(one)), ...kept];
  // As a whole: whoever is killed here leaves the old one.
  await writeWhole(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
}

/** Removes campaigns, the oldest first, until what is left takes no more than a limit. */
export async function keepUnderCap(root: string, own: string, bytesMax: number): Promise<void> {
  const folder = path.join(boundariesFolder(root), "campaigns");
  if (!existsSync(folder)) return;
  const all = readdirSync(folder)
    .map((name) => path.join(folder, name))
    .map((one) => ({ folder: one, bytes: bytesOf(one), ageMs: statSync(one).mtimeMs }))
    .toSorted((a, b) => a.ageMs - b.ageMs);
  let bytes = all.reduce((sum, one) => sum + one.bytes, 0);
  for (const one of all) {
    if (bytes <= bytesMax) return;
    if (one.folder === own) continue;
    await rm(one.folder, { recursive: true, force: true });
    bytes -= one.bytes;
  }
}

// --- inside ---

function bytesOf(folder: string): number {
  return readdirSync(folder).reduce(
    (sum, name) => sum + (statSync(path.join(folder, name), { throwIfNoEntry: false })?.size ?? 0),
    0,
  );
}
