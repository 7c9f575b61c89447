// Reads the sentences of `test/agents-corpus`; its README tells the format.
import { readdirSync, readFileSync } from "node:fs";

const folder = new URL("agents-corpus/", import.meta.url);

/** The files of sentences; those that begin with `held-out` teach nothing. */
export function sentenceFiles() {
  return readdirSync(folder).filter((name) => name.endsWith(".txt"));
}

export function isHeldOut(file) {
  return file.startsWith("held-out");
}

/** `@` lines say what happened; they hold until the next ones after a sentence. */
export function sentencesIn(file) {
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

/** Precision and recall of what is found where something is wanted. */
export function figuresOf(cases, { isWanted, isFound }) {
  const counts = { right: 0, falsely: 0, missed: 0 };
  const wrong = [];
  for (const one of cases) {
    const [found, wanted] = [isFound(one), isWanted(one)];
    if (found && wanted) counts.right += 1;
    if (found && !wanted) counts.falsely += 1;
    if (!found && wanted) counts.missed += 1;
    if (found !== wanted) wrong.push(one);
  }
  const { right, falsely, missed } = counts;
  const [precision, recall] = [right / (right + falsely), right / (right + missed)];
  return { count: cases.length, precision, recall, wrong };
}
