import type { z } from "zod";
import type { Zod } from "../../../config/schema-values.ts";

/** A rule between the keys of one table. */
export interface FieldRule {
  readonly kind: "at most one" | "at least one" | "exactly one";
  readonly keys: readonly string[];
}

/** The family that a problem of these rules belongs to, for `params` of an issue. */
export const rulesCode = "N007";

/** Rules of the steps, by type: keys that exclude each other, and keys of which one is needed. */
export const stepRules: Readonly<Partial<Record<string, readonly FieldRule[]>>> = {
  http_when: [{ kind: "at most one", keys: ["body", "json"] }],
  http_request: [{ kind: "at most one", keys: ["expect_body", "expect_json"] }],
  http: [{ kind: "at most one", keys: ["body", "json"] }],
  get_kv_assert: [{ kind: "at most one", keys: ["equals", "is_null"] }],
  client_get_assert: [{ kind: "at most one", keys: ["equals", "is_null"] }],
  memory_free: [{ kind: "exactly one", keys: ["alloc_id", "key"] }],
  expect_failure: [{ kind: "at least one", keys: ["error", "message", "regex", "code"] }],
  expect: [{ kind: "at least one", keys: ["equals", "contains", "regex", "json", "schema"] }],
  call: [
    { kind: "at most one", keys: ["expect", "expect_error"] },
    { kind: "at most one", keys: ["save_as", "expect_error"] },
  ],
};

/** At least one of all keys that a table may have. */
export function notEmpty(shape: object): readonly FieldRule[] {
  return [{ kind: "at least one", keys: Object.keys(shape) }];
}

/** A table that also keeps rules between its keys; the JSON Schema says them as well. */
export function ruled<Shape extends z.core.$ZodShape>(
  zod: Zod,
  shape: Shape,
  rules: readonly FieldRule[],
): z.ZodObject<Shape, z.core.$strict> {
  const table = zod.strictObject(shape, "must be a table");
  if (rules.length === 0) return table;
  return table
    .check(({ value, issues }) => {
      if (issues.length > 0) return; // a key that is misspelt is told, and not missed as well
      for (const { at, message } of rules.flatMap((rule) => broken(rule, value))) {
        issues.push({
          code: "custom",
          message,
          path: [...at],
          input: value,
          params: { code: rulesCode },
        });
      }
    })
    .meta({ allOf: rules.map(asSchema) });
}

// --- inside ---

function broken(
  { kind, keys }: FieldRule,
  table: object,
): readonly { readonly at: readonly string[]; readonly message: string }[] {
  const [first, ...others] = keys.filter((key) => Object.hasOwn(table, key));
  if (first === undefined) {
    if (kind === "at most one") return [];
    return [{ at: [], message: `must have ${oneOf(keys)}` }];
  }
  if (kind === "at least one") return [];
  return others.map((key) => ({
    at: [key],
    message: `cannot be there together with \`${first}\``,
  }));
}

function oneOf(keys: readonly string[]): string {
  const names = keys.map((key) => `\`${key}\``);
  return `${names.slice(0, -1).join(", ")} or ${names.at(-1) ?? ""}`;
}

function asSchema({ kind, keys }: FieldRule): object {
  const each = keys.map((key) => ({ required: [key] }));
  if (kind === "at least one") return { anyOf: each };
  return kind === "exactly one" ? { oneOf: each } : { not: { required: keys } };
}
