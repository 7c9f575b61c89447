import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, describe, expect, test } from "vitest";
import { gunzipBytes, gunzipFile, GzipEndError } from "./gunzip.ts";

const folder = mkdtempSync(path.join(tmpdir(), "gunzip-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const plain = "a line\n".repeat(2_000);
const packed = gzipSync(plain);

const behind: readonly (readonly [string, Uint8Array])[] = [
  ["a zero", Buffer.from([0])],
  ["many zeros", Buffer.alloc(70_000)],
  ["a byte of gzip's own", Buffer.from([0x1f])],
  ["another byte", Buffer.from([0x41])],
  ["text", Buffer.from("and more\n")],
  ["an empty stream", gzipSync("")],
  ["the same once more", packed],
];

async function unpacked(bytes: Uint8Array): Promise<string> {
  const file = path.join(folder, "sample.gz");
  writeFileSync(file, bytes);
  const parts: Uint8Array[] = [];
  await gunzipFile(file, (part) => void parts.push(part));
  return Buffer.concat(parts).toString("utf8");
}

describe("a gzipped file", () => {
  test("is unpacked as it was packed", async () => {
    expect(await unpacked(packed)).toBe(plain);
    expect(gunzipBytes(packed, 1_000_000).toString("utf8")).toBe(plain);
  });

  test.each(behind)("with %s behind its end is refused every time", async (_, rest) => {
    const bytes = Buffer.concat([packed, rest]);
    for (let time = 0; time < 5; time++) {
      await expect(unpacked(bytes)).rejects.toMatchObject({
        code: expect.stringMatching(/^Z_/) as unknown,
      });
    }
    expect(() => gunzipBytes(bytes, 1_000_000)).toThrow(
      expect.objectContaining({ code: expect.stringMatching(/^Z_/) as unknown }) as Error,
    );
  });

  test("says where its data ends and the file does not", async () => {
    const error = await unpacked(Buffer.concat([packed, Buffer.from([0])])).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(GzipEndError);
    const { length } = packed;
    expect(error).toHaveProperty(
      "message",
      `the gzipped data ends at byte ${length}, the file has ${length + 1} bytes`,
    );
  });

  test("that is cut short is refused", async () => {
    await expect(unpacked(packed.subarray(0, -9))).rejects.toHaveProperty("code", "Z_BUF_ERROR");
  });

  test("ends with what its reader throws", async () => {
    const file = path.join(folder, "sample.gz");
    writeFileSync(file, packed);
    const refusal = new Error("a bad line");
    const refuse = (): never => {
      throw refusal;
    };
    await expect(gunzipFile(file, refuse)).rejects.toBe(refusal);
  });
});
