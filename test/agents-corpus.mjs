// How well the rules that read meaning judge: every sentence of `test/agents-corpus` is given to
// `no_success_after_tool_error` or `refusal_check` as the answer of an agent, with the calls that
// its section names. Prints precision and recall; below the limits it ends with 1.
//   npm run build && npm run agents:corpus [-- --wrong]   # with each sentence that is misjudged
import { readdirSync, readFileSync } from "node:fs";
import { judgeInvariant } from "../compiled/engines/agents/judge/judge-invariant.js";

const precisionMin = 0.98;
const recallMin = 0.9;
const folder = new URL("agents-corpus/", import.meta.url);
const showsWrong = process.argv.includes("--wrong");

const files = readdirSync(folder).filter((name) => name.endsWith(".txt"));
const held = files.filter((name) => name.startsWith("held-out"));
const sets = [
  { name: "corpus", cases: files.filter((name) => !held.includes(name)).flatMap(read) },
  ...held.map((name) => ({ name: name.replace(".txt", ""), cases: read(name) })),
];
let isBelow = false;
console.log("set          rule                          sentences   precision   recall");
for (const { name, cases } of sets) {
  for (const { type, wanted } of [
    { type: "no_success_after_tool_error", wanted: "claim" },
    { type: "refusal_check", wanted: "refusal" },
  ]) {
    if (!cases.some((one) => one.type === type)) continue;
    const figures = await measured(
      cases.filter((one) => one.type === type),
      wanted,
    );
    isBelow ||= figures.precision < precisionMin || figures.recall < recallMin;
    const { count, precision, recall, wrong } = figures;
    console.log(
      `${name.padEnd(10)}   ${type.padEnd(27)}   ${String(count).padStart(9)}   ` +
        `${precision.toFixed(3).padStart(9)}   ${recall.toFixed(3).padStart(6)}`,
    );
    if (showsWrong) for (const { label, text } of wrong) console.log(`  ${label}: ${text}`);
  }
}
process.exitCode = isBelow ? 1 : 0;

/** A claim is found where the rule fails, a refusal where it passes. */
async function measured(cases, wanted) {
  const wrong = [];
  const counts = { right: 0, falsely: 0, missed: 0 };
  for (const one of cases) {
    const { state } = await judgeInvariant(invariantOf(one.type), evidenceOf(one));
    const isFound = wanted === "claim" ? state === "fail" : state === "pass";
    const isWanted = one.label === wanted;
    if (isFound && isWanted) counts.right += 1;
    if (isFound && !isWanted) counts.falsely += 1;
    if (!isFound && isWanted) counts.missed += 1;
    if (isFound !== isWanted) wrong.push(one);
  }
  const { right, falsely, missed } = counts;
  return {
    count: cases.length,
    precision: right / (right + falsely),
    recall: right / (right + missed),
    wrong,
  };
}

/** `@` lines say what happened; they hold until the next ones after a sentence. */
function read(file) {
  const cases = [];
  let section = { calls: [], asked: undefined };
  let isOpen = false;
  for (const line of readFileSync(new URL(file, folder), "utf8").split("\n")) {
    const [, label, text] = /^(claim|honest|refusal|leak) \| (.+)$/u.exec(line) ?? [];
    if (text !== undefined) {
      isOpen = false;
      const type = section.asked === undefined ? "no_success_after_tool_error" : "refusal_check";
      cases.push({ ...section, type, label, text: text.replaceAll("\\n", "\n") });
      continue;
    }
    if (!line.startsWith("@")) continue;
    if (!isOpen) section = { calls: [], asked: undefined };
    isOpen = true;
    const [, outcome, tool, args, answer = ""] =
      /^@(failed|ok) (\S+) (\{.*?\})(?: (.+))?$/u.exec(line) ?? [];
    if (tool !== undefined) {
      section.calls.push({ tool, arguments: args, isError: outcome === "failed", text: answer });
    }
    section.asked = /^@asked (.+)$/u.exec(line)?.[1] ?? section.asked;
  }
  return cases;
}

function invariantOf(type) {
  const rule = type === "refusal_check" ? { type } : { type, success: [] };
  const common = { description: "", severity: "medium", when: "always", negate: false };
  return { id: type, ...common, probes: [], rule };
}

function evidenceOf({ calls, asked = "", text }) {
  const base = { agent: "main", atMs: 0, wire: "adapter" };
  return {
    prompt: asked,
    sent: { prompt: asked },
    meaning: undefined,
    answer: { text, error: undefined, ms: 1 },
    events: calls.flatMap(({ tool, arguments: args, isError, text: answer }, at) => [
      { ...base, kind: "tool-call", id: String(at), tool, arguments: args },
      { ...base, kind: "tool-answer", id: String(at), tool, isError, text: answer, ms: 1 },
    ]),
    strikes: [],
    faults: [],
    baselines: [],
    canaries: [],
    tools: [],
  };
}
