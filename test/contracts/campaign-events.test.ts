import { readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { CampaignEvents } from "../../src/cli/events/campaign-events.ts";
import { EventLog } from "../../src/cli/events/event-log.ts";
import { TerminalProgress } from "../../src/cli/events/terminal-progress.ts";
import type { CampaignEvent } from "../../src/kernel/result/campaign-event.ts";
import { emptyEvidence, type Result } from "../../src/kernel/result/result.ts";
import { eventLine } from "../../src/report/index.ts";
import { lineMismatch } from "../document-schema.ts";
import { eventSamples, finding } from "./campaign-event-samples.ts";

const samples: readonly CampaignEvent[] = Object.values(eventSamples);

test.each(samples)("`$type` is one line of JSON that the schema allows", (event) => {
  const line = eventLine(event, 1.23456);
  expect(line.trimEnd()).not.toContain("\n");
  const data = JSON.parse(line) as object;
  expect(data).toMatchObject({ type: event.type, at: 1.235 });
  expect(lineMismatch(data)).toBeUndefined();
  expect(lineMismatch({ ...data, extra: 1 })).toBeDefined();
  expect(lineMismatch({ ...data, type: "no such event" })).toBeDefined();
});

test("every event is told on a terminal: how far it is painted over, the rest line by line", () => {
  const told = samples.map((event) => {
    const { terminal, said } = terminalOf({ errColumns: 80 });
    terminal.hear(event);
    return [event.type, said().replaceAll("\r\u001B[2K", "<")];
  });
  expect(Object.fromEntries(told)).toMatchInlineSnapshot(`
    {
      "begin": "",
      "conversations": "<2 s   3 of 9 conversations   1 failed   contract the booker cannot be reached",
      "end": "<",
      "finding": "<found: RangeError: too much   proven after 1 s   npx gauntlet replay wallet-00000000
    ",
      "functions": "<2 s   slug   3 left",
      "plan": "<plan: 12 targets in 2 files, 1 cannot be called, at most 60 s
    ",
      "runs": "<2 s   300 runs   900 steps   44 edges   corpus 7   1 finding   150 runs/s",
      "scenarios": "<1 of 4 scenarios",
      "stage": "<doctor: started
    ",
      "stretch": "<2 s   stretch 2 of 3   2 workers   300 runs",
      "subject": "<",
      "targets": "<2 s   9 of 12 called   4 done   8 left   30 s left at most",
      "variant": "<2 s   campaign 1 of 9   full, seed 42   1 bug",
    }
  `);
});

test("elsewhere the first line of progress comes after five seconds, with no control", () => {
  const { terminal, said } = terminalOf({ errColumns: undefined });
  for (const event of samples.filter(({ type }) => type !== "finding")) terminal.hear(event);
  expect(said()).toMatchInlineSnapshot(`
    "plan: 12 targets in 2 files, 1 cannot be called, at most 60 s
    6 s   slug   3 left
    doctor: started
    "
  `);
});

test("the limits of a subject are those of its progress, and of no other", () => {
  const { terminal, said } = terminalOf({ errColumns: 80 });
  terminal.hear({ ...eventSamples.subject, runsMax: 1_000 });
  terminal.hear(eventSamples.runs);
  terminal.hear({ ...eventSamples.subject, runsMax: undefined });
  terminal.hear(eventSamples.runs);
  const [first, second] = said()
    .split("\r\u001B[2K")
    .filter((text) => text !== "");
  expect([first?.includes("300 of 1,000 runs"), second?.includes("300 runs")]).toEqual([
    true,
    true,
  ]);
});

test("a failure is told once, and the end tells those that are left", () => {
  const heard: CampaignEvent[] = [];
  const events = new CampaignEvents([{ hear: (event) => heard.push(event) }]);
  events.tell(eventSamples.finding);
  events.tell(eventSamples.finding);
  events.end(resultWith([finding, { ...finding, id: "wallet-11111111" }]));
  expect(heard).toEqual([
    eventSamples.finding,
    { type: "finding", finding: { ...finding, id: "wallet-11111111" }, isAtEnd: true },
    { type: "end", verdict: "broken", because: "", runs: 5, findings: 2 },
  ]);
});

test("an error is an end too, with what was known by then", () => {
  const heard: CampaignEvent[] = [];
  const events = new CampaignEvents([{ hear: (event) => heard.push(event) }]);
  events.tell(eventSamples.runs);
  events.fail(new Error("the disk is full"));
  expect(heard.at(-1)).toEqual({
    type: "end",
    verdict: "unknown",
    because: "the disk is full",
    runs: 300,
    findings: 0,
  });
});

test("the log has all but progress at once, and progress once a second where it changed", () => {
  const file = path.join(tmpdir(), "logs", "events.jsonl");
  let nowMs = 0;
  const log = new EventLog(file, { nowMs: () => nowMs, warn: () => {} });
  const hear = (atMs: number, event: CampaignEvent): void => {
    nowMs = atMs;
    log.hear(event);
  };
  hear(0, eventSamples.begin);
  hear(10, eventSamples.runs);
  hear(500, { ...eventSamples.runs, runs: 400 });
  hear(600, eventSamples.finding);
  hear(1_200, { ...eventSamples.runs, runs: 500 });
  hear(2_500, { ...eventSamples.runs, runs: 500 });
  hear(2_600, eventSamples.end);
  log.close();
  log.hear(eventSamples.end);
  const lines = readFileSync(file, "utf8").trimEnd().split("\n");
  const seen = lines.map((line) => JSON.parse(line) as { type: string; at: number; runs?: number });
  rmSync(path.dirname(file), { recursive: true });
  expect(seen.map(({ type, at, runs = 0 }) => `${at} ${type} ${runs}`)).toEqual([
    "0 begin 0",
    "0.01 runs 300",
    "0.6 finding 0",
    "1.2 runs 500",
    "2.6 end 300",
  ]);
});

// --- inside ---

function terminalOf(given: { readonly errColumns: number | undefined }): {
  readonly terminal: TerminalProgress;
  readonly said: () => string;
} {
  let text = "";
  const io = {
    cwd: "/",
    env: {},
    errColumns: given.errColumns,
    out: () => {},
    err: (more: string) => void (text += more),
    signal: new AbortController().signal,
  };
  const look = { color: false, isAscii: false, columns: 80 };
  const nowMs = steadyClock();
  return {
    terminal: new TerminalProgress(io, { look, isVerbose: false, nowMs }),
    said: () => text,
  };
}

/** A second later each time that it is asked. */
function steadyClock(): () => number {
  let nowMs = 0;
  return () => (nowMs += 1_000);
}

function resultWith(findings: Result["findings"]): Result {
  return {
    command: "explore",
    subject: "wallet",
    verdict: "broken",
    because: "",
    summary: { runs: 5, seconds: 1, seed: 42 },
    findings,
    properties: [],
    evidence: emptyEvidence,
    notes: [],
    artifacts: [],
    next: [],
  };
}
