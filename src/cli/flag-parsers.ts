import { GauntletError } from "../kernel/errors/gauntlet-error.ts";
import { parseSeed } from "../kernel/decisions/seed.ts";
import type { RunLimit } from "../runner/protocol/run-limit.ts";
import { durationMs } from "../subject/scenarios/shapes/values.ts";
import type { ParsedValues } from "./verb-call.ts";
import type { FlagSpec } from "./verb-spec.ts";
import {
  parseFormat,
  parseReport,
  registryFormats,
  reportFormats,
  searchFormats,
} from "./wanted-report.ts";

/** Reads the text that a flag is given: `--runs 100`. What it does not take is an error. */
export function parserOf(flag: string, { choices, takes = "text" }: FlagSpec): Parser<unknown> {
  if (choices !== undefined) return oneOf(flag, choices);
  const parse: (text: string, flag: string) => unknown = parsers[takes];
  return (text) => parse(text, flag);
}

/** Reads a text, or says that it is not what is wanted. */
export type Parser<Value> = (text: string) => Value;

// --- inside ---

type Parsers = {
  readonly [Kind in keyof ParsedValues]: (text: string, flag: string) => ParsedValues[Kind];
};

const parsers: Parsers = {
  text: (text) => text,
  seed: (text) => parseSeed(text),
  "whole number": (text, flag) => {
    const value = Number(text);
    if (/^\d+$/.test(text) && Number.isSafeInteger(value) && value > 0) return value;
    throw wrongNumber(flag, text, "a whole number above 0");
  },
  count: (text, flag) => {
    const value = Number(text);
    if (/^\d+$/.test(text) && Number.isSafeInteger(value)) return value;
    throw wrongFlag(flag, { text, allowed: "a whole number, 0 or above", example: "64" });
  },
  seconds: (text, flag) => {
    const value = Number(text.replace(/s$/, ""));
    if (Number.isFinite(value) && value > 0) return value;
    throw wrongNumber(flag, text, "a number of seconds above 0");
  },
  "seconds from 0": numberIn(86_400, "a number of seconds, 0 or above", "10"),
  share: numberIn(1, "a number from 0 to 1", "0.1"),
  percent: numberIn(1_000_000, "a number of percent, 0 or above", "10"),
  duration: (text, flag) => {
    const ms = durationMs(text);
    if (ms > 0) return ms;
    const allowed = "a duration above 0 with ms, s, m or h";
    throw wrongFlag(flag, { text, allowed, example: "30s" });
  },
  factors: (text, flag) => {
    const numbers = text.split(",").map((part) => (part.trim() === "" ? Number.NaN : Number(part)));
    if (numbers.every((value) => value >= 0 && value <= 1_000)) return numbers;
    const allowed = "numbers from 0 to 1000 with commas between";
    throw wrongFlag(flag, { text, allowed, example: "1,2,4" });
  },
  report: (text) => parseReport(text, reportFormats),
  "report or lcov": (text) => parseReport(text, searchFormats),
  "report or sarif": (text) => parseReport(text, registryFormats),
  format: (text, flag) => parseFormat(text, `${flag} ${text}`),
  moment: (text, flag): RunLimit => {
    if (/^\d{1,9}$/.test(text)) return { decisions: Number(text) };
    const ms = durationMs(text);
    if (ms >= 0) return { us: ms * 1_000 };
    const allowed = "the number of a decision or a duration";
    throw wrongFlag(flag, { text, allowed, example: "250ms" });
  },
};

/** A number from 0 to a limit. */
function numberIn(
  max: number,
  allowed: string,
  example: string,
): (text: string, flag: string) => number {
  return (text, flag) => {
    const value = text.trim() === "" ? Number.NaN : Number(text);
    if (value >= 0 && value <= max) return value;
    throw wrongFlag(flag, { text, allowed, example });
  };
}

/** One of a closed list of words. */
function oneOf(flag: string, words: readonly string[]): Parser<string> {
  return (text) => {
    if (words.includes(text)) return text;
    const allowed = `one of ${words.map((word) => `\`${word}\``).join(", ")}`;
    throw wrongFlag(flag, { text, allowed, example: words[0] ?? "" });
  };
}

function wrongNumber(flag: string, text: string, allowed: string): GauntletError {
  const whole = /^[^\d-]*(\d{1,9})/.exec(text)?.[1];
  const example = whole === undefined || Number(whole) === 0 ? "100" : String(Number(whole));
  return wrongFlag(flag, { text, allowed, example });
}

/** The error of a flag whose value is none of those that are allowed. */
function wrongFlag(
  flag: string,
  said: { readonly text: string; readonly allowed: string; readonly example: string },
): GauntletError {
  const { text, allowed, example } = said;
  return new GauntletError({
    code: "U003",
    what: `\`${flag}\` must be ${allowed}, got \`${text}\``,
    where: `${flag} ${text}`,
    help: `write \`${flag} ${example}\``,
  });
}
