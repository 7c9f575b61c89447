import type { Finding } from "../../src/kernel/result/finding.ts";
import type { Failure } from "../../src/kernel/failure/failure.ts";
import {
  type ScanFinding,
  saveScanFindings,
  type SaveOutcome,
} from "../../src/store/regressions/index.ts";
import { readTrace } from "../../src/store/trace-file.ts";
import { scanFinding } from "../fixtures/scan-finding.ts";
import type { TempProject } from "./temp-project.ts";

/** A function that chokes on the empty text, and two ways to mend it. */
export const money = {
  broken: "export function parsePrice(text) {\n  return text.match(/\\d+/)[0].length;\n}\n",
  mended:
    "export function parsePrice(text) {\n  return (text.match(/\\d+/) ?? [''])[0].length;\n}\n",
  refusing:
    "export function parsePrice(text) {\n  if (text === '') throw new RangeError('empty');\n" +
    "  return text.match(/\\d+/)[0].length;\n}\n",
};

/** The module that a scan would write for the function. */
const subject = `
import fc from "fast-check";
import { chaosTest } from "gauntlet";
import * as m0 from "../../src/money.js";
export const parsePrice = chaosTest({
  name: "parsePrice",
  setup: () => ({}),
  rules: {
    parsePrice: {
      draw: { text: fc.constantFrom("", "1") },
      run: (_, { text }) => void m0.parsePrice(text),
    },
  },
});
`;

/** Explores the function as a scan does, and saves what it finds. */
export async function saveFinding(
  project: TempProject,
): Promise<SaveOutcome & { readonly id: string }> {
  project.write("src/money.js", money.broken);
  project.write(".gauntlet/scan/money.js", subject);
  const words = ["explore", ".gauntlet/scan/money.js#parsePrice", "--runs", "20", "--no-corpus"];
  await project.cli(...words);
  const found = await findingOf(project);
  const saved = await saveScanFindings([found], {
    projectRoot: project.root,
    hasBundles: true,
    version: "0.0.0",
  });
  return { ...saved, id: found.finding.id };
}

// --- inside ---

async function findingOf(project: TempProject): Promise<ScanFinding> {
  const { readdirSync } = await import("node:fs");
  const [id = ""] = readdirSync(project.path(".gauntlet/findings"));
  const finding = JSON.parse(project.read(`.gauntlet/findings/${id}/finding.json`)) as Finding;
  const { message } = finding;
  const failure: Failure = { kind: "thrown", error: "TypeError", message, stack: message };
  const target = { module: "src/money.js", name: "parsePrice" };
  const from = { module: "src/money.js", path: ["parsePrice"] };
  const calls = scanFinding().calls.map((call) => ({ ...call, from }));
  const trace = await readTrace(project.path(`.gauntlet/findings/${id}/trace.jsonl.gz`));
  const text = { text: subject, file: ".gauntlet/scan/money.js" };
  return scanFinding({ finding, failure, target, calls, trace, subject: text });
}
