import type { z } from "zod";
import type { ConfigPath } from "../../../config/syntax/config-node.ts";

/** The keys that a schema knows at a place of some data; for unions the `type` there decides. */
export function knownKeys(
  schema: z.core.$ZodType,
  data: unknown,
  path: ConfigPath,
): readonly string[] {
  let at: z.core.$ZodType | undefined = schema;
  let value = data;
  for (const part of path) {
    at = at === undefined ? undefined : below(at, part, value);
    value = typeof value === "object" && value !== null ? Reflect.get(value, part) : undefined;
  }
  const table = at === undefined ? undefined : opened(at, value);
  return table?.def.type === "object" ? Object.keys((table.def as z.core.$ZodObjectDef).shape) : [];
}

// --- inside ---

type Opened = { readonly def: z.core.$ZodTypeDef };

function below(
  schema: z.core.$ZodType,
  part: string | number,
  value: unknown,
): z.core.$ZodType | undefined {
  const { def } = opened(schema, value);
  if (def.type === "object") return (def as z.core.$ZodObjectDef).shape[String(part)];
  if (def.type === "array") return (def as z.core.$ZodArrayDef).element;
  return def.type === "record" ? (def as z.core.$ZodRecordDef).valueType : undefined;
}

/** What is behind `optional`, `lazy` and the union of steps. */
function opened(schema: z.core.$ZodType, value: unknown): Opened {
  const { def } = schema._zod;
  if (def.type === "optional") return opened((def as z.core.$ZodOptionalDef).innerType, value);
  if (def.type === "lazy") return opened((def as z.core.$ZodLazyDef).getter(), value);
  if (def.type !== "union") return { def };
  const type: unknown =
    typeof value === "object" && value !== null ? Reflect.get(value, "type") : undefined;
  const { options } = def as z.core.$ZodUnionDef;
  const meant = options.find((option) => {
    const { shape } = option._zod.def as Partial<z.core.$ZodObjectDef>;
    return shape?.["type"]?._zod.values?.has(type as string) === true;
  });
  return meant === undefined ? { def } : { def: meant._zod.def };
}
