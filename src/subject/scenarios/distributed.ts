import type { DurationText } from "./step-fields/basic-fields.ts";

/** The fields of each type of step of a scenario of several nodes. */
export interface DistributedSteps {
  readonly client_put: { readonly node: string; readonly key: string; readonly value: string };
  readonly client_get_assert: {
    readonly node: string;
    readonly key: string;
    readonly equals?: string | undefined;
    readonly is_null?: boolean | undefined;
  };
  readonly partition: { readonly a: string; readonly b: string };
  readonly heal: { readonly a: string; readonly b: string };
  readonly crash: { readonly node: string };
  readonly restart: { readonly node: string };
  readonly tick: { readonly duration: DurationText };
}

/** The fields of each type of invariant of a scenario of several nodes. */
export interface Invariants {
  readonly kv_all_equal: { readonly key: string };
  readonly kv_present_on_all: { readonly key: string };
  readonly kv_node_equals: { readonly node: string; readonly key: string; readonly equals: string };
}

/** Something with a type, and the fields of that type. */
export type Typed<Fields> = {
  readonly [Type in keyof Fields]: { readonly type: Type } & Fields[Type];
}[keyof Fields];

/** A scenario of several nodes: it is checked, but nothing executes it yet. */
export interface DistributedScenario {
  /** For editors. */
  readonly $schema?: string | undefined;
  readonly version: 1;
  readonly name: string;
  readonly distributed: {
    readonly nodes?: readonly string[] | undefined;
    /** So many nodes, called n0, n1 and so on. */
    readonly node_count?: number | undefined;
    readonly steps: readonly Typed<DistributedSteps>[];
    readonly invariants?: readonly Typed<Invariants>[] | undefined;
  };
}
