import type { Decisions } from "../../kernel/decisions/decisions.ts";
import { isTable, schemaAt, type SchemaTable } from "../../kernel/json-schema/schema-words.ts";

/** Gives a number from 0 up to, and without, a count. */
export type Choose = (label: string, count: number) => number;

/** Deeper than this, a schema that names itself is taken for one that allows nothing. */
const depthMax = 40;

/**
 * All that a schema asks of one value, with one way chosen where it leaves several: each table must
 * hold. Undefined where nothing is allowed.
 */
export function demandsOf(
  schema: unknown,
  { root, choose }: { readonly root: unknown; readonly choose: Choose },
  depth = 0,
): readonly SchemaTable[] | undefined {
  if (schema === true) return [];
  if (!isTable(schema) || depth > depthMax) return undefined;
  const { $ref: ref, allOf, anyOf, oneOf } = schema;
  const all: unknown[] = [
    ...(typeof ref === "string" ? [schemaAt(root, ref)] : []),
    ...listOf(allOf),
    ...[listOf(anyOf), listOf(oneOf)].flatMap((ways) =>
      ways.length === 0 ? [] : [ways[choose("branch", ways.length)]],
    ),
    ...conditionOf(schema, choose),
  ];
  const found: SchemaTable[] = [schema];
  for (const part of all) {
    const demands = demandsOf(part, { root, choose }, depth + 1);
    if (demands === undefined) return undefined;
    found.push(...demands);
  }
  return found;
}

/** Chooses by decisions, each try another way, so that a try that is refused is not made again. */
export function chooserOf(decisions: Decisions, turn: number): Choose {
  return (label, count) =>
    count <= 1 ? 0 : (decisions.integer(label, { min: 0, max: count - 1 }) + turn) % count;
}

// --- inside ---

function conditionOf(schema: SchemaTable, choose: Choose): readonly unknown[] {
  if (!("if" in schema)) return [];
  const isThen = choose("condition", 2) === 0;
  if (isThen) return [schema["if"], schema["then"] ?? true];
  return [schema["else"] ?? true];
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
