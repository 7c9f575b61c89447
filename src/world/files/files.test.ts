import fs from "node:fs";
import { mkdir, readFile, rmdir, stat, writeFile } from "node:fs/promises";
import { createRequire, syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AsyncLocalStorage } from "node:async_hooks";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import type { SeamCall } from "../../kernel/faults/fault.ts";
import { inWorld, seededWorld } from "../fixtures/hand-drive.ts";
import { resetSeams, seamOf } from "../seam.ts";
import { files } from "./disk.ts";
import { failure } from "./fixtures/program.ts";
import type { FsInfo } from "./fs-seams.ts";

const dir = join(tmpdir(), "gauntlet-simulated");

beforeAll(() => {
  seededWorld();
  syncBuiltinESMExports();
});

describe("files in a run", () => {
  test("are written over the project, which is only read", async () => {
    const seen = await inWorld(() => {
      const before = fs.readFileSync("package.json", "utf8");
      fs.writeFileSync("package.json", "{}");
      fs.rmSync("src", { recursive: true });
      const names = fs.readdirSync(".");
      return [before.length > 2, fs.readFileSync("package.json", "utf8"), names.includes("src")];
    });
    expect(seen).toEqual([true, "{}", false]);
    expect(fs.existsSync("src/index.ts")).toBe(true);
    expect(fs.readFileSync("package.json", "utf8").length).toBeGreaterThan(2);
  });

  test("are gone with the run, and real again outside of one", async () => {
    await inWorld(() => fs.mkdirSync(dir));
    expect(await inWorld(() => fs.existsSync(dir))).toBe(false);
    expect(fs.existsSync(dir)).toBe(false);
    expect(fs.openSync("package.json", "r")).toBeLessThan(1_000);
  });

  test("have bytes of their own, whoever wrote, read, copied or changes them", async () => {
    const seen = await inWorld(() => {
      fs.mkdirSync(dir);
      const [from, to] = [join(dir, "from"), join(dir, "to")];
      const given = Buffer.from("given");
      fs.writeFileSync(from, given);
      given.fill("x");
      fs.copyFileSync(from, to);
      fs.readFileSync(from).fill("y");
      const fd = fs.openSync(from, "r+");
      fs.writeSync(fd, "G");
      fs.ftruncateSync(fd, 3);
      fs.writeFileSync(join(dir, "text"), "text");
      fs.appendFileSync(join(dir, "text"), " and more");
      return fs.readdirSync(dir).map((name) => fs.readFileSync(join(dir, name), "utf8"));
    });
    expect(seen).toEqual(["Giv", "text and more", "given"]);
  });

  test("have descriptors of their own; real ones stay real", async () => {
    const real = fs.openSync("package.json", "r");
    const seen = await inWorld(() => [
      fs.openSync("package.json", "r"),
      fs.openSync("package.json", "r"),
      fs.readSync(real, Buffer.alloc(4)),
      fs.writeSync(2, ""),
    ]);
    fs.closeSync(real);
    expect(seen).toEqual([1_000, 1_001, 4, 0]);
  });

  test("obey their permission bits, also for root", async () => {
    const codes = await inWorld(async () => {
      fs.mkdirSync(dir);
      fs.writeFileSync(join(dir, "a"), "", { mode: 0o200 });
      fs.mkdirSync(join(dir, "shut"), { mode: 0o600 });
      fs.mkdirSync(join(dir, "fixed"), { mode: 0o500 });
      return Promise.all(
        [
          () => fs.readFileSync(join(dir, "a")),
          () => fs.appendFileSync(join(dir, "a"), "x"),
          () => fs.accessSync(join(dir, "a"), fs.constants.R_OK),
          () => fs.statSync(join(dir, "shut/x")),
          () => fs.writeFileSync(join(dir, "fixed/x"), ""),
          () => fs.mkdirSync(join(dir, "fixed/x")),
        ].map(async (call) => ((await failure(call)) as { message?: string }).message),
      );
    });
    expect(codes).toEqual([
      `EACCES: permission denied, open '${dir}/a'`,
      undefined,
      `EACCES: permission denied, access '${dir}/a'`,
      `EACCES: permission denied, stat '${dir}/shut/x'`,
      `EACCES: permission denied, open '${dir}/fixed/x'`,
      `EACCES: permission denied, mkdir '${dir}/fixed/x'`,
    ]);
  });

  test("have limits that can be set: of space and of open files", async () => {
    const seen = await inWorld(async (world) => {
      fs.mkdirSync(dir);
      Object.assign(files(world).limits, { bytesMax: 10, openMax: 2 });
      const path = join(dir, "a");
      fs.writeFileSync(path, "12345678");
      const full = await failure(() => fs.appendFileSync(path, "90ab"));
      fs.truncateSync(path, 4);
      fs.appendFileSync(path, "56");
      fs.openSync(path, "r");
      fs.openSync(path, "r");
      const { message } = (await failure(() => fs.openSync(path, "r"))) as Error;
      return [(full as Error).message, message];
    });
    expect(seen).toEqual([
      "ENOSPC: no space left on device, write",
      `EMFILE: too many open files, open '${dir}/a'`,
    ]);
  });

  test("have times of the virtual clock and numbers that do not vary", async () => {
    const body = async (): Promise<unknown> => {
      fs.mkdirSync(dir);
      await new Promise((resolve) => setTimeout(resolve, 5_000));
      fs.writeFileSync(join(dir, "a"), "");
      const { ino, mtime, birthtimeMs } = fs.statSync(join(dir, "a"));
      const made = fs.mkdtempSync(join(dir, "t-"));
      return [ino, mtime.toISOString(), birthtimeMs, made, fs.statSync("package.json")];
    };
    const first = await inWorld(body);
    expect((first as unknown[])[1]).toBe("2026-01-01T00:00:05.000Z");
    expect(await inWorld(body)).toEqual(first);
  });

  test("interleave by decision, and a file that is being written can be seen empty", async () => {
    const seen = new Set<string>();
    for (let seed = 0; seed < 100; seed++) {
      const body = async (): Promise<string> => {
        fs.mkdirSync(dir);
        const path = join(dir, "a");
        await writeFile(path, "old");
        const [, text] = await Promise.all([writeFile(path, "new"), readFile(path, "utf8")]);
        const order: string[] = [];
        await Promise.all(
          ["x", "y"].map((n) => writeFile(join(dir, n), n).then(() => order.push(n))),
        );
        return `${text} ${order.join("")}`;
      };
      const first = await inWorld(body, seededWorld(seed));
      expect(await inWorld(body, seededWorld(seed))).toBe(first);
      seen.add(first);
    }
    // Nobody waited for the other, so the reader sees what was, what will be, or neither.
    const texts = ["", "new", "old"];
    expect([...seen].toSorted()).toEqual(texts.flatMap((text) => [`${text} xy`, `${text} yx`]));
  });

  test("give a lock to one of two, and to the next when it is removed in between", async () => {
    const seen = new Set<string>();
    for (let seed = 0; seed < 100; seed++) {
      const body = async (): Promise<string> => {
        fs.mkdirSync(dir);
        const lock = join(dir, "lock");
        fs.mkdirSync(lock);
        const old = new Date(0);
        fs.utimesSync(lock, old, old);
        // As lock files are taken over: look, remove what is old, make it anew.
        const takeOver = async (): Promise<number> => {
          if ((await stat(lock)).mtimeMs !== 0) return 0;
          await rmdir(lock).catch(() => {});
          return mkdir(lock).then(
            () => 1,
            () => 0,
          );
        };
        const taken = await Promise.all([takeOver(), takeOver()].map((one) => one.catch(() => 0)));
        return taken.join("");
      };
      seen.add(await inWorld(body, seededWorld(seed)));
    }
    // One of the two, or each in turn, because the second removes what the first has made.
    expect([...seen].toSorted()).toEqual(["01", "10", "11"]);
  });

  test("keep AsyncLocalStorage in callbacks", async () => {
    const storage = new AsyncLocalStorage<string>();
    const seen = await inWorld(
      () =>
        new Promise((resolve) => {
          storage.run("mine", () => {
            fs.readFile("package.json", () => resolve(storage.getStore()));
          });
        }),
    );
    expect(seen).toBe("mine");
  });

  test("cannot be watched, and the refusal says so", async () => {
    const refused = await inWorld(() => failure(() => fs.watch(".")));
    expect((refused as Error).message).toBe("`fs.watch` is not simulated");
  });

  test("lead the stack of a rejection to whoever waits", async () => {
    const waitForNothing = async (): Promise<void> => void (await readFile(join(dir, "none")));
    const stack = await inWorld(() => waitForNothing().catch(({ stack: text }: Error) => text));
    expect(stack).toContain("waitForNothing");
  });
});

describe("faults on files", () => {
  afterEach(() => resetSeams());

  const write = (): string => {
    fs.mkdirSync(dir, { recursive: true });
    fs.writeFileSync(join(dir, "a"), "abcdef");
    return fs.readFileSync(join(dir, "a"), "utf8");
  };

  test("make a call fail with the error they throw", async () => {
    strike("world:fs.write", ({ args }) => {
      const { path, operation } = args[0] as FsInfo;
      throw new Error(`${operation} ${path === join(dir, "a")}`);
    });
    expect(await inWorld(() => failure(write))).toMatchObject({ message: "write true" });
  });

  test("shorten writes and reads, which whole files survive and single calls show", async () => {
    strike("world:fs.write", (call) => {
      const info = call.args[0] as FsInfo;
      return call.proceed([{ ...info, data: info.data?.subarray(0, 2) }]);
    });
    strike("world:fs.read", (call) => {
      return call.proceed([{ ...(call.args[0] as FsInfo), length: 4 }]);
    });
    const seen = await inWorld(() => {
      const text = write();
      const fd = fs.openSync(join(dir, "a"), "r+");
      return [text, fs.writeSync(fd, "xyz"), fs.readSync(fd, Buffer.alloc(10), 0, 10, 0)];
    });
    expect(seen).toEqual(["abcdef", 2, 4]);
  });

  test("corrupt what is read and leave the file as it is", async () => {
    strike("world:fs.read", (call) => {
      const bytes = Buffer.from(call.proceed() as Uint8Array);
      return call.ordinal === 1 ? bytes.fill("?", 0, 1) : bytes;
    });
    const seen = await inWorld(() => [write(), fs.readFileSync(join(dir, "a"), "utf8")]);
    expect(seen).toEqual(["?bcdef", "abcdef"]);
  });

  test("make an asynchronous call wait", async () => {
    strike("world:fs.open", async (call) => {
      await call.sleep(5_000);
      return call.proceed();
    });
    const seen = await inWorld(async (world) => {
      const text = await readFile("package.json", "utf8");
      return [text.length > 2, world.nowUs > 5_000_000];
    });
    expect(seen).toEqual([true, true]);
  });

  test("do not touch the loader of modules", async () => {
    strike("world:fs.read", () => {
      throw new Error("struck");
    });
    const require = createRequire(import.meta.url);
    const path = require.resolve("picocolors/package.json");
    const seen = await inWorld(async () => [
      require("picocolors/package.json").name,
      ((await failure(() => fs.readFileSync(path))) as Error).message,
    ]);
    expect(seen).toEqual(["picocolors", "struck"]);
  });
});

function strike(seam: string, act: (call: SeamCall) => unknown): void {
  seamOf(seam).inject({ name: `${seam} fault`, seam, strike: act }, 0);
}
