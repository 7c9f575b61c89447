import type { Analysis, CjsAnalysis, EsmAnalysis } from "./analysis.ts";

/** One file of a graph, loaded but not yet linked; what it asks for is filled in as it is found. */
export interface ModulePlan {
  readonly index: number;
  /** The path, with query and hash: two spellings of a URL are two modules. */
  readonly id: string;
  readonly file: string;
  readonly url: string;
  readonly source: string;
  readonly analysis: Analysis;
  /** For an ES module: where each of its requests leads. */
  readonly requests: Target[];
  /** Where `import()` leads, by {@link requestKey}. */
  readonly dynamic: Map<string, Target>;
  /** Where literal `require()` specifiers lead. */
  readonly requires: Map<string, Target>;
  /** What is compiled into it besides its own code, in the order of the steps that did. */
  readonly instrumentation: Instrumentation[];
  /** Set when something it needs could not be loaded. */
  failure: { readonly error: unknown } | undefined;
}

/**
 * A change that a step of instrumentation makes. Texts at one place nest by the size of what they
 * enclose: the smaller is inside; `last` closes after everything else that ends at the same place.
 */
export type InstrumentationEdit =
  | {
      readonly side: "open" | "close" | "last";
      readonly at: number;
      readonly text: string;
      readonly size: number;
    }
  | {
      readonly side: "replace";
      readonly start: number;
      readonly end: number;
      readonly text: string;
      readonly size: number;
    };

/** What one step compiles into one file: changes, and names that the code is given with values. */
export interface Instrumentation {
  readonly edits: readonly InstrumentationEdit[];
  readonly names: readonly string[];
  readonly values: readonly unknown[];
}

/** A plan whose file is an ES module. */
export type EsmPlan = ModulePlan & { readonly analysis: EsmAnalysis };
/** A plan whose file is CommonJS. */
export type CjsPlan = ModulePlan & { readonly analysis: CjsAnalysis };

/** What `import()` asks for. */
export interface ImportRequest {
  readonly specifier: string;
  /** The value of `with { type: … }`. */
  readonly type: string | undefined;
}

/** One text for one request: Node tells modules apart by both parts. */
export function requestKey({ specifier, type }: ImportRequest): string {
  return `${type ?? ""} ${specifier}`;
}

/** A module Node loads for us; its namespace is there once the graph is prepared. */
export interface External {
  readonly url: string;
  /** `interop`: what compiled CommonJS gets of it when it is written with `import`. */
  readonly kind: "import" | "require" | "interop";
  readonly type: string | undefined;
  /** The value of `require()`, or the namespace of `import()`. */
  value: unknown;
  /** For `interop`: what the module itself exports. */
  exports?: unknown;
  failure: { readonly error: unknown } | undefined;
}

/** Where a specifier leads. */
export type Target =
  | { readonly kind: "module"; readonly plan: ModulePlan }
  | { readonly kind: "external"; readonly external: External }
  | { readonly kind: "failed"; readonly error: unknown };

/** Narrows a plan to an ES module. */
export function isEsm(plan: ModulePlan): plan is EsmPlan {
  return plan.analysis.format === "esm";
}

/** Narrows a plan to CommonJS. */
export function isCjs(plan: ModulePlan): plan is CjsPlan {
  return plan.analysis.format === "cjs";
}

/** The plans an ES module imports statically, in order; externals are not among them. */
export function importedPlans(plan: ModulePlan): ModulePlan[] {
  const plans: ModulePlan[] = [];
  for (const target of plan.requests) if (target.kind === "module") plans.push(target.plan);
  return plans;
}
