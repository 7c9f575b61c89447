import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ModelConfig } from "../../../config/agent/agent-config.ts";
import { RubricGrader, type RubricRule } from "./rubric-grader.ts";

let directory = "";
let asked: string[] = [];

beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), "gauntlet-rubric-"));
  asked = [];
});

afterEach(() => {
  vi.unstubAllGlobals();
  rmSync(directory, { recursive: true, force: true });
});

const rule: RubricRule = { type: "rubric", rubric: "It is polite.", asks: 1, examples: [] };
const polite = { prompt: "Where is it?", answer: "It arrives on Friday, thank you." };
const rude = { prompt: "Where is it?", answer: "Who cares." };
const mask = { text: (text: string) => text.replaceAll("sk-secret", "***") };

/** A model that grades by whether somebody is thanked, unless it is told to turn round. */
function answerAll(turned: (count: number) => boolean = () => false): void {
  vi.stubGlobal("fetch", (_: string, { body }: { readonly body: string }) => {
    asked.push(body);
    const holds = /thank/u.test(body) !== turned(asked.length);
    const content = `Sure: {"holds": ${holds}, "because": "as it says"}`;
    return Promise.resolve(new Response(JSON.stringify({ choices: [{ message: { content } }] })));
  });
}

function graderOf(notes: string[] = [], model: Partial<ModelConfig> | undefined = {}) {
  const own: ModelConfig = {
    name: "grader",
    baseUrl: "http://model.test/v1",
    keyVariable: undefined,
    temperature: 0,
    cache: path.join(directory, "agent-model.json"),
    ...model,
  };
  const config = { directory, model: model === undefined ? undefined : own };
  return new RubricGrader(config, { env: {}, mask, tell: (note) => void notes.push(note) });
}

function withoutModel(): RubricGrader {
  return new RubricGrader({ directory, model: undefined }, { env: {}, mask });
}

test("an answer is graded once, kept, and graded from the file without a model", async () => {
  answerAll();
  const grader = graderOf();
  expect((await grader.grade(rule, polite)).state).toBe("pass");
  expect((await grader.grade(rule, rude)).state).toBe("fail");
  expect((await grader.grade(rule, polite)).state).toBe("pass");
  expect(asked).toHaveLength(2);
  await grader.close();
  vi.stubGlobal("fetch", () => Promise.reject(new Error("no network")));
  expect((await graderOf().grade(rule, rude)).state).toBe("fail");
  expect((await withoutModel().grade(rule, rude)).state).toBe("fail");
  expect((await withoutModel().grade(rule, polite)).state).toBe("pass");
});

test("without a model and without a grade it is inconclusive and says what to do", async () => {
  answerAll();
  expect(await withoutModel().grade(rule, polite)).toEqual({
    state: "inconclusive",
    because:
      "no model grades it, and `agent-model.json` has no grade of it; " +
      "add `[agent.model]`, run once where it can be reached, and commit its `cache`",
  });
  expect(asked).toEqual([]);
  vi.stubGlobal("fetch", () => Promise.reject(new Error("refused")));
  const { state, because } = await graderOf().grade(rule, polite);
  expect(state).toBe("inconclusive");
  expect(because).toContain("the model could not be asked for a grade: refused");
});

test("another model, rubric or answer is asked anew", async () => {
  answerAll();
  const first = graderOf();
  await first.grade(rule, polite);
  await first.close();
  await graderOf([], { name: "other" }).grade(rule, polite);
  await graderOf().grade({ ...rule, rubric: "It is short." }, polite);
  await graderOf().grade(rule, { ...polite, answer: "thank you" });
  expect(asked).toHaveLength(4);
});

test("the agreement with examples and among grades is told", async () => {
  answerAll((count) => count % 5 === 0);
  const notes: string[] = [];
  const examples = [
    { answer: "Many thanks.", holds: true },
    { answer: "Go away.", holds: false },
  ];
  const grader = graderOf(notes);
  const { state, because } = await grader.grade({ ...rule, asks: 3, examples }, polite);
  expect(state).toBe("pass");
  expect(because).toContain("3 of 3, agrees with 2 of 2 examples");
  await grader.close();
  expect(notes).toEqual([
    'the rubric "It is polite.": 2 of 2 examples as you say; 3 of 3 grades as the majority\'s',
  ]);
});

test("a model that does not agree with the examples decides nothing", async () => {
  answerAll(() => true);
  const examples = [{ answer: "Many thanks.", holds: true }];
  const { state, because } = await graderOf().grade({ ...rule, examples }, polite);
  expect(state).toBe("inconclusive");
  expect(because).toContain("agree with 0 of 1 examples");
});

test("secrets are masked before anything is sent, and in what is kept", async () => {
  answerAll();
  const grader = graderOf();
  await grader.grade(rule, { prompt: "?", answer: "The key is sk-secret, thank you." });
  await grader.close();
  expect(asked.join("")).not.toContain("sk-secret");
  expect(readFileSync(path.join(directory, "agent-model.json"), "utf8")).not.toContain("sk-secret");
});

test("a grade that cannot be read is inconclusive and is not kept", async () => {
  vi.stubGlobal("fetch", () => {
    const message = { content: "I would say yes." };
    return Promise.resolve(new Response(JSON.stringify({ choices: [{ message }] })));
  });
  const grader = graderOf();
  expect((await grader.grade(rule, polite)).state).toBe("inconclusive");
  await grader.close();
  answerAll();
  expect((await graderOf().grade(rule, polite)).state).toBe("pass");
});
