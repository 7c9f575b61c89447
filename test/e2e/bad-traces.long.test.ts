import { mkdirSync, readFileSync, truncateSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { TempProject } from "./temp-project.ts";

// A trace comes from a colleague, a CI archive or a merge conflict: whatever happened to it, the
// answer is an error that names the file and the line, and nothing else changes.

const chaosFile = `
import fc from "fast-check";
import { chaosTest } from "gauntlet";
export default chaosTest({
  name: "counter",
  setup: () => ({ sum: 0 }),
  rules: {
    add: {
      draw: { by: fc.integer({ min: 1, max: 9 }) },
      run: (state, { by }) => {
        state.sum += by;
      },
    },
  },
  invariants: { "the sum stays small": (state) => state.sum < 20 },
});
`;

async function damagedTraces(): Promise<TempProject> {
  const project = new TempProject({ "counter.chaos.ts": chaosFile });
  const { findings } = await project.told("explore", "counter.chaos.ts", "--runs", "20");
  const zipped = readFileSync(project.path(findings[0]?.trace ?? ""));
  const text = gunzipSync(zipped).toString("utf8");
  const lines = text.split("\n");
  const put = (name: string, content: string | Uint8Array): void =>
    project.write(`traces/${name}`, content);
  put("good.jsonl", text);
  put("cut.jsonl", text.slice(0, text.length - 40));
  put("cut.jsonl.gz", zipped.subarray(0, zipped.length - 30));
  put("edited.jsonl", lines.with(2, (lines[2] ?? "").replace(/\d+/, "7777")).join("\n"));
  put("version.jsonl", text.replace(`"version":1`, `"version":99`));
  put(
    "binary.jsonl",
    Uint8Array.from({ length: 4_000 }, (_, at) => (at * 151) % 256),
  );
  put("empty.jsonl", "");
  put("huge.jsonl", text);
  truncateSync(project.path("traces/huge.jsonl"), 1024 ** 3);
  mkdirSync(project.path("traces/folder"));
  return project;
}

const damages: readonly (readonly [string, RegExp])[] = [
  ["cut.jsonl", /cut short|was changed or cut|no line end/],
  ["cut.jsonl.gz", /error\[T015\]: the gzipped data is damaged or cut short/],
  ["edited.jsonl", /the line was changed[^]*traces\/edited\.jsonl:3/],
  ["version.jsonl", /the trace has version 99[^]*version\.jsonl:1[^]*reads version 1 only/],
  ["binary.jsonl", /binary\.jsonl/],
  ["empty.jsonl", /the trace is empty/],
  ["huge.jsonl", /1073741824 bytes, at most 536870912 are read/],
  ["folder", /a folder, not a trace file/],
  ["missing.jsonl", /there is no trace `traces\/missing\.jsonl`/],
];

test("a trace that cannot be read is an error with its place, exit 2, in every verb", async () => {
  const project = await damagedTraces();
  for (const [name, message] of damages) {
    const file = `traces/${name}`;
    const outcomes = await Promise.all([
      project.cli("replay", file),
      project.cli("trace", "verify", file),
      ...(name === "edited.jsonl" || name === "huge.jsonl"
        ? [
            project.cli("shrink", file),
            project.cli("trace", "show", file),
            project.cli("trace", "diff", "traces/good.jsonl", file),
          ]
        : []),
    ]);
    for (const { code, out, err } of outcomes) {
      expect({ name, code, out }).toEqual({ name, code: 2, out: "" });
      expect(err).toMatch(message);
      expect(err).toMatch(/^error\[T\d{3}\]: [^]*\n {2}--> /);
    }
  }
  const told = await project.cli("replay", "traces/edited.jsonl", "--json");
  expect([told.code, JSON.parse(told.out)]).toMatchObject([2, { error: { code: "T003" } }]);
  const { code, out } = await project.cli("trace", "verify", "traces/good.jsonl");
  expect([code, out]).toEqual([0, expect.stringContaining("traces/good.jsonl is whole: counter")]);
});

test("the folder and the id of a finding stand for its trace; a near id is offered", async () => {
  const project = new TempProject({ "counter.chaos.ts": chaosFile });
  const { findings } = await project.told("explore", "counter.chaos.ts", "--runs", "20");
  const id = findings[0]?.id ?? "";
  const [byId, byFolder, near, diff] = await Promise.all([
    project.told("replay", id),
    project.cli("trace", "show", `.gauntlet/findings/${id}`),
    project.cli("replay", `${id}0`),
    project.cli("trace", "diff", id, id),
  ]);
  expect(byId.code).toBe(1);
  expect(byId.findings[0]?.identity).toEqual(findings[0]?.identity);
  expect(byFolder.out).toContain("the sum stays small");
  expect([near.code, near.err]).toEqual([2, expect.stringContaining(`did you mean \`${id}\`?`)]);
  expect([diff.code, diff.out]).toEqual([0, expect.stringContaining("the traces are equal")]);
});
