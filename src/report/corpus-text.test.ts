import { expect, test } from "vitest";
import { corpusListText } from "./corpus-text.ts";

const list = (id: string) => ({ kind: "list" as const, id, decisions: 14, edges: 2 });
const subjects = [
  {
    subject: "pay.chaos.ts#default",
    entries: [
      ...["a1", "a2", "a3"].map(list),
      { kind: "broken list" as const, id: "b1", decisions: 1_204, edges: 1 },
      { kind: "failure" as const, id: "c1", decisions: 1, edges: 0 },
      { kind: "swarm" as const, id: "swarm.json", decisions: 0, edges: 0 },
    ],
  },
];

test("a corpus is listed by subject, long lists cut short", () => {
  const options = { folder: ".gauntlet/corpus", showAll: false };
  expect(corpusListText(subjects, options)).toBe(
    `corpus  .gauntlet/corpus   1 subject   6 entries

pay.chaos.ts#default   6 entries   1,247 decisions   7 edges
  list          14 decisions    2 edges   a1
  list          14 decisions    2 edges   a2
  list          14 decisions    2 edges   a3
  broken list   1,204 decisions 1 edge    b1
  failure       1 decision      0 edges   c1
  and 1 more (--all)`,
  );
  const whole = corpusListText(subjects, { ...options, showAll: true });
  expect(whole.split("\n").at(-1)).toBe("  swarm         0 decisions     0 edges   swarm.json");
});

test("names that would change the terminal are shown as text", () => {
  const hostile = [{ subject: "\u001B[2Jx", entries: [] }];
  const text = corpusListText(hostile, { folder: "c", showAll: false });
  expect(text).not.toContain("\u001B");
});
