/** An expression of a script. */
export type Expression =
  | { readonly kind: "constant"; readonly value: undefined | boolean | number | string }
  | { readonly kind: "varargs" }
  | { readonly kind: "function"; readonly body: FunctionBody }
  | { readonly kind: "name"; readonly name: string; readonly line: number }
  | { readonly kind: "index"; readonly of: Expression; readonly key: Expression; line: number }
  | Invocation
  | { readonly kind: "group"; readonly inner: Expression }
  | {
      readonly kind: "binary";
      readonly sign: string;
      readonly left: Expression;
      readonly right: Expression;
      readonly line: number;
    }
  | {
      readonly kind: "unary";
      readonly sign: string;
      readonly of: Expression;
      readonly line: number;
    }
  | { readonly kind: "table"; readonly fields: readonly TableField[] };

/** A call, `f(x)` or `o:m(x)`. */
export interface Invocation {
  readonly kind: "call";
  readonly called: Expression;
  readonly method: string | undefined;
  readonly args: readonly Expression[];
  readonly line: number;
}

/** A field; without a key it is the next of the list. */
export interface TableField {
  readonly key: Expression | undefined;
  readonly value: Expression;
}

export interface FunctionBody {
  readonly parameters: readonly string[];
  readonly hasVarargs: boolean;
  readonly block: Block;
}

export type Block = readonly Statement[];

export type Statement =
  | { readonly kind: "local"; readonly names: readonly string[]; values: readonly Expression[] }
  | { readonly kind: "local function"; readonly name: string; readonly body: FunctionBody }
  | { readonly kind: "assign"; targets: readonly Expression[]; values: readonly Expression[] }
  | { readonly kind: "call"; readonly call: Invocation }
  | { readonly kind: "do"; readonly block: Block }
  | { readonly kind: "while"; readonly condition: Expression; readonly block: Block }
  | { readonly kind: "repeat"; readonly block: Block; readonly until: Expression }
  | { readonly kind: "if"; readonly branches: readonly Branch[]; readonly otherwise: Block }
  | {
      readonly kind: "count";
      readonly name: string;
      readonly range: readonly Expression[];
      readonly block: Block;
      readonly line: number;
    }
  | {
      readonly kind: "each";
      readonly names: readonly string[];
      readonly values: readonly Expression[];
      readonly block: Block;
      readonly line: number;
    }
  | { readonly kind: "return"; readonly values: readonly Expression[] }
  | { readonly kind: "break" };

export interface Branch {
  readonly condition: Expression;
  readonly block: Block;
}
