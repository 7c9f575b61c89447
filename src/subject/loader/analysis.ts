import type { Interop } from "./interop.ts";

/** A change to the type-free code, in offsets of the code as it was. */
export type Edit =
  /** A replacement; an insertion when `start` equals `end`. */
  | { readonly start: number; readonly end: number; readonly text: string }
  /** The range goes to another place, wrapped in text. */
  | {
      readonly start: number;
      readonly end: number;
      readonly to: number;
      readonly before: string;
      readonly after: string;
    };

/**
 * A place where an imported name is used, and in which grammatical role, because each is rewritten
 * differently.
 */
export interface Site {
  readonly start: number;
  readonly end: number;
  readonly role: "read" | "call" | "shorthand";
  /** Without a semicolon before it, a parenthesis here would continue the statement above. */
  readonly startsStatement: boolean;
}

/** `import … from specifier`, or the source of an `export … from`. */
export interface ModuleRequest {
  readonly specifier: string;
  /** The value of `with { type: … }`. */
  readonly type: string | undefined;
  readonly offset: number;
}

/** One imported name. */
export interface ImportBinding {
  readonly local: string;
  readonly request: number;
  /** The exporter's name for it; `*` is the namespace. */
  readonly imported: string;
  /** Where it is used; for a namespace, only the uses that are not a plain `ns.name`. */
  readonly sites: readonly Site[];
  /** Something tries to assign to it, which must throw. */
  readonly isAssigned: boolean;
  /** For a namespace: the names called as `ns.name()`, whose `this` is the namespace. */
  readonly calls: readonly string[];
}

/** A name this file exports from its own scope. */
export interface LocalExport {
  readonly name: string;
  readonly local: string;
  /**
   * `hoisted`: a function declaration nothing assigns to, usable before the module runs.
   * `constant`: settled once the module has run. `live`: may change at any time.
   */
  readonly stability: "hoisted" | "constant" | "live";
  /** Calling it with another `this` makes no difference. */
  readonly ignoresThis: boolean;
}

/** A name this file passes on from another module; `imported` is `*` for a namespace. */
export interface IndirectExport {
  readonly name: string;
  readonly request: number;
  readonly imported: string;
}

/** A property this file declares by calling one of our assertion functions with a literal name. */
export interface PropertySite {
  readonly kind: "always" | "sometimes" | "reachable" | "unreachable" | "eventually";
  readonly name: string;
  readonly offset: number;
}

/**
 * All that linking and compiling need to know of an ES module; plain data, so it can be kept on
 * disk.
 */
export interface EsmAnalysis {
  readonly format: "esm";
  readonly code: string;
  /** Every name we add to the code begins with this, and nothing in the code does. */
  readonly prefix: string;
  readonly edits: readonly Edit[];
  readonly requests: readonly ModuleRequest[];
  readonly imports: readonly ImportBinding[];
  readonly exports: readonly LocalExport[];
  readonly indirect: readonly IndirectExport[];
  /** Requests of `export * from`. */
  readonly stars: readonly number[];
  readonly dynamic: readonly ModuleRequest[];
  readonly hasTopLevelAwait: boolean;
  /** The top level only defines; whether the module can be kept also depends on what it imports. */
  readonly isStateless: boolean;
  /** The project makes CommonJS of it. */
  readonly interop: Interop | undefined;
  /** Which of `require`, `module`, `exports`, `__filename` and `__dirname` it uses. */
  readonly commonJsNames: readonly string[];
  /** Specifiers of `require()`, where it is compiled to CommonJS. */
  readonly requires: readonly string[];
  readonly properties: readonly PropertySite[];
}

/** All that running a CommonJS file needs. */
export interface CjsAnalysis {
  readonly format: "cjs";
  readonly code: string;
  readonly prefix: string;
  readonly edits: readonly Edit[];
  /** The names an `import` may take from it, as Node's lexer would find them. */
  readonly names: readonly string[];
  /** Specifiers whose names are passed on, as in `module.exports = require("./x")`. */
  readonly reexports: readonly string[];
  readonly requires: readonly string[];
  readonly dynamic: readonly ModuleRequest[];
  /** It was written with `import`, and ends in `export =`. */
  readonly interop: Interop | undefined;
}

/** A JSON file; its text is parsed anew for every graph, because the value can be changed. */
export interface JsonAnalysis {
  readonly format: "json";
  readonly code: string;
}

/** What is known of one file before it is linked. */
export type Analysis = EsmAnalysis | CjsAnalysis | JsonAnalysis;
