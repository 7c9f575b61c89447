import path from "node:path";
import { listEntry, type ListEntry, listId } from "../../campaign/corpus/list-entry.ts";
import { readLists, removeLists, writeList } from "../../campaign/corpus/list-store.ts";
import {
  fitsOf,
  misfit,
  readState,
  type SavedState,
  writeState,
} from "../../campaign/corpus/saved-state.ts";
import {
  configsFor,
  mergedSwarm,
  productiveOf,
  readSwarm,
  type SwarmMemory,
  writeSwarm,
} from "../../campaign/corpus/swarm-memory.ts";
import type { GuidedState } from "../../search/guidance/guided-state.ts";
import type { LoadedSubject } from "../../runner/protocol/protocol.ts";
import type { RunTarget } from "../../campaign/proof/record-fresh.ts";
import { isGuided, type StrategyState } from "../../search/strategy.ts";
import { GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import type { UnwrittenFile } from "../../kernel/result/unwritten-file.ts";
import { UnwrittenFiles } from "../../store/unwritten-files.ts";
import type { CampaignStart, CampaignOutcome } from "../../campaign/campaign-outcome.ts";
import type { FoundList, ResumePoint } from "../../campaign/worker-slot.ts";
import { swarmNames } from "../../search/guidance/swarm-state.ts";
import { strategyStart } from "../../campaign/settings.ts";

/**
 * What campaigns of one subject leave to each other: lists that reached something new, which rules
 * and faults were worth being on together, and where the last one stood. All of it is data that a
 * search starts from; nothing that is stored is ever run as code.
 */
export class CampaignMemory {
  readonly #runTarget: RunTarget;
  readonly #folder: string;
  /** The lists that are kept, by their ids. */
  readonly #lists: Map<string, ListEntry>;
  readonly #swarm: SwarmMemory | undefined;
  readonly #saved: SavedState | undefined;
  readonly #resumes: boolean;
  readonly #notes: Set<string>;
  /** Runs of earlier campaigns that this one goes on from. */
  #runsBefore = 0;
  #writing: Promise<unknown> = Promise.resolve();
  readonly #refused: UnwrittenFiles;

  private constructor(runTarget: RunTarget, found: Found) {
    this.#runTarget = runTarget;
    this.#folder = found.folder;
    this.#refused = new UnwrittenFiles(runTarget.target.projectRoot);
    this.#lists = new Map(found.lists.map((entry) => [entry.id, entry]));
    this.#swarm = found.swarm;
    this.#saved = found.saved;
    this.#resumes = found.resumes;
    this.#notes = new Set(found.notes);
  }

  /** Reads what is there; a damaged entry is named, a damaged state that is asked for refused. */
  static async open(
    runTarget: RunTarget,
    { folder, resumes }: { readonly folder: string; readonly resumes: boolean },
  ): Promise<CampaignMemory> {
    const { target, settings } = runTarget;
    const notes: string[] = [];
    const saved = resumes ? await readState(folder, target) : undefined;
    if (resumes && saved === undefined) notes.push("there is no saved state to resume from");
    const goesOn = settings.guidance !== undefined && settings.strategy !== "dfs";
    const stored = goesOn ? await readLists(folder, target) : { lists: [], unreadable: [] };
    for (const { name, because } of stored.unreadable) {
      notes.push(`the corpus entry lists/${name} was left out: ${because}`);
    }
    const swarm = await readSwarm(folder, target).catch((thrown: unknown) => {
      if (!(thrown instanceof GauntletError)) throw thrown;
      notes.push(
        `the corpus entry ${path.basename(thrown.where ?? "")} was left out: ${thrown.what}`,
      );
      return undefined;
    });
    return new CampaignMemory(runTarget, {
      folder,
      resumes,
      lists: stored.lists,
      swarm,
      saved,
      notes,
    });
  }

  /** Worth knowing, not a failure. */
  get notes(): readonly string[] {
    return [...this.#notes];
  }

  /** What could not be kept for the next campaign. */
  get unwritten(): readonly UnwrittenFile[] {
    return this.#refused.list;
  }

  /** Where a campaign of this subject starts. */
  readonly begin = (loaded: LoadedSubject, slotsCount: number): CampaignStart => {
    const places = this.#resumes ? this.#savedPlaces(loaded, slotsCount) : undefined;
    const known = new Set((places ?? []).flatMap(({ state }) => checkpointIds(state)));
    const seeds = [...this.#lists.values()]
      .filter(({ id }) => !known.has(id))
      .map(({ decisions }) => decisions);
    const fresh = this.#freshState(loaded, seeds.length);
    const from = this.#runsBefore;
    const start = Array.from({ length: slotsCount }, (_, number): ResumePoint => {
      const place = places?.[number];
      if (place === undefined) return { run: from + number, state: fresh };
      const { run, state } = place;
      return { run, state: isGuided(state) ? { ...state, seedsLeft: seeds.length } : state };
    });
    return { places: start, seeds };
  };

  /** Keeps a list as soon as it is found. */
  readonly keep = (found: FoundList): void => {
    if (this.#listsMax === 0) return;
    const entry = listEntry(this.#runTarget.target, found);
    if (this.#lists.has(entry.id)) return;
    this.#lists.set(entry.id, entry);
    this.#write(() => writeList(this.#folder, entry));
  };

  /** Waits until all that was found is on the disk. */
  async flush(): Promise<void> {
    await this.#writing;
  }

  /** Keeps what the campaign knew in the end, and no more lists than are wanted. */
  async close(campaign: CampaignOutcome): Promise<void> {
    const { target, settings } = this.#runTarget;
    for (const state of campaign.states) {
      if (!isGuided(state)) continue;
      for (const { decisions, newSlots } of state.checkpoints) {
        if (newSlots > 0) this.keep({ decisions, edges: newSlots, ending: "open" });
      }
    }
    this.#prune(campaign);
    const swarm = this.#swarmOf(campaign);
    if (swarm !== undefined) this.#write(() => writeSwarm(this.#folder, swarm));
    const fits = fitsOf(campaign.loaded, settings);
    const runs = this.#runsBefore + campaign.runs;
    const { edges, places } = campaign;
    this.#write(() => writeState(this.#folder, target, { fits, runs, edges, places }));
    await this.flush();
  }

  get #listsMax(): number {
    return this.#runTarget.settings.guidance?.maxCheckpoints ?? 0;
  }

  #savedPlaces(loaded: LoadedSubject, slotsCount: number): readonly ResumePoint[] | undefined {
    const saved = this.#saved;
    if (saved === undefined) return undefined;
    const different = misfit(saved.fits, fitsOf(loaded, this.#runTarget.settings));
    if (different !== undefined) {
      this.#notes.add(
        `the saved state does not fit, ${different}: its lists are tried first, no more`,
      );
      return undefined;
    }
    this.#runsBefore = saved.runs;
    this.#notes.add(`resumed after ${saved.runs} runs`);
    if (saved.places.length === slotsCount) return saved.places;
    // Each process had its own share of the run indices: after all of them nothing is repeated.
    this.#runsBefore = Math.max(saved.runs, ...saved.places.map(({ run }) => run));
    return undefined;
  }

  #freshState(loaded: LoadedSubject, seedsLeft: number): GuidedState | undefined {
    const { swarm } = strategyStart(this.#runTarget.settings, loaded.declared);
    if (swarm?.ruleSwarm !== true || this.#swarm === undefined) return undefined;
    const configs = configsFor(this.#swarm, namesOf(loaded));
    const base = { kind: "swarm", base: [], runs: 0, tupleRuns: 0, tupleMs: 0, configs } as const;
    return { kind: "guided", base, nextId: 0, checkpoints: [], arms: {}, seedsLeft };
  }

  #swarmOf({ states, loaded }: CampaignOutcome): SwarmMemory | undefined {
    const configs = states.flatMap((state) => {
      const base = isGuided(state) ? state.base : state;
      return "kind" in base && base.kind === "swarm" ? base.configs : [];
    });
    const { file, exportName } = this.#runTarget.target;
    const names = namesOf(loaded);
    const productive = productiveOf(configs);
    if (productive.length === 0) return undefined;
    const own = { subject: { file, exportName }, names, configs: productive };
    return this.#swarm === undefined ? own : mergedSwarm(own, this.#swarm);
  }

  /** Lists that the search still goes on from stay; of the others those that brought most. */
  #prune({ states }: CampaignOutcome): void {
    if (this.#lists.size <= this.#listsMax || this.#listsMax === 0) return;
    const used = new Set(states.flatMap(checkpointIds));
    const worth = ({ id, edges }: ListEntry): number => (used.has(id) ? 1e9 : 0) + edges;
    const ranked = [...this.#lists.values()].toSorted((a, b) => worth(b) - worth(a));
    const gone = ranked.slice(this.#listsMax).map(({ id }) => id);
    for (const id of gone) this.#lists.delete(id);
    this.#write(() => removeLists(this.#folder, this.#runTarget.target, gone));
  }

  /** One after the other; what cannot be written costs a note, never the campaign. */
  #write(write: () => Promise<unknown>): void {
    this.#writing = this.#writing.then(() => this.#refused.attempt(write));
  }
}

// --- inside ---

interface Found {
  readonly folder: string;
  readonly resumes: boolean;
  readonly lists: readonly ListEntry[];
  readonly swarm: SwarmMemory | undefined;
  readonly saved: SavedState | undefined;
  readonly notes: readonly string[];
}

function checkpointIds(state: StrategyState | undefined): readonly string[] {
  if (!isGuided(state)) return [];
  return state.checkpoints.map(({ decisions }) => listId(decisions));
}

function namesOf({ declared: { operations: rules, faults } }: LoadedSubject): readonly string[] {
  return swarmNames({ rules, faults });
}
