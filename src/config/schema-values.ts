import type { z } from "zod";

/** The zod module, handed around because it is loaded only when a config is. */
export type Zod = typeof z;

/** The schemas of one table: one for each key, in the order in which they are documented. */
export type ShapeOf<Table> = { readonly [Key in keyof Table]-?: z.ZodType<Table[Key]> };

/** The schemas of a table whose keys are not known here. */
export type Shape = Readonly<Record<string, z.ZodType>>;

/** Judges a path against the project on disk; each answers with what is wrong, or nothing. */
export interface PathRules {
  readonly output: (path: string) => string | undefined;
  readonly tests: (selector: string) => string | undefined;
  /** One file that exists. */
  readonly file: (path: string) => string | undefined;
  /** A file or pattern. */
  readonly files: (pattern: string) => string | undefined;
  /** `name`, `Class.*` or `src/money.ts:Class.method`. */
  readonly target: (selector: string) => string | undefined;
  /** `test/factories.ts#makeCart`, a file that exists. */
  readonly place: (place: string) => string | undefined;
}

/** Seconds above 0. */
export function secondsOf(zod: Zod, max: number): z.ZodNumber {
  const must = `must be a number of seconds above 0 and at most ${max}`;
  return zod.number(must).gt(0, must).lte(max, must);
}

/** A number within limits. */
export function numberOf(zod: Zod, { min, max }: { min: number; max: number }): z.ZodNumber {
  const must = `must be a number from ${min} to ${max}`;
  return zod.number(must).gte(min, must).lte(max, must);
}

/** A whole number within limits. */
export function wholeOf(zod: Zod, { min, max }: { min: number; max: number }): z.ZodInt {
  const must = `must be a whole number from ${min} to ${max}`;
  return zod.int(must).gte(min, must).lte(max, must);
}

/** A count of runs. */
export function runsOf(zod: Zod): z.ZodInt {
  return wholeOf(zod, { min: 1, max: 1_000_000_000 });
}

/** A count of steps in one run. */
export function stepsOf(zod: Zod): z.ZodInt {
  return wholeOf(zod, { min: 1, max: 10_000 });
}

/** A seed: a whole number or a text. */
export function seedOf(zod: Zod): z.ZodUnion<[z.ZodInt, z.ZodString]> {
  const most = Number.MAX_SAFE_INTEGER;
  const must = `must be a whole number from 0 to ${most} or a text of 1 to 200 characters`;
  const number = zod.int(must).gte(0, must).lte(most, must);
  const text = zod.string(must).min(1, must).max(200, must).regex(/\S/u, must);
  return zod.union([number, text], must);
}

/** The name of a package. */
export function packageOf(zod: Zod): z.ZodString {
  const must = "must be the name of a package, such as `nanoid` or `@scope/name`,";
  return zod
    .string(must)
    .max(214, must)
    .regex(/^(?:@[\w.~-]+\/)?[\w~-][\w.~-]*$/u, must);
}

/** True or false. */
export function flagOf(zod: Zod): z.ZodBoolean {
  return zod.boolean("must be true or false");
}

/** Variables of an environment. */
export function environmentOf(zod: Zod): z.ZodRecord<z.ZodString, z.ZodString> {
  const name = "must be the name of a variable: letters, digits and `_`, no digit first";
  const value = "must be a text without NUL, of at most 32768 characters";
  const text = zod
    .string(value)
    .max(32_768, value)
    .regex(/^[^\0]*$/u, value);
  const key = zod
    .string(name)
    .max(200, name)
    .regex(/^[A-Za-z_]\w*$/u, name);
  return zod.record(key, text, "must be a table from names of variables to texts");
}

/** A name or another short text; `must` says what it is. */
export function nameOf(zod: Zod, must: string): z.ZodString {
  const sized = `${must} 1 to 200 characters long`;
  return zod.string(sized).min(1, sized).max(200, sized);
}

/** A list; `items` says what it is a list of. */
export function listOf<Item>(
  zod: Zod,
  item: z.ZodType<Item>,
  items: string,
): z.ZodArray<z.ZodType<Item>> {
  return zod.array(item, `must be a list of ${items}`).max(1000, `must have at most 1000 ${items}`);
}

/** A path or something that contains one; `must` says what it is. */
export function pathOf(zod: Zod, must: string): z.ZodString {
  const sized = `${must} 1 to 1000 characters long`;
  return zod.string(sized).min(1, sized).max(1000, sized);
}

/** Runs a rule over a text and reports what it says is wrong. */
export function judge(rule: (path: string) => string | undefined): z.core.CheckFn<string> {
  return ({ value, issues }) => {
    if (value === "") return; // its length is told already
    const wrong = rule(value);
    if (wrong !== undefined) issues.push({ code: "custom", message: wrong, input: value });
  };
}
