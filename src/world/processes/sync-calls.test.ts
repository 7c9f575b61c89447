import child from "node:child_process";
import { expect, test } from "vitest";
import { inWorld, seededWorld, thrownBy } from "../fixtures/hand-drive.ts";

seededWorld();

const bad: Readonly<Record<string, () => unknown>> = {
  "no name": () => child.spawnSync(""),
  "a name that is none": () => child.spawnSync(5 as never),
  "words that are none": () => child.spawnSync("true", "x" as never),
  "a null byte": () => child.spawnSync("true", ["a\0b"]),
  "a folder that is none": () => child.spawnSync("true", { cwd: 5 as never }),
  "a negative limit of output": () => child.spawnSync("true", { maxBuffer: -1 }),
  "a limit of output that is none": () => child.spawnSync("true", { maxBuffer: {} as never }),
  "a negative limit of time": () => child.spawnSync("true", { timeout: -1 }),
  "a signal that is none": () => child.spawnSync("true", { killSignal: "SIGNOT" as never }),
  "input that is none": () => child.spawnSync("true", { input: 5 as never }),
  "no line for a shell": () => child.execSync(5 as never),
};

test.each(Object.entries(bad))("%s is refused as Node does it", async (_name, call) => {
  const real = await thrownBy(call);
  const simulated = await inWorld(() => thrownBy(call));
  expect(real).not.toBe("nothing");
  expect(code(simulated)).toEqual(code(real));
});

test("a getter cannot slip another program in after the first was judged", async () => {
  const names = ["route", "true"];
  const options = {
    get shell() {
      return names.shift() ?? "true";
    },
  };
  await inWorld(() => expect(() => child.execSync("tool", options)).toThrow("ENOENT"));
});

// --- inside ---

function code(thrown: unknown): unknown {
  const { name, code: known } = Object(thrown) as {
    readonly name?: unknown;
    readonly code?: unknown;
  };
  return { name, code: known };
}
