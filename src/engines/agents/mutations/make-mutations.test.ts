import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { type MutationType, mutationWeights } from "../../../kernel/agent/index.ts";
import { errorText, GauntletError } from "../../../kernel/errors/gauntlet-error.ts";
import { samplePrompt, settings } from "./fixtures/samples.ts";
import { makeMutations } from "./make-mutations.ts";
import { shareTypes } from "./share-types.ts";

const types = Object.keys(mutationWeights) as MutationType[];
let folder = "";

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "mutations-"));
});
afterEach(() => rm(folder, { recursive: true }));

describe("how many of what", () => {
  test("every prompt gets its count, without a limit, and none twice", async () => {
    const made = await makeMutations(
      ["first prompt of two", "second prompt of two", "first prompt of two"],
      settings({ types, count: 300 }),
    );
    const ids = made.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(made.filter(({ base }) => base === "first prompt of two").length).toBeGreaterThan(250);
    expect(made.at(-1)?.base).toBe("second prompt of two");
  });

  test("a type gets its share by weight, to within one", () => {
    const weights = new Map<MutationType, number>([
      ["noise", 3],
      ["custom", 0],
    ]);
    for (const words of [["a"], ["b"], ["c"]]) {
      const shares = shareTypes(100, ["noise", "paraphrase", "custom"], { weights, words });
      expect([...shares.keys()]).toEqual(["noise", "paraphrase"]);
      expect(Math.abs((shares.get("noise") ?? 0) - 75)).toBeLessThanOrEqual(1);
      expect((shares.get("noise") ?? 0) + (shares.get("paraphrase") ?? 0)).toBe(100);
    }
  });

  test("few mutations of many prompts reach all types", () => {
    const seen = new Set<MutationType>();
    for (let prompt = 0; prompt < 200; prompt++) {
      const how = { weights: new Map(), words: [String(prompt)] };
      for (const type of shareTypes(2, types, how).keys()) seen.add(type);
    }
    expect(seen.size).toBe(types.length);
  });

  test("what cannot be made is told, not repeated", async () => {
    const told: string[] = [];
    const made = await makeMutations([samplePrompt], {
      ...settings({ types: ["request_method_attack"], count: 10 }),
      tell: (sentence) => told.push(sentence),
    });
    expect(made).toHaveLength(8);
    expect(told).toEqual([
      "2 mutations of the type `request_method_attack` are missing: no others can be made",
    ]);
  });

  test("an order that names a tool is made where tools are known", async () => {
    const made = await makeMutations([samplePrompt], {
      ...settings({ types: ["prompt_injection"], count: 17 }),
      tools: ["wire_money"],
    });
    const named = made.find(({ variant }) => variant === "tool-knowledge");
    expect(named?.input.prompt).toContain("`wire_money`");
    expect(named?.canary).toMatch(/^CNRY-/);
  });
});

describe("custom mutations", () => {
  const custom = { file: "/project/own.ts", exportName: "mutate" };
  const only = { types: ["custom"] as const, customTemplates: new Map(), custom };

  test("templates and the function take turns; what they give is what is sent", async () => {
    const made = await makeMutations(["Hi"], {
      ...settings({
        ...only,
        count: 4,
        customTemplates: new Map([
          ["loud", "{prompt}! {prompt}!"],
          ["spy", "{prompt} {canary}"],
        ]),
      }),
      load: (file, name) => {
        expect([file, name]).toEqual(["/project/own.ts", "mutate"]);
        return Promise.resolve((prompt: string, { index }: { index: number }) => ({
          prompt: `${prompt} #${index}`,
          meaning: "preserved",
          history: ["before"],
        }));
      },
    });
    const sent = made.map(({ variant, meaning, input }) => ({ variant, meaning, input }));
    expect(sent).toContainEqual({
      variant: "function",
      meaning: "preserved",
      input: { prompt: "Hi #2", history: ["before"] },
    });
    expect(sent).toContainEqual({
      variant: "loud",
      meaning: "perturbed",
      input: { prompt: "Hi! Hi!" },
    });
    expect(sent).toContainEqual({
      variant: "spy",
      meaning: "adversarial",
      input: { prompt: expect.stringMatching(/^Hi CNRY-\w+$/) as string },
    });
  });

  test("a function that throws or gives something else is an error with its place", async () => {
    const failing = (run: unknown) =>
      failure(
        makeMutations(["Hi"], {
          ...settings(only),
          directory: "/project",
          load: () => Promise.resolve(run),
        }),
      );
    expect(await failing(() => 7)).toMatchInlineSnapshot(`
      "error[A053]: the function that makes custom mutations gave number
        --> own.ts#mutate
      note: it gives a text, or { prompt, meaning, history, request } with at least one of them
      help: export a function such as (prompt) => prompt + " Answer briefly.""
    `);
    expect(
      await failing(() => {
        throw new Error("no idea");
      }),
    ).toContain("threw: no idea");
    expect(await failing("text")).toContain("error[A053]: `mutate` is to make custom mutations");
  });

  test("without a template and a function `custom` is an error", async () => {
    expect(
      await failure(makeMutations(["Hi"], settings({ ...only, custom: undefined }))),
    ).toContain("error[A056]: `custom` is among the mutation types");
  });
});

describe("the lockfile", () => {
  const lock = (): string => path.join(folder, "mutations.lock.json");
  const locked = (changes = {}) => settings({ types, count: 60, lockfile: lock(), ...changes });

  test("is written once, sorted, and gives the same mutations afterwards", async () => {
    const prompts = ["zebra prompt with words", samplePrompt];
    const made = await makeMutations(prompts, locked());
    const bytes = await readFile(lock(), "utf8");
    const read = await makeMutations(prompts, locked());
    expect(read).toEqual(made);
    expect(await readFile(lock(), "utf8")).toBe(bytes);
    await makeMutations(prompts.toReversed(), { ...locked(), isUpdate: true });
    expect(await readFile(lock(), "utf8")).toBe(bytes);
    expect(await readdir(folder)).toEqual(["mutations.lock.json"]);
  });

  test("keeps long texts as recipes", async () => {
    await makeMutations([samplePrompt], locked({ types: ["length_extremes"], count: 14 }));
    const text = await readFile(lock(), "utf8");
    expect(text).toContain('"put":{"repeat":"lorem ipsum ","times":873813}');
    expect(text.length).toBeLessThan(8_000);
  });

  test("is used although it is stale, and says in what", async () => {
    const first = await makeMutations(
      ["this one is gone", "this one stays"],
      locked({ types: ["noise"], count: 3 }),
    );
    const told: string[] = [];
    const read = await makeMutations(["this one stays", "another that is new"], {
      ...locked({ types: ["noise"], count: 4 }),
      seed: "other",
      directory: folder,
      tell: (sentence) => told.push(sentence),
    });
    expect(read.filter(({ base }) => base === "this one stays")).toEqual(
      first.filter(({ base }) => base === "this one stays"),
    );
    expect(read.filter(({ base }) => base === "another that is new")).toHaveLength(4);
    expect(told.join("\n")).toMatchInlineSnapshot(`
      "mutations.lock.json: made with the seed \`1\`, the seed is now \`other\`
      mutations.lock.json: made with other settings of \`[agent.mutations]\`
      mutations.lock.json: has mutations of a prompt that is gone: "this one is gone"
      mutations.lock.json: has no mutations of "another that is new"; made anew"
    `);
  });

  test("that another version made says so", async () => {
    await makeMutations(["a"], locked());
    const text = await readFile(lock(), "utf8");
    await writeFile(lock(), text.replace('"version": 2', '"version": 99'));
    const told: string[] = [];
    await makeMutations(["a"], { ...locked(), tell: (sentence) => told.push(sentence) });
    expect(told[0]).toContain("made by version 99 of the mutations, this is 2");
  });

  test("needs neither the model nor the function", async () => {
    const custom = { file: "/none.ts", exportName: "mutate" };
    const options = locked({ types: ["custom", "paraphrase"], custom });
    const run = () => Promise.resolve((prompt: string) => `${prompt}?`);
    const made = await makeMutations(["a"], { ...options, load: run });
    const model = {
      name: "m",
      baseUrl: "http://127.0.0.1:1",
      keyVariable: undefined,
      temperature: 0,
    };
    const cache = path.join(folder, "cache.json");
    expect(await makeMutations(["a"], { ...options, model: { ...model, cache } })).toEqual(made);
  });

  test.each([
    ["no JSON", (text: string) => text.replace('"format": 1,', '"format": 1'), "A050", 3],
    ["another format", (text: string) => text.replace('"format": 1', '"format": 7'), "A051", 2],
    [
      "an unknown type",
      (text: string) => text.replace('"type":"noise"', '"type":"nois"'),
      "A051",
      4,
    ],
    [
      "a type that cannot be made text of",
      (text: string) => text.replace('"type":"noise"', '"type":{"toString":null,"valueOf":null}'),
      "A051",
      4,
    ],
    [
      "a meaning that cannot be made text of",
      (text: string) => text.replace(/"meaning":"[^"]*"/, '"meaning":{"toString":null}'),
      "A051",
      4,
    ],
    ["edits out of range", (text: string) => text.replace(/"to":\d+/, '"to":999'), "A051", 4],
    ["an edit by hand", (text: string) => text.replace(/"put":"/, '"put":"x'), "A052", 4],
  ])("that is broken is an error with its line: %s", async (_, broken, code, line) => {
    await makeMutations([samplePrompt], locked({ types: ["noise"], count: 1 }));
    const text = await readFile(lock(), "utf8");
    const changed = broken(text);
    expect(changed).not.toBe(text);
    await writeFile(lock(), changed);
    const message = await failure(
      makeMutations([samplePrompt], { ...locked(), directory: folder }),
    );
    expect(message).toContain(`error[${code}]`);
    expect(message).toContain(`--> mutations.lock.json:${line}:`);
    expect(message).toContain("help:");
    expect(await readFile(lock(), "utf8")).toBe(changed);
  });
});

// --- inside ---

async function failure(promise: Promise<unknown>): Promise<string> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof GauntletError) return errorText(error);
    throw error;
  }
  throw new Error("it did not fail");
}
