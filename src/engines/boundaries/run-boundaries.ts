import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import type { BoundaryRun } from "../../kernel/result/boundary-run.ts";
import { readJournal } from "../../store/boundaries/index.ts";
import { writeWhole } from "../../store/write-whole.ts";
import {
  campaignFolder,
  type CampaignState,
  keepUnderCap,
  readState,
  tidyJournal,
  writeState,
} from "./campaign-folder.ts";
import { type CampaignKind, campaignKinds } from "./campaign-kinds.ts";
import { keepCampaign } from "./keep-campaign.ts";
import { progressOf, recordsFor, recordsOf, unplayedTiers } from "./read-campaign.ts";
import type { Boundary, Registry } from "./registry.ts";
import { runTests, type TestsEnded } from "./run-tests.ts";
import { stillYielding } from "./still-yielding.ts";

/** What a campaign is told. */
export interface CampaignOptions {
  readonly kind: CampaignKind;
  /** Only this boundary. */
  readonly only?: string | undefined;
  /** Boundaries of which nothing changed are left out; undefined leaves none out. */
  readonly unchanged?: ReadonlySet<string> | undefined;
  readonly seed: string;
  readonly timeMs: number;
  /** Goes on where the last one of its kind was ended. */
  readonly resumes: boolean;
  readonly signal: AbortSignal;
  /** Is told of each round. */
  readonly onRound?: ((text: string) => void) | undefined;
}

/** Plays cases to every boundary, by the tests that name it, and keeps what that showed. */
export async function runBoundaries(
  registry: Registry,
  options: CampaignOptions,
): Promise<BoundaryRun> {
  const campaign = await Campaign.open(registry, options);
  await campaign.play();
  return campaign.end();
}

// --- inside ---

/** A test that ends a check by a limit of its own is started again, but not for ever. */
const roundsOfGateMax = 3;

class Campaign {
  readonly #registry: Registry;
  readonly #options: CampaignOptions;
  readonly #folder: string;
  readonly #state: CampaignState;
  readonly #boundaries: readonly Boundary[];
  readonly #endMs: number;
  #ended: TestsEnded | undefined;
  #isCut = false;

  private constructor(registry: Registry, options: CampaignOptions, state: CampaignState) {
    [this.#registry, this.#options, this.#state] = [registry, options, state];
    this.#folder = campaignFolder(registry.root, options);
    this.#boundaries = registry.boundaries.filter(
      ({ id }) =>
        (options.only === undefined || id === options.only) && options.unchanged?.has(id) !== true,
    );
    this.#endMs = Date.now() + options.timeMs;
  }

  static async open(registry: Registry, options: CampaignOptions): Promise<Campaign> {
    const folder = campaignFolder(registry.root, options);
    const before = readState(folder);
    const goesOn = options.resumes && before !== undefined && !before.isDone;
    if (!goesOn) {
      // What a killed campaign had found is kept before its journal makes place for another.
      if (before !== undefined && !before.isDone) await keepCampaign(registry, folder, before.seed);
      await rm(folder, { recursive: true, force: true });
    }
    await mkdir(folder, { recursive: true });
    const state = goesOn ? before : { seed: options.seed, isDone: false, rounds: 0 };
    await writeState(folder, state);
    if (goesOn) await tidyJournal(path.join(folder, "journal.jsonl"));
    return new Campaign(registry, options, state);
  }

  async play(): Promise<void> {
    const { cases, isTimed } = campaignKinds[this.#options.kind];
    if (this.#tests(this.#boundaries).length === 0) return;
    for (let round = 1; ; round += 1) {
      const goal = isTimed ? cases * (this.#state.rounds + round) : cases;
      const wanted = isTimed && round > 1 ? this.#yielding(round) : this.#boundaries;
      await this.#round(wanted, goal);
      await keepCampaign(this.#registry, this.#folder, this.#state.seed);
      if (isTimed)
        await writeState(this.#folder, { ...this.#state, rounds: this.#state.rounds + round });
      const isOver = Date.now() >= this.#endMs || this.#options.signal.aborted;
      const isDone = !isTimed && this.#isDone();
      if (isOver && !isTimed && !isDone) this.#isCut = true;
      if (isOver || isDone || (!isTimed && round >= roundsOfGateMax)) return;
      // Without a single check there is nothing that another round would go on with.
      if (this.#records().length === 0) return;
    }
  }

  async end(): Promise<BoundaryRun> {
    const { kind, unchanged, signal } = this.#options;
    const { root, rules } = this.#registry;
    const kept = await keepCampaign(this.#registry, this.#folder, this.#state.seed);
    const isWhole = !this.#isCut && !signal.aborted;
    if (isWhole) {
      await writeState(this.#folder, { ...this.#state, isDone: true });
      await tidyJournal(path.join(this.#folder, "journal.jsonl"));
    }
    await keepUnderCap(root, this.#folder, rules.diskMaxMb * 1024 * 1024);
    return {
      campaign: kind,
      seed: this.#state.seed,
      unchanged: [...(unchanged ?? [])].toSorted(),
      ...kept.told(this.#boundaries),
      harness: this.#harness(kept.findingsCount + kept.vacuousCount),
      isCut: !isWhole,
    };
  }

  #tests(boundaries: readonly Boundary[]): readonly string[] {
    const files = boundaries.flatMap(({ tests }) => [...tests.legal, ...tests.invalid]);
    return [...new Set(files)].toSorted();
  }

  #records(): ReturnType<typeof recordsOf> {
    return recordsOf(readJournal(path.join(this.#folder, "journal.jsonl")));
  }

  #isDone(): boolean {
    return this.#records().every(({ isDone }) => isDone);
  }

  #yielding(round: number): readonly Boundary[] {
    return stillYielding(this.#boundaries, this.#records(), round);
  }

  async #round(boundaries: readonly Boundary[], cases: number): Promise<void> {
    const [folder, options] = [this.#folder, this.#options];
    const { repeats, roundMs } = campaignKinds[options.kind];
    const untilMs = Math.min(this.#endMs, Date.now() + roundMs);
    const plan = path.join(folder, "plan.json");
    const { findings, regressions, root } = this.#registry;
    await writeWhole(
      plan,
      JSON.stringify({
        root,
        journal: path.join(folder, "journal.jsonl"),
        seed: this.#state.seed,
        cases,
        untilMs,
        repeats,
        bites: true,
        known: knownOf([...regressions, ...findings]),
        from: progressOf(this.#records()),
      }),
    );
    options.onRound?.(`playing up to ${cases} cases of each tier of ${boundaries.length}`);
    this.#ended = await runTests(this.#tests(boundaries), {
      root,
      plan,
      log: path.join(folder, "tests.log"),
      limitMs: Math.max(1, untilMs - Date.now()) + graceMs,
      signal: options.signal,
    });
  }

  /** What kept tests from being judged; a test that fails because a case did is none of that. */
  #harness(failures: number): readonly string[] {
    const records = this.#records();
    const unplayed = this.#boundaries.flatMap((boundary) =>
      unplayedTiers(boundary, recordsFor(boundary, records)).map(
        ({ tier, test }) => `${boundary.id}: \`${test}\` played no ${tier} data`,
      ),
    );
    const { code, last = "", runner } = this.#ended ?? { code: 0 };
    const isUnexplained = code !== 0 && failures === 0;
    if (!isUnexplained) return unplayed;
    const how = code === undefined ? "was stopped when its time was over" : `ended with ${code}`;
    return [...unplayed, `${runner ?? "the test run"} ${how}, and no case says why:\n${last}`];
  }
}

/** A check that is in the middle of making a case small may end it. */
const graceMs = 20_000;

function knownOf(
  cases: readonly {
    readonly pack: string;
    readonly tier: "legal" | "invalid";
    readonly test: string;
    readonly token: string;
  }[],
): readonly object[] {
  const byToken = new Map(
    cases.map(({ pack, tier, test, token }) => [`${test} ${token}`, { pack, tier, test, token }]),
  );
  return [...byToken.values()];
}
