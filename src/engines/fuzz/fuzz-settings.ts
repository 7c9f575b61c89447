import type { CampaignSettings } from "../../campaign/settings.ts";
import { bytesToHex } from "../../kernel/values/bytes.ts";
import { readDictionary, readInputs } from "../../store/fuzz-corpus/index.ts";

/** What may be asked of fuzzing, besides what every campaign is asked. */
export interface FuzzWishes {
  /** How many bytes an input may have, instead of what the test says. */
  readonly lengthMax?: number | undefined;
  /** A dictionary of libFuzzer or AFL++, and folders of inputs; absolute. */
  readonly dictionary?: string | undefined;
  readonly seeds?: readonly string[] | undefined;
  /** Whether an error that the code throws is no failure. */
  readonly mayThrow?: boolean | undefined;
  /** Whether inputs are made by chance alone. */
  readonly isBlind?: boolean | undefined;
}

/** The settings of a campaign for a fuzz test, with what could not be read of its inputs. */
export async function fuzzSettings(
  settings: CampaignSettings,
  wishes: FuzzWishes,
): Promise<{ readonly settings: CampaignSettings; readonly notes: readonly string[] }> {
  const { lengthMax, dictionary, seeds = [], mayThrow = false, isBlind = false } = wishes;
  const words = dictionary === undefined ? [] : await readDictionary(dictionary);
  const folders = await Promise.all(seeds.map((folder) => readInputs(folder)));
  const { guidance, run } = settings;
  return {
    notes: folders.flatMap(({ notes }) =>
      notes.map(({ name, reason }) => `the input ${name} was left out: ${reason}`),
    ),
    settings: {
      ...settings,
      // Blocks alone tell enough here: both ways of each branch are blocks, and counting them is
      // most of what an input costs.
      guidance: isBlind || guidance === undefined ? undefined : { ...guidance, ngram: 1 },
      swarm: undefined,
      input: {
        seeds: folders.flatMap(({ inputs }) => inputs.map(({ bytes }) => bytesToHex(bytes))),
        dictionary: words.map(({ bytes }) => bytesToHex(bytes)),
      },
      run: {
        ...run,
        ...(lengthMax === undefined ? {} : { inputLengthMax: lengthMax }),
        ...(mayThrow ? { mayThrow } : {}),
      },
    },
  };
}
