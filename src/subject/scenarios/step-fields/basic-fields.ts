/** A piece of time as it is written: `250ms`, `3s`, `2m`, `1h`. */
export type DurationText = string;

/** Two constants that are compared. */
export interface Compared<Value> {
  readonly a: Value;
  readonly b: Value;
  readonly msg?: string | undefined;
}

/** A value of the store that is looked at again and again. */
export interface Watched {
  readonly key: string;
  readonly equals: string;
  readonly within: DurationText;
  readonly poll: DurationText;
  readonly msg?: string | undefined;
}

/** Steps about the story, constants, the flow, time, and the store of names and values. */
export interface BasicSteps {
  readonly trace_event: {
    readonly name: string;
    readonly fields?: Readonly<Record<string, unknown>> | undefined;
  };
  readonly rand_u64: { readonly key?: string | undefined };
  readonly assert_ok: { readonly value: boolean; readonly msg?: string | undefined };
  readonly assert_eq_int: Compared<number>;
  readonly assert_ne_int: Compared<number>;
  readonly assert_eq_str: Compared<string>;
  readonly assert_ne_str: Compared<string>;
  readonly fail: { readonly message: string };
  readonly panic: { readonly message: string };
  readonly sleep: { readonly duration: DurationText };
  readonly advance: { readonly duration: DurationText };
  readonly freeze: { readonly at_ms?: number | undefined };
  readonly unfreeze: object;
  readonly set_kv: { readonly key: string; readonly value: string };
  readonly get_kv_assert: {
    readonly key: string;
    readonly equals?: string | undefined;
    readonly is_null?: boolean | undefined;
  };
  readonly assert_eventually_kv: Watched;
  readonly assert_never_kv: Watched;
}
