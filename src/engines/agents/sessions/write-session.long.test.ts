import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, expect, test } from "vitest";
import { checkSession, readSession } from "./read-session.ts";
import { sessionData, sessionYaml } from "./write-session.ts";

let folder = "";

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "gauntlet-session-"));
});

afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

test("any session reads back as it was written", async () => {
  const text = fc.string({ unit: "binary", maxLength: 60 });
  const any = fc.oneof(text, fc.constantFrom("a\r\nb", " x\n  y\n\n", "null", "\ud800", "\u2028"));
  const sessions = fc.record({
    id: fc.string({ minLength: 1, maxLength: 20 }),
    name: any,
    source: any,
    input: any,
    history: fc.array(any, { maxLength: 3 }),
    contract: fc.string({ minLength: 1 }),
    toolResponses: fc.array(
      fc.record({
        tool: fc.string({ minLength: 1, maxLength: 20 }),
        response: fc.oneof(any, fc.constant(null), fc.array(any), fc.dictionary(any, any)),
        status: fc.integer({ min: 200, max: 599 }),
        latencyMs: fc.nat({ max: 600_000 }),
      }),
      { maxLength: 3 },
    ),
  });
  await fc.assert(
    fc.asyncProperty(sessions, async (session) => {
      const file = join(folder, "any.yaml");
      const yaml = await sessionYaml(session);
      expect(yaml).not.toMatch(/[^\P{C}\n]/u);
      await writeFile(file, yaml);
      expect(await readSession({ file, shown: "any.yaml" })).toEqual(session);
      const inline = JSON.parse(JSON.stringify(sessionData(session))) as unknown;
      expect(await checkSession(inline, "inline")).toEqual(session);
    }),
    { numRuns: 300 },
  );
});
