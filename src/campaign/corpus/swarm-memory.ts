import { lstat, readFile } from "node:fs/promises";
import path from "node:path";
import { badShape, Fields } from "../../kernel/values/fields.ts";
import { refuseCorpusLinks, subjectFolder } from "../../store/corpus-store.ts";
import { writeWhole } from "../../store/finding-store.ts";
import type { SwarmConfig } from "../../search/guidance/swarm-config.ts";
import { badEntry, type CorpusSubject, parsedAt } from "./corpus-error.ts";
import { subjectFrom } from "./list-entry.ts";

/** Which rules and faults were worth being on together, kept from campaign to campaign. */
export interface SwarmMemory {
  readonly subject: CorpusSubject;
  /** Rules, and faults as `fault <name>`: what the letters of each key stand for. */
  readonly names: readonly string[];
  readonly configs: readonly Readonly<SwarmConfig>[];
}

/** So many configurations are kept; a swarm uses no more. */
const configsMax = 64;
const namesMax = 10_000;
const bytesMax = 4 * 1024 * 1024;

/** The configurations that brought something, best first, under the names that they are about. */
export function productiveOf(configs: readonly Readonly<SwarmConfig>[]): readonly SwarmConfig[] {
  const best = new Map<string, SwarmConfig>();
  for (const config of configs) {
    if (config.productive === 0 && config.failures === 0) continue;
    const known = best.get(config.key);
    if (known === undefined || known.uses < config.uses) best.set(config.key, { ...config });
  }
  const ranked = [...best.values()].toSorted(
    (a, b) => b.edges - a.edges || b.failures - a.failures || (a.key < b.key ? -1 : 1),
  );
  return ranked.slice(0, configsMax);
}

/** The configurations for other names: what a name is new stays on, what is gone is left out. */
export function configsFor(memory: SwarmMemory, names: readonly string[]): readonly SwarmConfig[] {
  const places = names.map((name) => memory.names.indexOf(name));
  const moved = memory.configs.map((config) => ({
    ...config,
    key: places.map((at) => (at < 0 ? "1" : (config.key[at] ?? "1"))).join(""),
  }));
  return productiveOf(moved);
}

/** Two memories as one; the names of the first one stay. */
export function mergedSwarm(own: SwarmMemory | undefined, other: SwarmMemory): SwarmMemory {
  if (own === undefined) return other;
  const configs = productiveOf([...own.configs, ...configsFor(other, own.names)]);
  return { ...own, configs };
}

/** What is kept of a subject; undefined where there is nothing. */
export async function readSwarm(
  folder: string,
  subject: CorpusSubject,
): Promise<SwarmMemory | undefined> {
  const file = swarmFile(folder, subject);
  const found = await lstat(file).catch(() => undefined);
  if (found === undefined) return undefined;
  const name = path.basename(file);
  if (!found.isFile() || found.size > bytesMax) throw badEntry(name, "it is not such a file");
  return swarmFromText(await readFile(file, "utf8"), name);
}

/** Keeps it, as a whole or not at all. */
export async function writeSwarm(folder: string, memory: SwarmMemory): Promise<void> {
  await writeWhole(swarmFile(folder, memory.subject), swarmText(memory));
}

/** Reads it from its text, strictly. */
export function swarmFromText(text: string, where: string): SwarmMemory {
  return parsedAt(where, () => {
    const fields = new Fields(JSON.parse(text), "the swarm");
    fields.word("format", [swarmFormat]);
    if (fields.whole("version") !== 1) throw badEntry(where, "a newer gauntlet has written it");
    const subject = subjectFrom(fields.fields("subject"), where);
    const names = fields.list("names", parseName, "names");
    const configs = fields.list("configs", (item) => parseConfig(item), "configurations");
    fields.done();
    if (names.length > namesMax || configs.length > configsMax) {
      throw badEntry(where, "it holds more than a swarm has");
    }
    if (configs.every(({ key }) => key.length === names.length)) return { subject, names, configs };
    throw badEntry(where, "a configuration has another length than the names");
  });
}

/** The text of its file. */
export function swarmText({ subject, names, configs }: SwarmMemory): string {
  const { file, exportName } = subject;
  const own = { file, exportName };
  return `${JSON.stringify({ format: swarmFormat, version: 1, subject: own, names, configs })}\n`;
}

/** Reads one configuration, strictly. */
export function parseConfig(item: unknown): SwarmConfig {
  const fields = new Fields(item, "a configuration");
  const energy = fields.raw("energy");
  const config = {
    key: fields.text("key"),
    uses: fields.whole("uses", 0),
    edges: fields.whole("edges", 0),
    productive: fields.whole("productive", 0),
    failures: fields.whole("failures", 0),
  };
  fields.done();
  if (!/^[01]{0,10000}$/.test(config.key)) throw badShape("a key is made of 0 and 1", config.key);
  if (typeof energy === "number" && energy >= 0 && energy <= energyMax) {
    return { ...config, energy };
  }
  throw badShape("an energy is a number of 0 or above", energy);
}

// --- inside ---

const swarmFormat = "gauntlet-swarm";
const energyMax = 1_000;

function parseName(item: unknown): string | undefined {
  return typeof item === "string" ? item : undefined;
}

function swarmFile(folder: string, subject: CorpusSubject): string {
  refuseCorpusLinks(folder, subject);
  return path.join(subjectFolder(folder, subject), "swarm.json");
}
