import fs from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { inWorld } from "../fixtures/hand-drive.ts";
import { installFiles } from "./install-files.ts";

beforeAll(() => installFiles());

test("a run that closes its stdout closes it for itself only", async () => {
  const seen = await inWorld(() => {
    fs.closeSync(1);
    return [codeOf(() => fs.writeSync(1, "lost")), codeOf(() => fs.closeSync(1))];
  });
  expect(seen).toEqual(["EBADF", "EBADF"]);
  expect(await inWorld(() => fs.writeSync(1, ""))).toBe(0);
});

test("the pipes on which a worker speaks are not there for user code", async () => {
  const seen = await inWorld(() => [
    codeOf(() => fs.writeSync(3, "a forged message")),
    codeOf(() => fs.closeSync(3)),
    codeOf(() => fs.readSync(4, Buffer.alloc(1))),
  ]);
  expect(seen).toEqual(["EBADF", "EBADF", "EBADF"]);
});

function codeOf(call: () => unknown): string | undefined {
  try {
    call();
    return undefined;
  } catch (thrown) {
    return (thrown as NodeJS.ErrnoException).code;
  }
}
