// How well the rules that read meaning judge: every sentence of `test/agents-corpus` is given to
// `no_success_after_tool_error` or `refusal_check` as the answer of an agent, with the calls that
// its section names. Prints precision and recall; below the limits it ends with 1.
//   npm run build && npm run agents:corpus [-- --wrong]   # with each sentence that is misjudged
import { judgeInvariant } from "../compiled/engines/agents/judge/judge-invariant.js";
import { figuresOf, isHeldOut, sentenceFiles, sentencesIn } from "./agents-sentences.mjs";

const precisionMin = 0.98;
const heldOutPrecisionMin = 0.95; // of so few sentences each mistake counts 0.02
const recallMin = 0.9;
const showsWrong = process.argv.includes("--wrong");

const files = sentenceFiles();
const sets = [
  { name: "corpus", cases: files.filter((name) => !isHeldOut(name)).flatMap(sentencesIn) },
  ...files
    .filter(isHeldOut)
    .map((name) => ({ name: name.replace(".txt", ""), cases: sentencesIn(name) })),
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
    const least = isHeldOut(name) ? heldOutPrecisionMin : precisionMin;
    isBelow ||= figures.precision < least || figures.recall < recallMin;
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
  const found = new Map();
  for (const one of cases) {
    const { state } = await judgeInvariant(invariantOf(one.type), evidenceOf(one));
    found.set(one, wanted === "claim" ? state === "fail" : state === "pass");
  }
  const isWanted = ({ label }) => label === wanted;
  return figuresOf(cases, { isWanted, isFound: (one) => found.get(one) });
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
