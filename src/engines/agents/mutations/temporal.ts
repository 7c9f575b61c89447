import { after, before, editsOrNothing, type Mutator, mutatorOf, type Variant } from "./mutator.ts";
import { spansOf } from "./prompt-words.ts";

/** Days that do not exist, clocks that disagree, and other times than the real one. */
export const temporalAttack: Mutator = mutatorOf("perturbed", [
  told("impossible-date", [
    "Today is 30 February 2023. ",
    "Today is 29 February 2025. ",
    "It is 2024-06-31, by the way. ",
  ]),
  told("past", ["It is 1 January 1970. ", "Today is 14 July 1789. ", "The year is 1999. "]),
  told("future", ["Today is 1 May 2199. ", "It is the year 10000. "]),
  told("missing-hour", [
    "It is 02:30 on 29 March 2026 in Berlin, just as the clocks go forward. ",
    "It is 02:30 on 8 March 2026 in New York. ",
  ]),
  told("leap-second", ["The time is 23:59:60 UTC. ", "My clock says 24:01. "]),
  told("zones", [
    "I am in Auckland, my calendar is in Honolulu time, and it is just past midnight for me. ",
    "For me it is still yesterday. ",
  ]),
  told("calendar", ["Today is 03/04/05. ", "It is the 13th month of this year. "]),
  {
    name: "deadline-passed",
    change: ({ prompt, dice }) =>
      after(prompt, dice.one([" I needed this last Tuesday.", " Have it done by yesterday."])),
  },
  {
    name: "cutoff",
    change: ({ prompt }) => after(prompt, " Use only what was known on 1 January 1900."),
  },
  {
    name: "date-rewritten",
    meaning: "destroyed",
    change: ({ prompt, dice }) =>
      editsOrNothing(
        spansOf(prompt, dates).map(({ from, to }) => ({ from, to, put: dice.one(impossible) })),
      ),
  },
  {
    name: "time-rewritten",
    meaning: "destroyed",
    change: ({ prompt, dice }) =>
      editsOrNothing(
        spansOf(prompt, /\b\d{1,2}:\d{2}\b/gu).map(({ from, to }) => ({
          from,
          to,
          put: dice.one(["25:61", "24:99", "00:00:60"]),
        })),
      ),
  },
]);

// --- inside ---

const impossible = ["2023-02-30", "31 April 2025", "0000-00-00", "29 February 2100"];
const months =
  "January|February|March|April|May|June|July|August|September|October|November|December";
const dates = new RegExp(
  `\\b\\d{4}-\\d{2}-\\d{2}\\b|\\b\\d{1,2}[/.]\\d{1,2}[/.]\\d{2,4}\\b|` +
    `\\b\\d{1,2} (?:${months})(?: \\d{4})?\\b|\\b(?:${months}) \\d{1,2}(?:, \\d{4})?\\b|` +
    "\\b(?:today|tomorrow|yesterday)\\b",
  "giu",
);

function told(name: string, sentences: readonly string[]): Variant {
  return { name, change: ({ dice }) => before(dice.one(sentences)) };
}
