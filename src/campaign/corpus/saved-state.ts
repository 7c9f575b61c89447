import { lstat, readFile } from "node:fs/promises";
import path from "node:path";
import { Fields } from "../../kernel/values/fields.ts";
import { hiddenDocument } from "../../kernel/secrets/process-secrets.ts";
import { GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import { refuseCorpusLinks, subjectFolder } from "../../store/corpus-store.ts";
import { writeWhole } from "../../store/finding-store.ts";
import { ownVersion } from "../../world/own-version.ts";
import type { LoadedSubject } from "../../runner/protocol/protocol.ts";
import type { CampaignSettings } from "../settings.ts";
import type { StrategyState } from "../../search/strategy.ts";
import { badEntry, type CorpusSubject, corpusFileError, parsedAt } from "./corpus-error.ts";
import { parseStrategyState } from "./parse-strategy-state.ts";

/** Where one process of a campaign stood: before this run, with what its strategy knew. */
export interface SavedPoint {
  readonly run: number;
  readonly state: StrategyState | undefined;
}

/** Where a campaign stood when it ended, to go on from there. */
export interface SavedState {
  /** What must be the same for a campaign that goes on, by what it is called in words. */
  readonly fits: Readonly<Record<string, string>>;
  /** Runs of the campaign and of those that it went on from. */
  readonly runs: number;
  readonly edges: number;
  readonly places: readonly SavedPoint[];
}

/** What a state depends on: with another code or seed, its numbers stand for something else. */
export function fitsOf(loaded: LoadedSubject, settings: CampaignSettings): SavedState["fits"] {
  const { seed, strategy = "random", run, guidance, swarm } = settings;
  return {
    code: loaded.subject.digest,
    seed: String(seed),
    strategy,
    settings: hiddenDocument(JSON.stringify([run, guidance ?? null, swarm ?? null])),
    gauntlet: ownVersion(),
  };
}

/** What differs between two campaigns, in words; undefined where one can go on from the other. */
export function misfit(saved: SavedState["fits"], present: SavedState["fits"]): string | undefined {
  const different = Object.keys(present).find((key) => saved[key] !== present[key]);
  if (different === undefined) return undefined;
  if (different === "code") return "the code has changed";
  const was = different === "settings" ? "" : `: it was \`${saved[different] ?? ""}\``;
  return `another ${different} is used${was}`;
}

/** The state that was saved last; undefined where there is none. One that is damaged is refused. */
export async function readState(
  folder: string,
  subject: CorpusSubject,
): Promise<SavedState | undefined> {
  refuseCorpusLinks(folder, subject);
  const file = stateFile(folder, subject);
  const found = await lstat(file).catch(() => undefined);
  if (found === undefined) return undefined;
  if (!found.isFile() || found.size > bytesMax) {
    throw unusable(file, `it is not a file, or has more than ${bytesMax} bytes`);
  }
  try {
    const text = await readFile(file, "utf8");
    return parsedAt(file, () => stateFromText(text, file));
  } catch (thrown) {
    if (thrown instanceof GauntletError) throw unusable(file, thrown.what, thrown.note);
    throw corpusFileError(thrown, file, "read");
  }
}

/** Saves a state, as a whole or not at all. */
export async function writeState(
  folder: string,
  subject: CorpusSubject,
  state: SavedState,
): Promise<void> {
  refuseCorpusLinks(folder, subject);
  const { fits, runs, edges, places } = state;
  const data = { format: stateFormat, version: 1, fits, runs, edges, places };
  const text = JSON.stringify(data);
  // What could not be read back is not worth its space; the lists are kept in any case.
  if (text.length <= bytesMax / 2) await writeWhole(stateFile(folder, subject), `${text}\n`);
}

// --- inside ---

const stateFormat = "gauntlet-state";
const bytesMax = 256 * 1024 * 1024;

function stateFromText(text: string, where: string): SavedState {
  const fields = new Fields(JSON.parse(text), "the state");
  fields.word("format", [stateFormat]);
  if (fields.whole("version") !== 1) throw badEntry(where, "a newer gauntlet has written it");
  const state = {
    fits: fields.record("fits", parseText, "text"),
    runs: fields.whole("runs", 0),
    edges: fields.whole("edges", 0),
    places: fields.list("places", parsePlace, "places"),
  };
  fields.done();
  return state;
}

function parsePlace(value: unknown): SavedPoint {
  const fields = new Fields(value, "a place");
  const run = fields.whole("run", 0);
  const state = fields.has("state") ? parseStrategyState(fields.raw("state")) : undefined;
  fields.done();
  return { run, state };
}

function parseText(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function unusable(file: string, what: string, note?: string): GauntletError {
  return new GauntletError({
    code: "K006",
    what: `the saved state cannot be used: ${what}`,
    where: file,
    note,
    help: "delete it, or explore without `--resume`; the lists of the corpus are still used",
  });
}

function stateFile(folder: string, subject: CorpusSubject): string {
  return path.join(subjectFolder(folder, subject), "state.json");
}
