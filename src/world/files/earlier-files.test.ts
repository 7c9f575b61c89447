import fs from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeEach, expect, test } from "vitest";
import { EscapeError, escapeText, listenToEscapes } from "../escapes.ts";
import { inWorld, seededWorld } from "../fixtures/hand-drive.ts";
import { guardEarlierHandles } from "./earlier-files.ts";

const root = fs.mkdtempSync(path.join(tmpdir(), "gauntlet-earlier-"));
const file = path.join(root, "log");
afterAll(() => fs.rmSync(root, { recursive: true, force: true }));
seededWorld();
await guardEarlierHandles();

beforeEach(() => listenToEscapes((escape) => new EscapeError(escapeText(escape), escape.stack)));
afterEach(() => listenToEscapes(() => undefined));

test("a descriptor from before the run is not written to", async () => {
  const fd = fs.openSync(file, "w");
  try {
    await inWorld(() => {
      expect(() => fs.writeSync(fd, "x")).toThrow("`fs.write` leaves the simulated world");
      expect(() => fs.writeFileSync(fd, "x")).toThrow(EscapeError);
      expect(() => fs.ftruncateSync(fd, 9)).toThrow(EscapeError);
      expect(() => fs.write(fd, "x", () => {})).toThrow(EscapeError);
    });
    expect(fs.readFileSync(file, "utf8")).toBe("");
    fs.writeSync(fd, "outside");
    expect(fs.readFileSync(file, "utf8")).toBe("outside");
  } finally {
    fs.closeSync(fd);
  }
});

test("a handle from before the run is not written to, in whatever way", async () => {
  const handle = await fs.promises.open(file, "w");
  try {
    const thrown: unknown[] = [];
    await inWorld(async () => {
      const keep = (error: unknown): void => void thrown.push(error);
      await fs.promises.writeFile(handle, "x").catch(keep);
      for (const call of [() => handle.write("x"), () => handle.truncate(9)]) {
        expect(call).toThrow(EscapeError);
      }
    });
    expect(thrown[0]).toBeInstanceOf(EscapeError);
    expect(fs.readFileSync(file, "utf8")).toBe("");
    await handle.writeFile("outside");
    expect(fs.readFileSync(file, "utf8")).toBe("outside");
  } finally {
    await handle.close();
  }
});

test("a file that the run opens itself, stdout and stderr are written to as ever", async () => {
  await inWorld(async () => {
    const fd = fs.openSync(file, "w");
    expect(fs.writeSync(fd, "abc")).toBe(3);
    fs.closeSync(fd);
    const handle = await fs.promises.open(file, "a");
    await handle.write("def");
    await handle.close();
    expect(fs.readFileSync(file, "utf8")).toBe("abcdef");
    expect(fs.writeSync(1, "")).toBe(0);
  });
});
