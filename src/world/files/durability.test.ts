import fs from "node:fs";
import { open, writeFile } from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { RandomSource, SimplestSource } from "../../kernel/decisions/random-source.ts";
import { RecordedDecisions } from "../../kernel/decisions/recorded-decisions.ts";
import { seedWords } from "../../kernel/decisions/seed.ts";
import { inWorld, seededWorld } from "../fixtures/hand-drive.ts";
import { SimWorld } from "../sim-world.ts";
import { crash, syncAll } from "./durability.ts";

const dir = join(tmpdir(), "gauntlet-durability");
const seeds = Array.from({ length: 200 }, (_, seed) => seed);

describe("a crash", () => {
  beforeAll(() => {
    seededWorld();
    syncBuiltinESMExports();
  });

  test("leaves what was synced, whatever is decided", async () => {
    const left = await outcomes((world) => {
      log("entry", { sync: true });
      crash(world);
      return fs.readFileSync(join(dir, "log"), "utf8");
    });
    expect(left).toEqual(["entry"]);
  });

  test("may lose what was not synced, or the file with it", async () => {
    const left = await outcomes((world) => {
      log("entry", { sync: false });
      crash(world);
      return fs.existsSync(join(dir, "log")) ? fs.readFileSync(join(dir, "log"), "utf8") : "none";
    });
    expect(left).toEqual(["", "entry", "none"]);
  });

  test("loses nothing where everything is decided in the simplest way", async () => {
    const decisions = new RecordedDecisions(new SimplestSource());
    const world = new SimWorld(decisions, { latencyUsMax: 10 });
    const left = await inWorld(() => {
      fs.mkdirSync(dir, { recursive: true });
      fs.writeFileSync(join(dir, "a"), "x".repeat(2_000));
      fs.renameSync(join(dir, "a"), join(dir, "b"));
      crash(world);
      return [fs.readdirSync(dir), fs.statSync(join(dir, "b")).size];
    }, world);
    expect(left).toEqual([["b"], 2_000]);
  });

  test("tears a write at a sector, and keeps writes in any combination", async () => {
    const left = await outcomes((world) => {
      prepare("a", "");
      const fd = fs.openSync(join(dir, "a"), "r+");
      fs.writeSync(fd, "a".repeat(600));
      fs.writeSync(fd, "b".repeat(600));
      crash(world);
      return runs(fs.readFileSync(join(dir, "a"), "latin1"));
    });
    expect(left).toEqual(
      [
        "",
        "a512",
        "a512 088 b424",
        "a512 088 b600",
        "a600",
        "a600 b424",
        "a600 b600",
        "0600 b424",
        "0600 b600",
      ].toSorted(),
    );
  });

  test("never keeps a write into a file whose truncation was lost", async () => {
    const left = await outcomes((world) => {
      prepare("a", "old content");
      fs.writeFileSync(join(dir, "a"), "new");
      crash(world);
      return fs.readFileSync(join(dir, "a"), "utf8");
    });
    expect(left).toEqual(["", "new", "old content"]);
  });

  test("can leave a renamed file without its bytes, unless they were synced first", async () => {
    const replace = (sync: boolean) => (world: SimWorld) => {
      prepare("a", "old");
      log("new", { sync });
      fs.renameSync(join(dir, "log"), join(dir, "a"));
      crash(world);
      return fs.readFileSync(join(dir, "a"), "utf8");
    };
    expect(await outcomes(replace(false))).toEqual(["", "new", "old"]);
    expect(await outcomes(replace(true))).toEqual(["new", "old"]);
  });

  test("keeps the order of names: a later one never without an earlier one", async () => {
    const left = await outcomes((world) => {
      prepare("a", "");
      for (const name of ["b", "c"]) fs.writeFileSync(join(dir, name), "");
      fs.unlinkSync(join(dir, "a"));
      crash(world);
      return fs.readdirSync(dir).join("");
    });
    expect(left).toEqual(["a", "ab", "abc", "bc"]);
  });

  test("keeps names that a sync of the directory covered", async () => {
    const left = await outcomes((world) => {
      prepare("a", "x");
      fs.renameSync(join(dir, "a"), join(dir, "b"));
      const fd = fs.openSync(dir, "r");
      fs.fsyncSync(fd);
      fs.writeFileSync(join(dir, "c"), "");
      crash(world);
      return fs.readdirSync(dir).join("");
    });
    expect(left).toEqual(["b", "bc"]);
  });

  test("kills descriptors and what is under way", async () => {
    const seen = await inWorld(async (world) => {
      fs.mkdirSync(dir, { recursive: true });
      syncAll(world);
      const handle = await open(join(dir, "a"), "w");
      const late = Promise.allSettled([handle.sync(), writeFile(join(dir, "b"), "x")]);
      crash(world);
      const codes = (await late).map((one) => one.status === "rejected" && one.reason.code);
      const fd = fs.openSync(join(dir, "c"), "w");
      return [codes, fd === handle.fd, fs.existsSync(join(dir, "b"))];
    });
    expect(seen).toEqual([["EBADF", "EIO"], false, false]);
  });

  test("takes the same course from the same seed", async () => {
    const body = (world: SimWorld): string => {
      fs.mkdirSync(dir, { recursive: true });
      syncAll(world);
      prepare("a", "");
      fs.writeFileSync(join(dir, "a"), "x".repeat(5_000));
      for (let at = 0; at < 5; at++) fs.appendFileSync(join(dir, `f${at}`), "y");
      crash(world);
      return `${fs.readdirSync(dir).join("")} ${fs.statSync(join(dir, "a")).size}`;
    };
    expect(await inWorld(body, seededWorld(7))).toBe(await inWorld(body, seededWorld(7)));
    expect((await outcomes(body)).length).toBeGreaterThan(8);
  });
});

/** Everything that can come out, over many seeds. */
async function outcomes(body: (world: SimWorld) => string): Promise<string[]> {
  const seen = new Set<string>();
  for (const seed of seeds) {
    const source = new RandomSource().restart(seedWords("durability"), seed);
    const world = new SimWorld(new RecordedDecisions(source), { latencyUsMax: 1_000 });
    seen.add(
      await inWorld(() => {
        fs.mkdirSync(dir, { recursive: true });
        syncAll(world);
        return body(world);
      }, world),
    );
  }
  return [...seen].toSorted();
}

/** A file that is on the disk before anything happens. */
function prepare(name: string, text: string): void {
  const fd = fs.openSync(join(dir, name), "w");
  fs.writeSync(fd, text);
  fs.fsyncSync(fd);
  fs.closeSync(fd);
}

function log(text: string, { sync }: { readonly sync: boolean }): void {
  const fd = fs.openSync(join(dir, "log"), "a");
  fs.writeSync(fd, text);
  if (sync) fs.fsyncSync(fd);
  fs.closeSync(fd);
}

/** `aab` as `a2 b1`; zero bytes as `0`. */
function runs(text: string): string {
  return [...text.matchAll(/(.)\1*/gsu)]
    .map(([run, first]) => `${first === "\0" ? "0" : first}${run.length}`)
    .join(" ");
}
