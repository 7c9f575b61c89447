import { expect, test } from "vitest";
import { TempProject } from "./temp-project.ts";

// Three places are there for when `rates` fails: a handler, a loop that tries again, a fallback.
const client = `export function rates(): number | undefined {
  return 7;
}
export function audit(): void {}

export function rate(): number {
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      return rates() ?? 1;
    } catch {
      continue;
    }
  }
  return 0;
}

export function book(): boolean {
  try {
    audit();
    return true;
  } catch {
    return false;
  }
}
`;

const chaosFile = (faults: string): string => `
import { chaosTest, fault } from "gauntlet";
import { book, rate } from "./src/client.ts";

export default chaosTest({
  name: "client",
  setup: () => ({}),
  faults: [${faults}],
  rules: { rate: { run: () => { rate(); } }, book: { run: () => { book(); } } },
  invariants: { "it answers": () => true },
});
`;

const auditFails = `fault.errorOnCall("src/client.ts#audit")`;
const ratesFails = `fault.errorOnCall("src/client.ts#rates")`;
const ratesGone = `fault.custom({
  name: "gone",
  seam: "src/client.ts#rates",
  strike: (call) => { call.fire(); return undefined; },
})`;

test("a retry, a fallback and a handler that no run entered under a fault are named", async () => {
  const project = new TempProject({
    "src/client.ts": client,
    "some.chaos.ts": chaosFile(auditFails),
    "all.chaos.ts": chaosFile([auditFails, ratesFails, ratesGone].join(", ")),
  });
  const flags = ["--runs", "60", "--report", "text:report.txt"];
  const told = await project.told("explore", "some.chaos.ts", ...flags);
  expect(told.code).toBe(0);
  expect(linesFrom(project.read("report.txt"), "never entered")).toMatchInlineSnapshot(`
    "? never entered under a fault: retry at src/client.ts:7, fallback at src/client.ts:9, catch at
      src/client.ts:10"
  `);
  const [some] = told.coverage.subjects ?? [];
  expect(
    some?.handlers.map(({ kind, file, line, underFault }) => [
      kind,
      `${file}:${line}`,
      underFault > 0,
    ]),
  ).toEqual([
    ["retry", "src/client.ts:7", false],
    ["fallback", "src/client.ts:9", false],
    ["catch", "src/client.ts:10", false],
    ["catch", "src/client.ts:21", true],
  ]);
  const all = await project.told("explore", "all.chaos.ts", "--runs", "60");
  expect(all.coverage.subjects?.[0]?.handlers.map(({ underFault }) => underFault > 0)).toEqual([
    true,
    true,
    true,
    true,
  ]);
}, 60_000);

// --- inside ---

function linesFrom(out: string, words: string): string {
  const lines = out.split("\n");
  const at = lines.findIndex((line) => line.includes(words));
  const rest = lines.slice(at + 1).findIndex((line) => !line.startsWith("  "));
  return lines.slice(at, at + 1 + Math.max(0, rest)).join("\n");
}
