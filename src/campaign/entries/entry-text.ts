import path from "node:path";
import type { CallTarget } from "../../kernel/subject/call-plan.ts";
import type { ExportReference, ParamPlan, Shape } from "../../kernel/values/shape.ts";
import type { ModuleExample } from "../../subject/examples/index.ts";

/** Something that a user's file exports and a scan is to use: `test/factories.ts#makeCart`. */
export interface UserExport {
  readonly file: string;
  /** `*` is all that the file exports. */
  readonly name: string;
}

/** What the configuration says of a target, before it is written down as code. */
export interface EntryOptions {
  /** Options that are data, by their path: `["fixtures", "Cart.sku"]`. */
  readonly data: readonly { readonly path: readonly string[]; readonly value: unknown }[];
  /** Options that are something of the user's. */
  readonly exports: readonly { readonly path: readonly string[]; readonly from: UserExport }[];
  /** Faults of the catalogue, as they are written: `fault.diskFull()`. */
  readonly faults?: readonly string[] | undefined;
  /** Calls of the scan's own door: `contract({…})`, each an element of `judges`. */
  readonly judges: readonly { readonly maker: string; readonly data: unknown }[];
  /** Code of documentation, as functions. */
  readonly examples?: readonly ModuleExample[] | undefined;
}

/** One subject of a generated module. */
export interface Entry {
  readonly exportName: string;
  readonly target: CallTarget;
  readonly options: EntryOptions;
}

/** From where an export is taken; all of its module is loaded where that is not known. */
export type HomeOf = (from: ExportReference) => UserExport | undefined;

/**
 * The text of the module through which a file is scanned. It lies in the project, so that runs of
 * it are recorded, replayed and made small like those of any chaos file.
 */
export function entryText(
  file: string,
  entries: readonly Entry[],
  registries: readonly string[],
  homeOf: HomeOf = () => undefined,
): string {
  const imports = new Imports(file, homeOf);
  for (const registry of registries) imports.only(registry);
  const bodies = entries.map((entry) => entryBody(entry, imports));
  const makers = new Set(
    entries.flatMap(({ options }) => options.judges.map(({ maker }) => maker)),
  );
  const hasFaults = entries.some(({ options }) => (options.faults ?? []).length > 0);
  const door = ["callTest", ...makers, ...(hasFaults ? ["fault"] : [])].toSorted().join(", ");
  return [
    "// Written by `gauntlet scan`; written again by the next one.",
    `import { ${door} } from "gauntlet/scan-subject";`,
    ...imports.lines(),
    "",
    ...bodies,
  ].join("\n");
}

/** All exports that a target needs: its own and those of everything it is given. */
export function exportsOf(target: CallTarget): readonly ExportReference[] {
  const found: ExportReference[] = [];
  const add = (from: ExportReference): unknown => found.push(from);
  for (const call of target.calls) {
    add(call.from);
    for (const shape of Object.values(call.definitions)) placesIn(shape, add);
    for (const param of call.params) placesIn(param.shape, add);
    placesIn(call.returns, add);
  }
  if (target.receiver !== undefined) placesIn(target.receiver, add);
  return found;
}

// --- inside ---

class Imports {
  readonly #folder: string;
  readonly #homeOf: HomeOf;
  readonly #names = new Map<string, string>();
  readonly #single = new Map<string, string>();
  readonly #bare = new Set<string>();

  constructor(file: string, homeOf: HomeOf) {
    this.#folder = path.posix.dirname(file);
    this.#homeOf = homeOf;
  }

  /** The name of a module's namespace. */
  nameOf(module: string): string {
    let name = this.#names.get(module);
    if (name === undefined) this.#names.set(module, (name = `m${String(this.#names.size)}`));
    return name;
  }

  /**
   * What stands for a module of which only some exports are needed. A namespace of hundreds of
   * names would be made for every run, and with it all that a file passes on.
   */
  partOf(module: string, names: ReadonlySet<string>): string {
    const homes = Array.from(names, (name) => this.#homeOf({ module, path: [name] }));
    if (homes.some((home) => home === undefined || !identifier.test(home.name))) {
      return this.nameOf(module);
    }
    const fields = Array.from(names, (name, at) => {
      const local = this.#singleOf(homes[at] ?? { file: module, name });
      // Read when it is asked for, as a member of a namespace is.
      return `get ${JSON.stringify(name)}() { return ${local}; }`;
    });
    return `{ ${fields.join(", ")} }`;
  }

  #singleOf({ file, name }: UserExport): string {
    const clause = `{ ${name} as LOCAL } from ${this.#specifier(file)}`;
    let local = this.#single.get(clause);
    if (local === undefined) this.#single.set(clause, (local = `e${String(this.#single.size)}`));
    return local;
  }

  /** Imports a module for what it does. */
  only(module: string): void {
    this.#bare.add(module);
  }

  lines(): string[] {
    return [
      ...Array.from(this.#bare, (module) => `import ${this.#specifier(module)};`),
      ...Array.from(
        this.#names,
        ([module, name]) => `import * as ${name} from ${this.#specifier(module)};`,
      ),
      ...Array.from(this.#single, ([clause, local]) => `import ${clause.replace("LOCAL", local)};`),
    ];
  }

  #specifier(module: string): string {
    const isFile = /\.[cm]?[jt]sx?$/u.test(module);
    return JSON.stringify(isFile ? relativeTo(this.#folder, module) : module);
  }
}

function relativeTo(folder: string, module: string): string {
  const relative = path.posix.relative(folder, module);
  return relative.startsWith(".") ? relative : `./${relative}`;
}

function entryBody({ exportName, target, options }: Entry, imports: Imports): string {
  const isWhole = (options.examples ?? []).length > 0;
  const modules = Array.from(namesOf(target), ([module, names]) => {
    // Examples may name any export of the file that they stand in.
    const part = isWhole ? imports.nameOf(module) : imports.partOf(module, names);
    return `    ${JSON.stringify(module)}: ${part},`;
  });
  return [
    `export const ${exportName} = callTest({`,
    `  target: ${json(target)},`,
    "  modules: {",
    ...modules,
    "  },",
    `  options: ${optionsText(options, imports)},`,
    "});",
    "",
  ].join("\n");
}

/** The names that a target needs of each module, sorted by module. */
function namesOf(target: CallTarget): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const { module, path: at } of exportsOf(target)) {
    const names = found.get(module) ?? new Set();
    found.set(module, names.add(at[0] ?? ""));
  }
  return new Map([...found].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

const identifier = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u;

/** Options as code: data as JSON, what is the user's by its import. */
function optionsText(options: EntryOptions, imports: Imports): string {
  const { data, exports, judges, faults = [], examples = [] } = options;
  const tree: Tree = new Map();
  const made = judges.map(({ maker, data: about }) => `${maker}(${json(about)})`);
  if (examples.length > 0) tree.set("examples", `[${examples.map(exampleText).join(", ")}]`);
  if (faults.length > 0) tree.set("faults", `[${faults.join(", ")}]`);
  if (made.length > 0) tree.set("judges", `[${made.join(", ")}].flat()`);
  for (const { path: at, value } of data) put(tree, at, json(value));
  for (const { path: at, from } of exports) {
    const namespace = imports.nameOf(from.file);
    put(tree, at, from.name === "*" ? namespace : `${namespace}[${JSON.stringify(from.name)}]`);
  }
  return treeText(tree);
}

function exampleText({ code, ...about }: ModuleExample): string {
  return `{ ...${json(about)}, run: ${code} }`;
}

type Tree = Map<string, string | Tree>;

function put(tree: Tree, [key = "", ...rest]: readonly string[], text: string): void {
  if (rest.length === 0) {
    tree.set(key, text);
    return;
  }
  const known = tree.get(key);
  const inner: Tree = known instanceof Map ? known : new Map();
  tree.set(key, inner);
  put(inner, rest, text);
}

function treeText(tree: Tree): string {
  const fields = Array.from(
    tree,
    ([key, value]) =>
      `[${JSON.stringify(key)}]: ${typeof value === "string" ? value : treeText(value)}`,
  );
  return `{ ${fields.join(", ")} }`;
}

/**
 * JSON as an expression. A literal keeps the module free of calls, so that runs may share it; only
 * a key `__proto__`, which in a literal would be no key at all, has to be parsed.
 */
function json(value: unknown): string {
  const text = JSON.stringify(value);
  return text.includes('"__proto__":') ? `JSON.parse(${JSON.stringify(text)})` : text;
}

function placesIn(shape: Shape, add: (place: ExportReference) => unknown): void {
  const within = (part: Shape): void => placesIn(part, add);
  const ofParams = (params: readonly ParamPlan[]): void => {
    for (const param of params) within(param.shape);
  };
  switch (shape.kind) {
    case "union":
      for (const part of shape.of) within(part);
      return;
    case "array":
    case "set":
    case "promise":
    case "iterable":
      return within(shape.of);
    case "template":
      for (const part of shape.parts) if (typeof part !== "string") within(part);
      return;
    case "tuple":
      for (const item of shape.items) within(item.shape);
      if (shape.rest !== undefined) within(shape.rest);
      return;
    case "object":
      for (const field of shape.fields) within(field.shape);
      if (shape.rest !== undefined) within(shape.rest);
      return;
    case "record":
    case "map":
      within(shape.key);
      return within(shape.value);
    case "function":
      return within(shape.returns);
    case "instance":
      add(shape.from);
      for (const step of shape.steps ?? []) if (step.module !== "") add(step);
      return ofParams(shape.params);
    case "schema":
      add(shape.from);
      return within(shape.or);
    default:
  }
}
