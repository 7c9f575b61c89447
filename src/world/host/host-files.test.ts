import { execFileSync } from "node:child_process";
import fs from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import type { Decision } from "../../kernel/decisions/decision.ts";
import { SimplestSource } from "../../kernel/decisions/random-source.ts";
import { RecordedDecisions } from "../../kernel/decisions/recorded-decisions.ts";
import { ReplaySource } from "../../kernel/decisions/replay-source.ts";
import { SimWorld } from "../sim-world.ts";
import { hostAccessOf } from "./host-access.ts";
import { hostCallsCount } from "./host-calls.ts";
import { type HostFiles, hostFiles } from "./host-files.ts";

describe("the files of the host", () => {
  test("are read, written and removed, and folders are made", () => {
    const { root } = project();
    const { files } = filesOf(root);
    expect(files.read("data/new/a.txt")).toBeUndefined();
    files.write("data/new/a.txt", "a much longer text");
    files.write("./data/new/a.txt", "snow ☃");
    expect(fs.readFileSync(path.join(root, "data/new/a.txt"), "utf8")).toBe("snow ☃");
    expect(files.read("data/new/a.txt")).toBe("snow ☃");
    files.remove("data/new/a.txt");
    files.remove("data/new/a.txt");
    files.remove("no/such/folder/a.txt");
    expect(fs.readdirSync(path.join(root, "data/new"))).toEqual([]);
  });

  test("are not touched by a replay, which gives the same", () => {
    const { root } = project();
    const use = (files: HostFiles): unknown[] => {
      const long = "x☃\0".repeat(50_000);
      files.write("out.txt", long);
      const outcomes = [files.read("out.txt") === long, files.read("none"), told(files, "leak")];
      files.remove("out.txt");
      return outcomes;
    };
    const { files, log } = filesOf(root);
    const outcomes = use(files);
    expect(outcomes).toEqual([true, undefined, expect.stringContaining("leads out")]);
    fs.rmSync(root, { recursive: true });
    const asked = hostCallsCount();
    expect(use(filesOf(root, { replays: log }).files)).toEqual(outcomes);
    expect(fs.existsSync(root)).toBe(false);
    expect(hostCallsCount()).toBe(asked);
  });

  test.each([
    ["", "it is empty"],
    ["/etc/passwd", "it is absolute"],
    ["C:\\x", "it is absolute"],
    ["c:x", "it names a drive"],
    ["a/../../b", "it has `..` in it"],
    ["..", "it has `..` in it"],
    ["a\\..\\b", "it has `..` in it"],
    ["a\0b", "it has a NUL character"],
    [".", "it names the folder itself"],
    ["./", "it names the folder itself"],
  ])("are not named by %j", (name, because) => {
    const { root } = project();
    const { files, log } = filesOf(root);
    const expected = `the host file \`${name}\` is not in the project: ${because}`;
    expect(told(files, name)).toBe(expected);
    expect(thrownBy(() => files.write(name, ""))).toBe(expected);
    expect(thrownBy(() => files.remove(name))).toBe(expected);
    expect(log).toEqual([]);
  });

  test("are not reached through a link that leads out, and nothing is made there", () => {
    const { root, outside } = project();
    const { files } = filesOf(root);
    for (const name of ["leak", "away/secret.txt", "deep/link/secret.txt", "away/new/x.txt"]) {
      expect(told(files, name)).toContain("is a link that leads out of the project");
      expect(thrownBy(() => files.write(name, "broken in"))).toContain("leads out");
    }
    expect(thrownBy(() => files.remove("away/secret.txt"))).toContain("leads out");
    expect(thrownBy(() => files.write("dangling", "broken in"))).toContain("could not be used");
    expect(fs.readdirSync(outside)).toEqual(["secret.txt"]);
    expect(fs.readFileSync(path.join(outside, "secret.txt"), "utf8")).toBe("secret");
  });

  test("are reached through a link that stays inside; a removed link leaves its file", () => {
    const { root } = project();
    const { files } = filesOf(root);
    expect(files.read("inside")).toBe("own");
    files.write("inside", "changed");
    files.remove("inside");
    expect(files.read("own.txt")).toBe("changed");
    files.remove("leak");
    expect(fs.existsSync(path.join(root, "leak"))).toBe(false);
  });

  test("are plain files of a bounded length, in UTF-8", () => {
    const { root } = project();
    execFileSync("sh", ["-c", 'mkfifo "$0"', path.join(root, "pipe")]);
    fs.writeFileSync(path.join(root, "binary"), Buffer.from([0x68, 0xff]));
    fs.writeFileSync(path.join(root, "long"), "x".repeat(2_000));
    const { files } = filesOf(root, { bytesMax: 1_000 });
    expect(told(files, "pipe")).toBe("the host file `pipe` could not be used");
    expect(told(files, "deep")).toBe("the host file `deep` could not be used");
    expect(told(files, "binary")).toBe("the host file `binary` could not be used");
    expect(told(files, "long")).toBe("the host file `long` is too long: 2000 bytes, at most 1000");
    expect(thrownBy(() => files.write("new", "y".repeat(1_001)))).toContain("is too long");
  });
});

// --- inside ---

function project(): { readonly root: string; readonly outside: string } {
  const base = fs.mkdtempSync(path.join(tmpdir(), "gauntlet-host-files-"));
  onTestFinished(() => fs.rmSync(base, { recursive: true, force: true }));
  const root = path.join(base, "project");
  const outside = path.join(base, "outside");
  fs.mkdirSync(path.join(root, "deep"), { recursive: true });
  fs.mkdirSync(outside);
  fs.writeFileSync(path.join(outside, "secret.txt"), "secret");
  fs.writeFileSync(path.join(root, "own.txt"), "own");
  const links = {
    leak: path.join(outside, "secret.txt"),
    away: outside,
    "deep/link": "../../outside",
    dangling: path.join(outside, "none.txt"),
    inside: "own.txt",
  };
  for (const [name, target] of Object.entries(links)) {
    fs.symlinkSync(target, path.join(root, name));
  }
  return { root, outside };
}

function filesOf(
  root: string,
  {
    replays,
    bytesMax,
  }: { readonly replays?: readonly Decision[]; readonly bytesMax?: number } = {},
): { readonly files: HostFiles; readonly log: readonly Decision[] } {
  const source = replays === undefined ? new SimplestSource() : new ReplaySource(replays);
  const decisions = new RecordedDecisions(source);
  const host = hostAccessOf({ host: { fs: true }, hostBytesMax: bytesMax });
  const world = new SimWorld(decisions, { latencyUsMax: 0, host });
  return { files: hostFiles(world, root), log: decisions.log };
}

function told(files: HostFiles, name: string): string {
  return thrownBy(() => files.read(name));
}

function thrownBy(body: () => unknown): string {
  try {
    return `nothing, it gave ${JSON.stringify(body())}`;
  } catch (thrown) {
    return (thrown as Error).message;
  }
}
