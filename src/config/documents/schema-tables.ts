/** A part of a JSON Schema, as far as a config says anything with it. */
export interface SchemaNode {
  readonly type?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly enum?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly required?: readonly string[];
  readonly items?: SchemaNode;
  readonly anyOf?: readonly SchemaNode[];
  readonly additionalProperties?: SchemaNode | boolean;
  readonly propertyNames?: SchemaNode;
  /** What the reference page calls the value; not in the JSON Schema that ships. */
  readonly kind?: string;
  /** A name for a type that stands in several places; not in the JSON Schema that ships. */
  readonly named?: string;
  /** What the reference page says besides the description; not in the JSON Schema that ships. */
  readonly more?: string;
}

/** A table that a config may have, with its keys in the order in which they are documented. */
export interface SchemaTable {
  /** `explorer`, `agent.chaos.tool_faults`; the empty name is the top of the file. */
  readonly name: string;
  readonly isList: boolean;
  readonly about: string;
  readonly keys: readonly SchemaKey[];
}

/** A key of a table. */
export interface SchemaKey {
  readonly name: string;
  readonly isRequired: boolean;
  readonly node: SchemaNode;
}

/** Every table of a schema, the outer before the inner; indexes and names of the user's are left
 * out of the names. */
export function tablesOf(root: SchemaNode, name = ""): readonly SchemaTable[] {
  const { properties, required = [] } = root;
  if (properties === undefined) return [];
  const keys = Object.entries(properties).map(([key, node]) => ({
    name: key,
    isRequired: required.includes(key),
    node,
  }));
  const own = { name, isList: false, about: root.description ?? "", keys };
  return [own, ...keys.flatMap((key) => tablesBelow(key.node, `${name}.${key.name}`))];
}

// --- inside ---

function tablesBelow(node: SchemaNode, path: string): readonly SchemaTable[] {
  const isList = node.items !== undefined;
  const about = node.description ?? "";
  return kindsOf(node)
    .flatMap((kind) => tablesOf(kind, path.replace(/^\./u, "")))
    .map((table, index) => (index === 0 ? { ...table, isList, about } : table));
}

/** What a value may be, as far as it is or holds a table. */
function kindsOf({
  items,
  anyOf,
  additionalProperties,
  ...node
}: SchemaNode): readonly SchemaNode[] {
  if (items !== undefined) return kindsOf(items);
  if (anyOf !== undefined) return anyOf.flatMap(kindsOf);
  if (typeof additionalProperties === "object") return kindsOf(additionalProperties);
  return [node];
}
