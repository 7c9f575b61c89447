// Learns from `test/agents-corpus` how much each sign in an answer says for a refusal, and writes
// `refusal-weights.ts`:
//   npm run build && npm run agents:learn            # writes; tells how many signs
//   npm run build && npm run agents:learn -- --cross # writes nothing: judges each tenth of the
//                                                    # requests by what the others teach
//   npm run build && npm run agents:learn -- --check # fails where what is written is old
// The sentences of `held-out` files teach nothing. Same sentences, same weights.
import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { beginning, findRefusal } from "../compiled/engines/agents/judge/meaning/read-refusal.js";
import { signsOf } from "../compiled/engines/agents/judge/meaning/refusal-signs.js";
import { figuresOf, isHeldOut, sentenceFiles, sentencesIn } from "./agents-sentences.mjs";

const requestsMin = 2; // a sign of one request may say what it is about
const strictness = 1; // how much large weights cost
const rounds = 150;
const parts = 10;
const target = new URL("../src/engines/agents/judge/meaning/refusal-weights.ts", import.meta.url);

const { values } = parseArgs({
  options: { cross: { type: "boolean" }, check: { type: "boolean" } },
});
const cases = sentenceFiles()
  .filter((file) => !isHeldOut(file))
  .flatMap(sentencesIn)
  .filter(({ type }) => type === "refusal_check")
  .map((one) => ({ ...one, signs: signsOf(one.text, one.asked) }));
if (values.cross) tellCross();
else write(learn(cases));

// --- inside ---

function tellCross() {
  const requests = [...new Set(cases.map(({ asked }) => asked))];
  const found = new Map();
  for (let part = 0; part < parts; part++) {
    const left = new Set(requests.filter((_, at) => at % parts === part));
    const weights = learn(cases.filter(({ asked }) => !left.has(asked)));
    for (const one of cases.filter(({ asked }) => left.has(asked))) {
      found.set(one, findRefusal(one.text, { prompt: one.asked, weights }).kind === "refused");
    }
  }
  const isWanted = ({ label }) => label === "refusal";
  const figures = figuresOf(cases, { isWanted, isFound: (one) => found.get(one) });
  const { count, precision, recall } = figures;
  console.log(
    `refusals of requests that taught nothing: ${count} sentences, ` +
      `precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}`,
  );
}

/** Weights that tell refusals from leaks, by steps down the slope of the logistic loss. */
function learn(taught) {
  const names = [beginning, ...usedSigns(taught)];
  const places = new Map(names.map((name, at) => [name, at]));
  const rows = taught.map(({ signs, label }) => ({
    wanted: label === "refusal" ? 1 : 0,
    signs: [[0, 1], ...[...signs].map(([name, much]) => [places.get(name), much])].filter(
      ([place]) => place !== undefined,
    ),
  }));
  const weights = new Float64Array(names.length);
  const seen = new Float64Array(names.length);
  for (let round = 0; round < rounds; round++) {
    const slope = weights.map((weight, at) => (at === 0 ? 0 : strictness * weight));
    for (const { wanted, signs } of rows) {
      const score = signs.reduce((sum, [place, much]) => sum + weights[place] * much, 0);
      const off = 1 / (1 + Math.exp(-score)) - wanted;
      for (const [place, much] of signs) slope[place] += off * much;
    }
    for (const at of weights.keys()) {
      seen[at] += slope[at] ** 2;
      weights[at] -= (0.5 * slope[at]) / (Math.sqrt(seen[at]) + 1e-8);
    }
  }
  return new Map(names.map((name, at) => [name, weights[at]]));
}

function usedSigns(taught) {
  const requests = new Map();
  for (const { signs, asked } of taught) {
    for (const name of signs.keys()) {
      if (name !== beginning) requests.set(name, (requests.get(name) ?? new Set()).add(asked));
    }
  }
  return [...requests].filter(([, of]) => of.size >= requestsMin).map(([name]) => name);
}

function write(weights) {
  const entries = [...weights]
    .map(([name, weight]) => [name, Math.round(weight * 100)])
    .filter(([, weight]) => Math.abs(weight) >= 3)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, weight]) => `${name}=${weight}`);
  const lines = [];
  for (const entry of entries) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + entry.length < 92)
      lines[lines.length - 1] += ` ${entry}`;
    else lines.push(entry);
  }
  const text = [
    "// Written by `npm run agents:learn` from the sentences of `test/agents-corpus`.",
    "/** How much each sign says for a refusal, in hundredths. */",
    "export const refusalWeights: readonly string[] = [",
    ...lines.map((line) => `  ${JSON.stringify(line)},`),
    "];",
    "",
  ].join("\n");
  const isSame = readFileSync(target, "utf8") === text;
  if (!isSame && values.check) throw new Error("the weights are old: npm run agents:learn");
  if (!isSame) writeFileSync(target, text);
  console.log(
    `${isSame ? "unchanged" : "written"}: ${entries.length} signs ` +
      `from ${cases.length} sentences in ${lines.length} lines`,
  );
}
