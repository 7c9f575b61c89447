import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, expect, test } from "vitest";
import { parse, stringify } from "yaml";
import { flakestormFile } from "../fixtures/flakestorm-file.ts";
import { GauntletError } from "../../src/kernel/errors/gauntlet-error.ts";
import { loadConfig } from "../../src/config/load-config.ts";
import { importFlakestorm } from "../../src/engines/agents/import/flakestorm.ts";

let root = "";

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "gauntlet-import-"));
  await writeFile(join(root, "package.json"), "{}");
});

afterEach(async () => {
  await rm(root, { recursive: true, force: true });
});

test("whatever stands in an old config, what is written of it loads", async () => {
  const texts = [await flakestormFile("v1"), await flakestormFile("v2")];
  const changes = fc.array(fc.tuple(fc.nat(), junk), { minLength: 1, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...texts), changes, async (text, edits) => {
      const data = parse(text) as object;
      for (const [at, value] of edits) replaceLeaf(data, at, value);
      const made = await importFlakestorm(stringify(data), "flakestorm.yaml").catch(refusalOf);
      await writeFile(join(root, "gauntlet.toml"), made.toml);
      expect((await loadConfig({ cwd: root })).agent).toBeDefined();
    }),
    { numRuns: 80 },
  );
});

// --- inside ---

const junk = fc.oneof(
  fc.string({ maxLength: 8 }),
  fc.constantFrom("", "error", "x".repeat(300), "http://", "${A}", "{prompt}", "(", "app:x", "\0"),
  fc.double(),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.array(fc.oneof(fc.string(), fc.integer(), fc.constant({})), { maxLength: 2 }),
  fc.dictionary(fc.string({ maxLength: 4 }), fc.oneof(fc.string(), fc.integer())),
);

/** A config that is refused is as good as one that loads, as long as the user is told. */
function refusalOf(error: unknown): { readonly toml: string } {
  if (!(error instanceof GauntletError)) throw error;
  return { toml: '[agent]\nendpoint = "http://127.0.0.1:1/"\nprompts = ["refused"]\n' };
}

/** Puts a value in the place of the so many-th one, counted through the whole. */
function replaceLeaf(data: object, at: number, value: unknown): void {
  const places: [object, string][] = [];
  const visit = (node: object): void => {
    for (const [key, item] of Object.entries(node)) {
      places.push([node, key]);
      if (typeof item === "object" && item !== null) visit(item as object);
    }
  };
  visit(data);
  const place = places[at % Math.max(1, places.length)];
  if (place !== undefined) Reflect.set(place[0], place[1], value);
}
