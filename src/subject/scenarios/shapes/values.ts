import type { z } from "zod";
import type { ShapeOf, Zod } from "../../../config/schema-values.ts";
import type { PlainSteps } from "../step.ts";
import type { DurationText } from "../step-fields/basic-fields.ts";

/** The shapes of steps of these types. */
export type ShapesOf<Type extends keyof PlainSteps> = {
  readonly [One in Type]: ShapeOf<PlainSteps[One]>;
};

/** What a status of HTTP is. */
export const statusMust = "must be a status from 100 to 599";

/** Milliseconds of a duration that the schema has let through. */
export function durationMs(text: DurationText): number {
  const [, count = "", unit = ""] = durationPattern.exec(text) ?? [];
  return Number(count) * (unitMs.get(unit) ?? Number.NaN);
}

/** A duration; the longest is a year, which no run lasts. */
export function durationOf(zod: Zod): z.ZodString {
  const must =
    "must be a duration: a whole number with ms, s, m or h, such as `250ms`, up to 8760h";
  // The pattern is for editors, which know nothing of sums.
  return zod
    .string(must)
    .regex(durationPattern, must)
    .refine((text) => durationMs(text) <= yearMs, must);
}

/** A duration above 0; an interval of nothing would never get to its end. */
export function intervalOf(zod: Zod): z.ZodString {
  const must = "must be a duration above 0, such as `250ms`";
  return durationOf(zod).refine((text) => durationMs(text) !== 0, must);
}

/** Text of a step. */
export function textOf(zod: Zod): z.ZodString {
  return zod
    .string("must be text")
    .max(textLengthMax, `must be at most ${textLengthMax} characters`);
}

/** A name that is not empty. */
export function wordOf(zod: Zod): z.ZodString {
  const must = "must be a text of 1 to 200 characters";
  return zod.string(must).min(1, must).max(200, must);
}

/** A name that is not empty, in steps that fozzy has: it sets no limit. */
export function longWordOf(zod: Zod): z.ZodString {
  return textOf(zod).min(1, "must be a text of at least one character");
}

/** Any plain data; texts in it may hold `${name}`. */
export function dataOf(zod: Zod): z.ZodUnknown {
  return zod.unknown();
}

/** HTTP headers: names are words, values hold no line break. */
export function headersOf(zod: Zod): z.ZodRecord<z.ZodString, z.ZodString> {
  const name = zod.string().regex(/^[!#$%&'*+.^_`|~\w-]+$/u, "is not the name of a header");
  const value = textOf(zod).regex(/^[^\r\n\0]*$/u, "must be a header value without line breaks");
  return zod.record(name, value, "must be a table of headers");
}

/** `src/pay.ts#charge`: a file and what it exports. */
export function placeOf(zod: Zod): z.ZodString {
  const must = "must be a file and an export, such as `src/pay.ts#charge`";
  return zod
    .string(must)
    .max(500, must)
    .regex(/^[^#\0]+#[\w$]+(?:\.[\w$]+)*$/u, must);
}

/** Where an editor finds the schema of the file; it changes no run. */
export function schemaAddress(zod: Zod): z.ZodString {
  return textOf(zod).max(1000, "must be at most 1000 characters");
}

// --- inside ---

const textLengthMax = 1024 * 1024;
const durationPattern = /^(\d{1,12})(ms|s|m|h)$/;
const yearMs = 8_760 * 3_600_000;

const unitMs: ReadonlyMap<string, number> = new Map([
  ["ms", 1],
  ["s", 1_000],
  ["m", 60_000],
  ["h", 3_600_000],
]);
