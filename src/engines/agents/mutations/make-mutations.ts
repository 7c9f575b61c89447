import path from "node:path";
import { pathToFileURL } from "node:url";

import {
  canaryFor,
  injectionCorpusVersion,
  type MutationMeaning,
  type MutationType,
} from "../../../kernel/agent/index.ts";
import { GauntletError } from "../../../kernel/errors/gauntlet-error.ts";
import type { Seed } from "../../../kernel/decisions/seed.ts";
import { sha256 } from "../../../kernel/values/sha256.ts";
import { unwrittenNotes } from "../../../kernel/result/unwritten-file.ts";
import { UnwrittenFiles } from "../../../store/unwritten-files.ts";
import type { ModelConfig, MutationsConfig } from "../../../config/agent/agent-config.ts";
import { customByFunction, type CustomMutation, customTemplates } from "./custom.ts";
import type { ProjectFile } from "../model/project-json.ts";
import { readLockfile, writeLockfile } from "./lockfile.ts";
import { ModelParaphrases } from "./model-paraphrase.ts";
import { type Change, type Mutation, mutationOf } from "./mutation.ts";
import { instead, type Mutator } from "./mutator.ts";
import { mutators, mutatorsVersion } from "./mutators.ts";
import { shareTypes } from "./share-types.ts";
import { staleness } from "./staleness.ts";

/** What mutations are made with. */
export interface MutationOptions {
  readonly seed: Seed;
  readonly config: MutationsConfig;
  readonly model?: ModelConfig | undefined;
  /** The names of the agent's tools, for orders that name one. */
  readonly tools?: readonly string[] | undefined;
  /** How the agent is asked where it is behind HTTP; the same method is no change. */
  readonly method?: string | undefined;
  /** The folder that paths are shown relative to. */
  readonly directory?: string | undefined;
  /** Loads the export of a file that makes custom mutations; `import` where it is left out. */
  readonly load?: ((file: string, exportName: string) => Promise<unknown>) | undefined;
  /** Where the key of the model is looked up. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  /** Makes all of them again and writes the lockfile, whatever it holds. */
  readonly isUpdate?: boolean | undefined;
  /** Is told what the user should know and what is no error: a stale lockfile. */
  readonly tell?: ((sentence: string) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * The changed prompts of a campaign, in the order of the prompts and then of the types. Where the
 * project has a lockfile they come from it; where it names one that is not there, it is written.
 */
export async function makeMutations(
  prompts: readonly string[],
  options: MutationOptions,
): Promise<readonly Mutation[]> {
  const { config, seed, isUpdate = false, tell = () => {} } = options;
  const asked = [...new Set(prompts)];
  const kept = config.lockfile === undefined ? undefined : keptFile(config.lockfile, options);
  const settings = settingsOf(options);
  const locked = kept === undefined || isUpdate ? undefined : await readLockfile(kept);
  const made: Mutation[] = [];
  if (locked !== undefined && kept !== undefined) {
    const now = { seed, version: mutatorsVersion, settings, prompts: asked };
    for (const sentence of staleness(locked, now)) tell(`${kept.shown}: ${sentence}`);
    made.push(...locked.mutations);
  }
  const having = new Set(made.map(({ base }) => base));
  const missing = asked.filter((prompt) => !having.has(prompt));
  // Neither a model nor a file is looked at where all stands in the lockfile.
  if (missing.length > 0) made.push(...(await makeAll(missing, options)));
  const mutations = ordered(made, asked);
  if (kept !== undefined && locked === undefined) {
    const lockfile = { seed, version: mutatorsVersion, settings, mutations };
    await orTell(() => writeLockfile(kept, lockfile), options);
  }
  return mutations;
}

// --- inside ---

async function makeAll(
  prompts: readonly string[],
  options: MutationOptions,
): Promise<readonly Mutation[]> {
  const maker = await makerOf(options);
  const made: Mutation[] = [];
  try {
    for (const prompt of prompts) made.push(...(await maker.make(prompt)));
  } finally {
    await orTell(async () => maker.model?.save(), options);
  }
  for (const sentence of maker.shortages()) options.tell?.(sentence);
  return made;
}

/** What cannot be kept is made again by the next run: it is told, and nothing ends for it. */
async function orTell(
  write: () => Promise<unknown>,
  { directory = "", tell }: MutationOptions,
): Promise<void> {
  const refused = new UnwrittenFiles(path.resolve(directory));
  await refused.attempt(write);
  for (const note of unwrittenNotes(refused.list)) tell?.(note);
}

/** How many more are tried when one comes out as another one did. */
const triesFactor = 4;

interface Maker {
  readonly make: (prompt: string) => Promise<readonly Mutation[]>;
  readonly model: ModelParaphrases | undefined;
  readonly shortages: () => readonly string[];
}

interface Wanted {
  readonly type: MutationType;
  readonly prompt: string;
  readonly index: number;
  /** A model is asked so often at most: what it says twice is not asked a third time. */
  readonly share: number;
}

interface Made {
  readonly variant: string;
  readonly meaning: MutationMeaning;
  readonly change: Change;
}

async function makerOf(options: MutationOptions): Promise<Maker> {
  const { config, seed, tools = [], method } = options;
  const model = await openModel(options);
  const custom = await loadCustom(options);
  const templates = customTemplates(config.customTemplates);
  const short = new Map<MutationType, number>();
  const makeOne = async ({ type, prompt, index, share }: Wanted) => {
    const words = [String(seed), type, sha256(JSON.stringify(prompt))];
    const canary = canaryFor([...words, String(index)]);
    const given = { prompt, words, index, canary, tools, method };
    const mutator = type === "custom" ? templates : mutators[type];
    let found: Made | undefined;
    if (type === "custom" && custom !== undefined && isForFunction(index, templates)) {
      const how = { seed: String(seed), index, canary };
      found = { variant: "function", ...(await customByFunction(custom, prompt, how)) };
    } else if (type === "paraphrase" && model !== undefined && index < share) {
      found = byModel(prompt, await model.paraphrase(prompt, index));
    }
    found ??= mutator.make(given);
    return found === undefined
      ? undefined
      : mutationOf({ type, prompt, ...found, ...extras(found, mutator, canary) }, seed);
  };
  const make = async (prompt: string): Promise<readonly Mutation[]> => {
    const words = [String(seed), sha256(JSON.stringify(prompt))];
    const shares = shareTypes(config.count, config.types, { weights: config.weights, words });
    const made = new Map<string, Mutation>();
    for (const [type, share] of shares) {
      const wanted = made.size + share;
      for (let index = 0; made.size < wanted && index < share * triesFactor + 20; index++) {
        const mutation = await makeOne({ type, prompt, index, share });
        if (mutation !== undefined) made.set(mutation.id, mutation);
      }
      if (made.size < wanted) short.set(type, (short.get(type) ?? 0) + wanted - made.size);
    }
    return [...made.values()];
  };
  return { make, model, shortages: () => [...short].map(shortage) };
}

/** What a mutation has by its meaning and its type. */
function extras({ meaning }: Made, { mustDiffer }: Mutator, canary: string) {
  return {
    ...(meaning === "adversarial" ? { canary } : {}),
    ...(mustDiffer === true ? { mustDiffer } : {}),
  };
}

function byModel(prompt: string, text: string | undefined): Made | undefined {
  if (text === undefined) return undefined;
  return { variant: "model", meaning: "preserved", change: instead(prompt, text) };
}

/** Templates come first, and the function after them, over and over. */
function isForFunction(index: number, { variants }: Mutator): boolean {
  return index % (variants.length + 1) === variants.length;
}

function shortage([type, count]: readonly [MutationType, number]): string {
  const [verb, noun] = count === 1 ? ["is", "mutation"] : ["are", "mutations"];
  return `${count} ${noun} of the type \`${type}\` ${verb} missing: no others can be made`;
}

async function openModel(options: MutationOptions): Promise<ModelParaphrases | undefined> {
  const { model, env = {}, signal, config } = options;
  if (model === undefined || !config.types.includes("paraphrase")) return undefined;
  return ModelParaphrases.open({ model, cache: keptFile(model.cache, options), env, signal });
}

async function loadCustom(
  options: MutationOptions,
): Promise<{ readonly run: CustomMutation; readonly where: string } | undefined> {
  const { config, load = importedExport } = options;
  if (!config.types.includes("custom")) return undefined;
  if (config.custom === undefined) {
    if (config.customTemplates.size > 0) return undefined;
    throw new GauntletError({
      code: "A056",
      what: "`custom` is among the mutation types, but there is no template and no function",
      where: "agent.mutations.types",
      help: "add `[agent.mutations.custom_templates]`, or leave `custom` out",
    });
  }
  const { file, exportName } = config.custom;
  const where = `${keptFile(file, options).shown}#${exportName}`;
  const loaded = await load(file, exportName);
  if (typeof loaded === "function") return { run: loaded as CustomMutation, where };
  throw new GauntletError({
    code: "A053",
    what: `\`${exportName}\` is to make custom mutations and is not a function`,
    where,
    help: `export function ${exportName}(prompt) { return prompt + " Answer briefly."; }`,
  });
}

async function importedExport(file: string, exportName: string): Promise<unknown> {
  const module = (await import(pathToFileURL(file).href)) as Record<string, unknown>;
  return module[exportName];
}

function keptFile(file: string, { directory }: MutationOptions): ProjectFile {
  return { file, shown: directory === undefined ? file : path.relative(directory, file) };
}

/** A digest of what decides the mutations besides the seed, the version and the prompts. */
function settingsOf({ config, model, tools = [] }: MutationOptions): string {
  const { count, types, weights, customTemplates: templates, custom } = config;
  const parts = [
    injectionCorpusVersion,
    count,
    types,
    [...weights],
    [...templates],
    custom?.exportName ?? "",
    model?.name ?? "",
    tools,
  ];
  return sha256(JSON.stringify(parts)).slice(0, 16);
}

/** Those of prompts that are asked, prompt by prompt, by the order of types. */
function ordered(made: readonly Mutation[], prompts: readonly string[]): readonly Mutation[] {
  const places = new Map(prompts.map((prompt, index) => [prompt, index]));
  const types = Object.keys(mutators);
  const place = ({ base }: Mutation): number => places.get(base) ?? -1;
  return made
    .filter(({ base }) => places.has(base))
    .toSorted(
      (one, other) =>
        place(one) - place(other) ||
        types.indexOf(one.type) - types.indexOf(other.type) ||
        (one.id < other.id ? -1 : 1),
    );
}
