import type { z } from "zod";
import { schemaProblem } from "../../../kernel/json-schema/schema-problem.ts";
import type { ShapeOf, Zod } from "../../../config/schema-values.ts";
import type {
  AnswerMatcher,
  CodeSteps,
  ErrorMatcher,
  Matchers,
} from "../step-fields/code-fields.ts";
import { notEmpty, ruled } from "./field-rules.ts";
import type { ShapesOf } from "./values.ts";
import { dataOf, durationOf, headersOf, placeOf, statusMust, textOf, wordOf } from "./values.ts";

/** Steps that call the user's code, and the values that these need. */
export function codeSteps(zod: Zod): ShapesOf<keyof CodeSteps> {
  const args = zod.array(dataOf(zod), "must be a list of arguments").optional();
  const shape = matchers(zod);
  const expected = ruled(zod, shape, notEmpty(shape));
  return {
    let: { name: nameOf(zod), value: dataOf(zod) },
    draw: { name: nameOf(zod), schema: schemaOf(zod) },
    call: {
      fn: placeOf(zod),
      args,
      save_as: nameOf(zod).optional(),
      expect: expected.optional(),
      expect_error: errorMatcher(zod).optional(),
      within: durationOf(zod).optional(),
    },
    http: {
      app: placeOf(zod),
      method: wordOf(zod).optional(),
      path: textOf(zod).regex(/^\//u, "must begin with `/`"),
      headers: headersOf(zod).optional(),
      body: textOf(zod).optional(),
      json: dataOf(zod).optional(),
      expect: answerMatcher(zod, expected).optional(),
      save_as: nameOf(zod).optional(),
    },
    expect: { value: dataOf(zod), ...shape, msg: textOf(zod).optional() },
    check: { fn: placeOf(zod), args, name: wordOf(zod).optional() },
    fault: { name: wordOf(zod), on: zod.boolean("must be true or false") },
  };
}

/** A regular expression, without its slashes. */
export function regexOf(zod: Zod): z.ZodString {
  const must = "must be a regular expression without its slashes";
  return zod
    .string(must)
    .max(1_000, "must be a regular expression of at most 1000 characters")
    .refine((text) => isPattern(text), must);
}

// --- inside ---

/** What a value may be held against; all that are given must hold. */
function matchers(zod: Zod): ShapeOf<Matchers> {
  return {
    equals: dataOf(zod).optional(),
    contains: dataOf(zod).optional(),
    regex: regexOf(zod).optional(),
    json: dataOf(zod).optional(),
    schema: schemaOf(zod).optional(),
  };
}

/** What an error must be like; at least one part is given. */
function errorMatcher(zod: Zod): z.ZodType<ErrorMatcher> {
  const shape = {
    name: wordOf(zod).optional(),
    message: textOf(zod).optional(),
    regex: regexOf(zod).optional(),
    code: wordOf(zod).optional(),
  };
  return ruled(zod, shape, notEmpty(shape));
}

/** What an answer must be like; at least one part is given. */
function answerMatcher(zod: Zod, expected: z.ZodType<Matchers>): z.ZodType<AnswerMatcher> {
  const shape = {
    status: zod.int(statusMust).gte(100, statusMust).lte(599, statusMust).optional(),
    headers: headersOf(zod).optional(),
    body: expected.optional(),
    json: dataOf(zod).optional(),
  };
  return ruled(zod, shape, notEmpty(shape));
}

/** A name that `${…}` can find. */
function nameOf(zod: Zod) {
  const must = "must be a name of letters, digits, `_` and `-`";
  return zod
    .string(must)
    .max(200, must)
    .regex(/^[\p{L}_][\p{L}\p{N}_-]*$/u, must);
}

function isPattern(text: string): boolean {
  try {
    return new RegExp(text, "u") instanceof RegExp;
  } catch {
    return false;
  }
}

/** A JSON Schema of which everything is understood. */
function schemaOf(zod: Zod) {
  const table = zod.record(zod.string(), zod.unknown(), "must be a JSON Schema");
  return table.check(({ value, issues }) => {
    const problem = schemaProblem(value);
    if (problem === undefined) return;
    const { path, must: message, known, isKey = false } = problem;
    const params = { code: isKey ? unknownKeyCode : valueCode, known, isKey };
    issues.push({ code: "custom", message, path: [...path], input: value, params });
  });
}

const unknownKeyCode = "N003";
const valueCode = "N005";
