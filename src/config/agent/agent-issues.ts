import type { z } from "zod";

/** What a check of zod is given: a value, and where to say what is wrong with it. */
export type Checked<Value> = z.core.ParsePayload<Value>;

/** Says that a key is missing; `must` says what it is, such as `must be a pattern`. */
export function missing(checked: Checked<object>, key: string, must: string): void {
  if (Reflect.get(checked.value, key) !== undefined) return;
  const issue = { code: "invalid_type", expected: "string", input: undefined } as const;
  checked.issues.push({ ...issue, path: [key], message: must });
}

/** Says that a key has no place here. */
export function misplaced(checked: Checked<object>, key: string, message: string): void {
  if (Reflect.get(checked.value, key) !== undefined) wrong(checked, [key], message);
}

/** Says what is wrong at a place below the value. */
export function wrong(
  checked: Checked<unknown>,
  path: readonly (string | number)[],
  message: string,
): void {
  checked.issues.push({ code: "custom", message, input: checked.value, path: [...path] });
}

/** The same about a value that must not be shown. */
export function secret(
  checked: Checked<unknown>,
  path: readonly (string | number)[],
  message: string,
): void {
  const issue = { code: "custom", message, input: undefined } as const;
  checked.issues.push({ ...issue, path: [...path], params: { isSecret: true } });
}

/** Says of each entry of a list whose name another one has already. */
export function repeated(key: string): z.core.CheckFn<readonly object[]> {
  return (checked) => {
    const seen = new Set<unknown>();
    checked.value.forEach((entry, index) => {
      const name: unknown = Reflect.get(entry, key);
      if (name !== undefined && seen.has(name)) {
        wrong(checked, [index, key], "must differ from that of every other entry");
      }
      seen.add(name);
    });
  };
}
