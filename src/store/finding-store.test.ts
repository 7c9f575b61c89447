import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import type * as fsPromises from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import type { Finding } from "../kernel/result/finding.ts";
import { decisionsFromToken } from "../kernel/decisions/token.ts";
import { sampleTrace } from "../kernel/trace/trace.fuzz.ts";
import { unwrittenNotes } from "../kernel/result/unwritten-file.ts";
import { storeFinding, writeWhole } from "./finding-store.ts";
import { keepRun, openRun, runIds } from "./runs/run-store.ts";
import { writeTrace } from "./trace-file.ts";
import { UnwrittenError } from "./unwritten.ts";
import { UnwrittenFiles } from "./unwritten-files.ts";

/** Which call of the file system fails, with what, and how often before it works again. */
const disk = vi.hoisted(() => ({ failing: "", code: "", times: Infinity }));

vi.mock("node:fs/promises", async (load) => {
  const real = await load<typeof fsPromises>();
  const refusal = (syscall: string, file: string): Error => {
    disk.times -= 1;
    const message = `${disk.code}: ${syscall} '${file}'`;
    return Object.assign(new Error(message), { code: disk.code, syscall, path: file });
  };
  const fails = (name: string): boolean => disk.failing === name && disk.times > 0;
  const open = async (file: string, flags?: string): Promise<fsPromises.FileHandle> => {
    if (fails("open") && flags === "wx") throw refusal("open", file);
    const handle = await real.open(file, flags);
    if (flags !== "wx" || !fails("write")) return handle;
    const write = async (): Promise<never> => {
      // A part of it is there when the disk is full.
      await real.appendFile(file, "half of");
      throw refusal("write", file);
    };
    handle.writeFile = write;
    handle.write = write;
    handle.writev = write;
    return handle;
  };
  return {
    ...real,
    open,
    mkdir: (file: string, options: object) =>
      fails("mkdir") ? Promise.reject(refusal("mkdir", file)) : real.mkdir(file, options),
    rename: (from: string, to: string) =>
      fails("rename") ? Promise.reject(refusal("rename", from)) : real.rename(from, to),
  };
});

const finding: Finding = {
  id: "cart-0a1b2c3d",
  kind: "property",
  identity: { error: "", message: "", frame: "", property: "charged once", key: "0a1b2c3d" },
  message: "charged twice",
  subject: "cart",
  place: undefined,
  story: [],
  shrunk: { from: 3, to: 3, attempts: 0 },
  occurrences: 1,
  runIndex: 0,
  trace: ".gauntlet/findings/cart-0a1b2c3d/trace.jsonl.gz",
  replay: "npx gauntlet replay .gauntlet/findings/cart-0a1b2c3d/trace.jsonl.gz",
  token: undefined,
  isConfirmed: true,
};

let root = "";

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), "gauntlet-disk-"));
  const own = root;
  onTestFinished(() => rmSync(own, { recursive: true, force: true }));
  breakDisk("", "");
});

function breakDisk(failing: string, code: string, times = Infinity): void {
  Object.assign(disk, { failing, code, times });
}

/** Every file below the project, so that nothing half is overlooked. */
function left(): readonly string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .toSorted();
}

const refusals = [
  ["write", "ENOSPC", "no space left on the disk (ENOSPC)"],
  ["write", "EDQUOT", "the disk quota is used up (EDQUOT)"],
  ["write", "EIO", "the disk reports an error (EIO)"],
  ["open", "EROFS", "the file system is read-only (EROFS)"],
  ["open", "EACCES", "no permission (EACCES)"],
  ["open", "EMFILE", "this process has too many files open (EMFILE)"],
  ["open", "ENAMETOOLONG", "the path is too long (ENAMETOOLONG)"],
  ["mkdir", "EROFS", "the file system is read-only (EROFS)"],
  ["mkdir", "EACCES", "no permission (EACCES)"],
  ["rename", "ENOSPC", "no space left on the disk (ENOSPC)"],
] as const;

describe("a finding", () => {
  test.each(refusals)("is told with its token where %s fails with %s", async (call, code, why) => {
    breakDisk(call, code);
    const kept = await storeFinding(root, { finding, trace: sampleTrace });
    const folder = `.gauntlet/findings/${finding.id}`;
    expect(kept.unwritten).toEqual([
      { path: `${folder}/trace.jsonl.gz`, reason: why },
      { path: `${folder}/finding.json`, reason: why },
    ]);
    expect(kept.artifacts).toEqual([]);
    expect(kept.finding).toMatchObject({ id: finding.id, trace: undefined });
    const { token = "", replay } = kept.finding;
    expect(decisionsFromToken(token)).toEqual(sampleTrace.decisions);
    expect(replay).toContain(` --token ${token}`);
    expect(left()).toEqual([]);
  });

  test("that can be written has its trace, and nothing is said to be lost", async () => {
    const kept = await storeFinding(root, { finding, trace: sampleTrace });
    expect(kept).toMatchObject({ finding, unwritten: [] });
    expect(left()).toEqual(["finding.json", "trace.jsonl.gz"]);
  });

  test("that was kept before stays where the new one cannot be written", async () => {
    await storeFinding(root, { finding, trace: sampleTrace });
    const file = path.join(root, finding.trace ?? "");
    const before = readFileSync(file);
    breakDisk("write", "ENOSPC");
    await storeFinding(root, { finding, trace: sampleTrace });
    expect(readFileSync(file)).toEqual(before);
    expect(left()).toEqual(["finding.json", "trace.jsonl.gz"]);
  });

  test.each([".gauntlet", ".gauntlet/findings", `.gauntlet/findings/${finding.id}`])(
    "is told where `%s` is a file",
    async (name) => {
      mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
      writeFileSync(path.join(root, name), "");
      const { unwritten } = await storeFinding(root, { finding, trace: sampleTrace });
      const [note] = unwrittenNotes(unwritten);
      expect(note).toContain(`${path.join(root, name)} is a file, not a folder`);
      expect(note).toContain(`.gauntlet/findings/${finding.id}/trace.jsonl.gz`);
    },
  );

  test("is written although its folder goes away in the middle of it", async () => {
    breakDisk("open", "ENOENT", 1);
    const kept = await storeFinding(root, { finding, trace: sampleTrace });
    expect(kept.unwritten).toEqual([]);
    expect(existsSync(path.join(root, finding.trace ?? ""))).toBe(true);
  });
});

describe("a file", () => {
  test("that cannot be written is an error with path and reason, and leaves no part", async () => {
    breakDisk("write", "ENOSPC");
    const file = path.join(root, "report.json");
    const error = await writeWhole(file, "{}").catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(UnwrittenError);
    expect(error).toMatchObject({
      code: "F001",
      file,
      reason: "no space left on the disk (ENOSPC)",
    });
    expect(left()).toEqual([]);
  });

  test("that is a trace says so", async () => {
    breakDisk("write", "ENOSPC");
    const target = { path: path.join(root, "t.jsonl"), trace: sampleTrace } as const;
    await expect(writeTrace({ ...target, collision: "error" })).rejects.toMatchObject({
      code: "T019",
      reason: "no space left on the disk (ENOSPC)",
    });
    expect(left()).toEqual([]);
  });

  test("that a bug of ours kept from being written is no refusal of the disk", async () => {
    const refused = new UnwrittenFiles(root);
    const bug = (): Promise<never> => Promise.reject(new TypeError("x is undefined"));
    await expect(refused.attempt(bug)).rejects.toThrow(TypeError);
    expect(refused.list).toEqual([]);
  });
});

test("a run that cannot be kept whole leaves nothing", async () => {
  const run = await openRun(root);
  breakDisk("write", "ENOSPC");
  const facts = {
    command: "explore",
    subject: "cart",
    verdict: "held",
    startedAt: "",
    finishedAt: "",
    identities: [],
    findings: [],
    traces: [],
    document: "{}",
    text: "",
  } as const;
  await expect(keepRun(root, run, facts)).rejects.toThrow(UnwrittenError);
  expect(await runIds(root)).toEqual([]);
});

test("files that share a reason are one note", () => {
  const reason = "no space left on the disk (ENOSPC)";
  const files = ["a", "b", "c", "d", "e"].map((name) => ({ path: name, reason }));
  expect(unwrittenNotes([...files, { path: "f", reason: "no permission (EACCES)" }])).toEqual([
    "no space left on the disk (ENOSPC), so not written: a, b, c and 2 more",
    "no permission (EACCES), so not written: f",
  ]);
});
