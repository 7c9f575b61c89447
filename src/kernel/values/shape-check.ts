/** Says what is wrong with a value at a place, `agent.cells[3].prompt is no text`; or nothing. */
export type ShapeCheck = (value: unknown, at: string) => string | undefined;

/** What a value may be; `table` has at least the keys that it names. */
export interface Shapes {
  readonly text: ShapeCheck;
  readonly number: ShapeCheck;
  readonly yes: ShapeCheck;
  readonly anything: ShapeCheck;
  readonly oneOf: (...words: readonly string[]) => ShapeCheck;
  readonly optional: (check: ShapeCheck) => ShapeCheck;
  readonly orNull: (check: ShapeCheck) => ShapeCheck;
  readonly list: (item: ShapeCheck) => ShapeCheck;
  readonly table: (keys: Readonly<Record<string, ShapeCheck>>) => ShapeCheck;
}

/** Data of a file that was written by us and may have been damaged since. */
export const shapes: Shapes = {
  text: kindCheck("string", "a string"),
  number: kindCheck("number", "a number"),
  yes: kindCheck("boolean", "`true` or `false`"),
  anything: () => undefined,
  oneOf:
    (...words): ShapeCheck =>
    (value, at) =>
      words.some((word) => word === value)
        ? undefined
        : `\`${at}\` is not one of ${words.map((word) => `\`${word}\``).join(", ")}`,
  optional:
    (check): ShapeCheck =>
    (value, at) =>
      value === undefined ? undefined : check(value, at),
  orNull:
    (check): ShapeCheck =>
    (value, at) =>
      value === null ? undefined : check(value, at),
  list:
    (item): ShapeCheck =>
    (value, at) => {
      if (!Array.isArray(value)) return `\`${at}\` is not a list`;
      return firstProblem(value.entries(), (one, index) => item(one, `${at}[${index}]`));
    },
  table:
    (keys): ShapeCheck =>
    (value, at) => {
      if (!isTable(value)) return `\`${at === "" ? "." : at}\` is not a table`;
      const own = Object.entries(keys);
      return firstProblem(own, (check, key) =>
        check(Object.hasOwn(value, key) ? value[key] : undefined, at === "" ? key : `${at}.${key}`),
      );
    },
};

// --- inside ---

function kindCheck(kind: "string" | "number" | "boolean", noun: string): ShapeCheck {
  return (value, at) => (typeof value === kind ? undefined : `\`${at}\` is not ${noun}`);
}

function isTable(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function firstProblem<K, V>(
  entries: Iterable<readonly [K, V]>,
  check: (value: V, key: K) => string | undefined,
): string | undefined {
  for (const [key, value] of entries) {
    const problem = check(value, key);
    if (problem !== undefined) return problem;
  }
  return undefined;
}
