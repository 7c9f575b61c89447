import fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { syncBuiltinESMExports } from "node:module";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { inWorld, seededWorld } from "../fixtures/hand-drive.ts";
import { asyncPrograms } from "./fixtures/async-programs.ts";
import { entryPrograms } from "./fixtures/entry-programs.ts";
import { syncPrograms } from "./fixtures/sync-programs.ts";

// Each program runs on the real disk and in a simulated run, in an empty directory of its own; what
// it returns is the same, and the real directory of the simulated run is empty afterwards.
describe("a program sees the same files in a run as on the disk", () => {
  let home = "";

  beforeAll(() => {
    home = fs.mkdtempSync(join(tmpdir(), "gauntlet-files-"));
    seededWorld();
    syncBuiltinESMExports();
  });

  afterAll(() => fs.rmSync(home, { recursive: true }));

  for (const program of [...syncPrograms, ...entryPrograms, ...asyncPrograms]) {
    test(program.name, async () => {
      const onDisk = fs.mkdtempSync(join(home, "real-"));
      const inRun = fs.mkdtempSync(join(home, "simu-"));
      const expected = await program.run(onDisk);
      const seen = await inWorld(() => program.run(inRun));
      expect(shown(seen, inRun)).toEqual(shown(expected, onDisk));
      expect(fs.readdirSync(inRun)).toEqual([]);
    });
  }
});

/** The result with the directory's own name taken out. */
function shown(result: unknown, dir: string): unknown {
  const replacer = (_key: string, value: unknown): unknown => {
    if (typeof value === "bigint") return `${value}n`;
    return value === undefined ? "undefined" : value;
  };
  return JSON.parse(JSON.stringify({ result }, replacer).replaceAll(dir, "<dir>"));
}
