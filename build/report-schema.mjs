// The JSON Schema of every document that a verb prints: node build/report-schema.mjs
// With --events that of a line of the log of events. With --write both are written to schema/.
//
// It is read off the types of the documents (`Documents` in src/cli/sdk/documents.ts), so a field
// stands in one place: its type, with its comment as the description. test/report-schema.test.ts
// fails where the file in schema/ is not what these types say, and where a verb prints anything
// that they do not say.
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { root } from "./stamp.mjs";

const ts = createRequire(import.meta.url)("typescript6");

/** Where the schema lies, in the project and in the package. */
const schemaFile = join(root, "schema", "gauntlet-report.schema.json");
const eventsSchemaFile = join(root, "schema", "gauntlet-events.schema.json");
const documentsFile = join(root, "src", "cli", "sdk", "documents.ts");
const eventsFile = join(root, "src", "report", "event-line.ts");
/** Types nested deeper than this name themselves without a name. */
const depthMax = 60;

class SchemaOfTypes {
  #checker;
  #file;
  #source;
  #defs = new Map();
  #depth = 0;

  constructor(file) {
    const { config } = ts.readConfigFile(join(root, "tsconfig.json"), ts.sys.readFile);
    const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
    const program = ts.createProgram([file], { ...options, noEmit: true });
    this.#checker = program.getTypeChecker();
    this.#file = file;
    this.#source = program.getSourceFile(file);
  }

  /** A line of the log of events. */
  line() {
    const { $ref, ...line } = this.#schemaOf(this.#exported("EventLine"));
    const name = $ref?.replace("#/$defs/", "");
    const own = name === undefined ? line : this.#defs.get(name);
    if (name !== undefined) this.#defs.delete(name);
    return {
      $schema: "https://json-schema.org/draft/2020-12/schema",
      title: "A line of the file that gauntlet writes with --events",
      ...own,
      $defs: Object.fromEntries([...this.#defs].toSorted(byName)),
    };
  }

  all() {
    const documents = this.#exported("Documents");
    const verbs = this.#checker
      .getPropertiesOfType(documents)
      .map((verb) => [verb.name.replaceAll(" ", "-"), this.#checker.getTypeOfSymbol(verb)])
      .toSorted(byName)
      .map(([name, type]) => [name, this.#schemaOf(type)]);
    const error = this.#schemaOf(this.#exported("ErrorDocument"));
    const refs = [...new Set([...verbs.map(([, schema]) => schema), error].flatMap(refsIn))];
    const types = [...this.#defs].toSorted(byName);
    return {
      $schema: "https://json-schema.org/draft/2020-12/schema",
      title: "What gauntlet prints with --json",
      description:
        "One document on stdout, of a result or of what a verb was asked for, or of an error. " +
        "It says exactly what this version prints: later ones may add fields, and rename none. " +
        "`#/$defs/` has one schema for each verb, `#/$defs/trace-show`.",
      anyOf: refs.filter((ref) => ref !== "#/$defs/SchemaDocument").map(($ref) => ({ $ref })),
      $defs: Object.fromEntries([...verbs, ...types]),
    };
  }

  #exported(name) {
    const module = this.#checker.getSymbolAtLocation(this.#source);
    const found = this.#checker.getExportsOfModule(module).find((symbol) => symbol.name === name);
    if (found === undefined) throw new Error(`${this.#file} exports no \`${name}\``);
    const target =
      found.flags & ts.SymbolFlags.Alias ? this.#checker.getAliasedSymbol(found) : found;
    return this.#checker.getDeclaredTypeOfSymbol(target);
  }

  /** A named type stands in `$defs` once, and is referred to. */
  #schemaOf(type) {
    const name = nameOf(type);
    if (name === undefined) return this.#inline(type);
    const known = this.#defs.get(name);
    const symbol = type.aliasSymbol ?? type.symbol;
    if (known === undefined) {
      const schema = {};
      this.#defs.set(name, schema);
      this.#origins.set(name, symbol);
      Object.assign(schema, this.#described(symbol), this.#inline(type));
    } else if (this.#origins.get(name) !== symbol) {
      throw new Error(`two types of documents are called \`${name}\`; rename one of them`);
    }
    return { $ref: `#/$defs/${name}` };
  }
  #origins = new Map();

  #inline(type) {
    this.#depth += 1;
    if (this.#depth > depthMax) throw new Error(`${this.#text(type)} goes on and on`);
    const schema = type.isUnion() ? this.#union(type.types) : this.#single(type);
    this.#depth -= 1;
    return schema;
  }

  #union(all) {
    const types = all.filter(({ flags }) => !(flags & ts.TypeFlags.Undefined));
    if (types.length === 1) return this.#schemaOf(types[0]);
    const literals = types.filter((type) => type.isStringLiteral() || type.isNumberLiteral());
    const booleans = types.filter(({ flags }) => flags & ts.TypeFlags.BooleanLiteral);
    const both = booleans.length === 2;
    const rest = types.filter(
      (type) => !literals.includes(type) && !(both && booleans.includes(type)),
    );
    // Sorted, because the compiler has them in the order in which it met them in other files.
    const parts = [
      ...(literals.length === 0 ? [] : [{ enum: literals.map(({ value }) => value).toSorted() }]),
      ...(both ? [{ type: "boolean" }] : []),
      ...rest.map((type) => this.#schemaOf(type)),
    ];
    const isPlain = parts.every((part) => Object.keys(part).join() === "type");
    if (isPlain) return { type: parts.map(({ type }) => type) };
    return parts.length === 1 ? parts[0] : { anyOf: parts };
  }

  #single(type) {
    const { flags } = type;
    const is = (flag) => (flags & flag) !== 0;
    if (is(ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return {};
    if (type.isStringLiteral() || type.isNumberLiteral()) return { const: type.value };
    if (is(ts.TypeFlags.BooleanLiteral)) return { const: type.intrinsicName === "true" };
    if (is(ts.TypeFlags.StringLike)) return { type: "string" };
    if (is(ts.TypeFlags.NumberLike)) return { type: "number" };
    if (is(ts.TypeFlags.BooleanLike)) return { type: "boolean" };
    if (is(ts.TypeFlags.Null)) return { type: "null" };
    // JSON cannot say these; the documents have them as text.
    if (is(ts.TypeFlags.BigIntLike)) return { type: "string", pattern: "^-?[0-9]+n$" };
    if (this.#checker.isTupleType(type)) return this.#tuple(type);
    if (this.#checker.isArrayType(type)) {
      return { type: "array", items: this.#schemaOf(this.#checker.getTypeArguments(type)[0]) };
    }
    if (!is(ts.TypeFlags.Object | ts.TypeFlags.Intersection)) throw this.#noData(type);
    return this.#object(type);
  }

  #tuple(type) {
    const items = this.#checker.getTypeArguments(type).map((item) => this.#schemaOf(item));
    if (type.target.hasRestElement) return { type: "array", items: { anyOf: items } };
    return { type: "array", prefixItems: items, items: false, minItems: items.length };
  }

  #object(type) {
    const isCalled = type.getCallSignatures().length + type.getConstructSignatures().length > 0;
    if (isCalled || isBuiltin(type)) throw this.#noData(type);
    const fields = this.#checker.getPropertiesOfType(type).flatMap((field) => {
      const own = this.#checker.getTypeOfSymbol(field);
      if (own.flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Never)) return [];
      const schema = { ...this.#described(field), ...this.#schemaOf(own) };
      const isOptional = (field.flags & ts.SymbolFlags.Optional) !== 0 || mayBeUndefined(own);
      return [{ name: field.name, schema, isOptional }];
    });
    const others = this.#checker.getIndexInfosOfType(type).map((info) => this.#schemaOf(info.type));
    const required = fields.filter(({ isOptional }) => !isOptional).map(({ name }) => name);
    return {
      type: "object",
      ...(fields.length === 0
        ? {}
        : { properties: Object.fromEntries(fields.map(({ name, schema }) => [name, schema])) }),
      ...(required.length === 0 ? {} : { required }),
      additionalProperties: others[0] ?? false,
    };
  }

  #described(symbol) {
    const parts = symbol.getDocumentationComment(this.#checker);
    const description = ts.displayPartsToString(parts).replaceAll(/\s+/gu, " ");
    return description === "" ? {} : { description };
  }

  #noData(type) {
    return new Error(`${this.#text(type)} is not plain data, so no document can have it`);
  }

  #text(type) {
    return this.#checker.typeToString(type);
  }
}

/** What a type of ours is called, where it has a name and takes no other types. */
function nameOf(type) {
  const symbol = type.aliasSymbol ?? type.symbol;
  const isGeneric = (type.aliasTypeArguments ?? type.typeArguments ?? []).length > 0;
  if (symbol === undefined || isGeneric || isForeign(symbol)) return undefined;
  const isNamed = symbol.flags & (ts.SymbolFlags.Interface | ts.SymbolFlags.TypeAlias);
  const isData = type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection);
  const hasData =
    type.isUnion() &&
    type.types.some(({ flags }) => flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection));
  return isNamed && (isData || hasData) ? symbol.name : undefined;
}

/** A date or a map is an object to TypeScript, and nothing that JSON can say. */
function isBuiltin({ symbol }) {
  return (
    symbol !== undefined && isForeign(symbol) && (symbol.flags & ts.SymbolFlags.Interface) !== 0
  );
}

function isForeign({ declarations }) {
  return declarations?.[0]?.getSourceFile().fileName.includes("/node_modules/") === true;
}

function byName([one], [other]) {
  return one < other ? -1 : 1;
}

function mayBeUndefined(type) {
  return type.isUnion() && type.types.some(({ flags }) => flags & ts.TypeFlags.Undefined);
}

function refsIn({ $ref, anyOf = [] }) {
  return $ref === undefined ? anyOf.flatMap(refsIn) : [$ref];
}

const documents = () => textOf(new SchemaOfTypes(documentsFile).all());
const events = () => textOf(new SchemaOfTypes(eventsFile).line());
const textOf = (schema) => `${JSON.stringify(schema, undefined, 2)}\n`;

if (process.argv.includes("--write")) {
  writeFileSync(schemaFile, documents());
  writeFileSync(eventsSchemaFile, events());
} else {
  process.stdout.write(process.argv.includes("--events") ? events() : documents());
}
