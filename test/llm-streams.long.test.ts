import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { cutAt, bodyOf } from "../src/data/http/http-answer.ts";
import type { SseEvent } from "../src/data/sse/sse-event.ts";
import { ssePack } from "../src/data/sse/sse-pack.ts";
import { eventsIn } from "../src/data/sse/sse-reader.ts";
import { generatorFrom } from "../src/kernel/decisions/generator.ts";
import { RandomSource } from "../src/kernel/decisions/random-source.ts";
import { RecordedDecisions } from "../src/kernel/decisions/recorded-decisions.ts";
import { seedWords } from "../src/kernel/decisions/seed.ts";
import { AnswerNotes } from "../src/world/wires/llm/answer-notes.ts";
import { dialects } from "../src/world/wires/llm/dialects.ts";

// Recorded streams of real providers. They are not part of the repository: the test looks for them
// beside it, or where this says.
const folder = path.resolve(process.env["GAUNTLET_STREAMS"] ?? "../shared/corpora/llm-streams");
const waysCount = 1_000;

test("every recorded stream, varied and cut in 1,000 ways, is the same message", ({ skip }) => {
  skip(!existsSync(folder), `there are no recorded streams at ${folder}`);
  const names = readdirSync(folder).filter((name) => name.endsWith(".chunks.txt"));
  expect(names.length).toBeGreaterThanOrEqual(12);
  const cuts = generatorFrom(1);
  const broken: unknown[] = [];
  for (const name of names) {
    const { events, ends } = framed(readFileSync(path.join(folder, name), "utf8"));
    const whole = folded(events);
    // One of them only asks for leave to call a tool: no text and no call.
    expect([name, whole.finish]).toEqual([name, expect.any(String)]);
    for (let way = 0; way < waysCount; way += 1) {
      const source = new RandomSource().restart(seedWords(name), way);
      const given = { options: { events, ends }, fc };
      const { payload, name: said } = ssePack.legal(new RecordedDecisions(source), given);
      const bytes = bodyOf(payload);
      const count = cuts.integer(1, 64);
      const places = Array.from({ length: count }, () => cuts.integer(1, bytes.length - 1));
      for (const pieces of [payload.pieces, cutAt(bytes, places)]) {
        const read = eventsIn(pieces).filter(({ data }) => data !== ends);
        if (read.length === events.length && isSame(folded(read), whole)) continue;
        broken.push({ name, way, said, read: folded(read) });
      }
    }
  }
  expect(broken.slice(0, 3)).toEqual([]);
});

// --- inside ---

interface Message {
  readonly text: string;
  readonly calls: readonly unknown[];
  readonly finish: string | undefined;
}

/** As the provider frames it: with the type as name, where its format has types. */
function framed(text: string): { events: readonly SseEvent[]; ends: string | undefined } {
  const lines = text.split("\n").filter((line) => line !== "");
  const events = lines.map((data) => {
    const { type } = JSON.parse(data) as { readonly type?: string };
    return type === undefined ? { data } : { event: type, data };
  });
  return { events, ends: events.some(({ event }) => event !== undefined) ? undefined : "[DONE]" };
}

function folded(events: readonly SseEvent[]): Message {
  const [{ event = "" } = {}] = events;
  const protocol =
    event === "" ? "chat-completions" : event === "message_start" ? "messages" : "responses";
  const dialect = dialects.find((one) => one.protocol === protocol);
  const notes = new AnswerNotes();
  for (const { event: name, data } of events) {
    dialect?.noteFrame(notes, { event: name, data, bytes: new Uint8Array(0) });
  }
  return { text: notes.text, calls: notes.toolCalls, finish: notes.finish };
}

function isSame(first: Message, second: Message): boolean {
  return JSON.stringify(first) === JSON.stringify(second);
}
