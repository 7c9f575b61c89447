import type { Cell, Evaluate, EvaluateAll, Execute, Frame } from "./frame.ts";
import { broken } from "./frame.ts";
import {
  arithmetic,
  concat,
  index,
  isAtMost,
  isLess,
  lengthOf,
  type Naming,
  type Operation,
  unnamed,
} from "./operators.ts";
import { FunctionScope, type LuaVariable } from "./scope.ts";
import type { Block, Expression, FunctionBody, Invocation } from "./syntax.ts";
import {
  callValue,
  failAt,
  isTrue,
  type LuaFunction,
  LuaTable,
  LuaUncovered,
  type LuaValue,
} from "./values.ts";

/** Compiles the block of a function. */
export type CompileBlock = (block: Block, scope: FunctionScope) => Execute;

/** Turns expressions into functions, so that a script is walked once and not in every run. */
export class ExpressionCompiler {
  readonly #compileBlock: CompileBlock;

  constructor(compileBlock: CompileBlock) {
    this.#compileBlock = compileBlock;
  }

  /** One value; of several the first. */
  one(expression: Expression, scope: FunctionScope): Evaluate {
    switch (expression.kind) {
      case "constant": {
        const { value } = expression;
        return () => value;
      }
      case "varargs":
        return ({ varargs }) => varargs[0];
      case "function":
        return this.functionOf(expression.body, scope);
      case "name":
        return this.#name(expression, scope);
      case "group":
        return this.one(expression.inner, scope);
      case "index": {
        const of = this.one(expression.of, scope);
        const key = this.one(expression.key, scope);
        const { line } = expression;
        const naming = namingOf(expression.of, scope);
        return (frame) => {
          const { machine } = frame;
          const [table, at] = [of(frame), key(frame)];
          machine.line = line;
          return index(table, at, { machine, naming });
        };
      }
      case "call": {
        const call = this.call(expression, scope);
        return (frame) => call(frame)[0];
      }
      case "unary":
        return this.#unary(expression, scope);
      case "binary":
        return this.#binary(expression, scope);
      case "table":
        return this.#table(expression, scope);
    }
  }

  /** The values of a list: the last may bring several. */
  all(list: readonly Expression[], scope: FunctionScope): EvaluateAll {
    const last = list.at(-1);
    const isOpen = last?.kind === "call" || last?.kind === "varargs";
    const single = (isOpen ? list.slice(0, -1) : list).map((item) => this.one(item, scope));
    const open = isOpen && last !== undefined ? this.#open(last, scope) : undefined;
    return (frame) => {
      const values = single.map((evaluate) => evaluate(frame));
      return open === undefined ? values : [...values, ...open(frame)];
    };
  }

  call({ called, method, args, line }: Invocation, scope: FunctionScope): EvaluateAll {
    const target = this.one(called, scope);
    const given = this.all(args, scope);
    const naming = namingOf(called, scope);
    if (method !== undefined) {
      return (frame) => {
        const { machine } = frame;
        const self = target(frame);
        const values = given(frame);
        machine.line = line;
        return callValue(index(self, method, { machine, naming }), [self, ...values], machine);
      };
    }
    return (frame) => {
      const { machine } = frame;
      const value = target(frame);
      const values = given(frame);
      machine.line = line;
      if (typeof value === "function") return callValue(value, values, machine);
      throw failAt(machine, `attempt to call ${naming(value)}`);
    };
  }

  functionOf(body: FunctionBody, around: FunctionScope): (frame: Frame) => LuaFunction {
    const scope = new FunctionScope(around, body.hasVarargs);
    const slots = body.parameters.map((name) => scope.declare(name));
    const execute = this.#compileBlock(body.block, scope);
    const { captured } = scope;
    return (frame) => {
      const outer = captured.map((place) => cellAt(place, frame));
      return (args, machine) => {
        const cells: Cell[] = slots.map((_slot, at) => ({ value: args[at] }));
        const varargs = body.hasVarargs ? args.slice(slots.length) : noValues;
        const ended = execute({ cells, outer, varargs, machine });
        return ended === undefined || ended === broken ? noValues : ended;
      };
    };
  }

  #open(expression: Expression, scope: FunctionScope): EvaluateAll {
    if (expression.kind === "call") return this.call(expression, scope);
    return ({ varargs }) => varargs;
  }

  #name(
    { name, line }: { readonly name: string; readonly line: number },
    scope: FunctionScope,
  ): Evaluate {
    const place = scope.find(name);
    if (place.kind === "local") {
      const { at } = place;
      return ({ cells }) => cells[at]?.value;
    }
    if (place.kind === "upvalue") {
      const { at } = place;
      return ({ outer }) => outer[at]?.value;
    }
    return ({ machine }) => {
      const value = machine.globals.get(name);
      if (value !== undefined) return value;
      if (uncovered.has(name)) throw new LuaUncovered(`\`${name}\` of Lua in scripts`);
      machine.line = line;
      const problem = `Script attempted to access nonexistent global variable '${name}'`;
      throw failAt(machine, problem);
    };
  }

  #unary(
    { sign, of, line }: { readonly sign: string; readonly of: Expression; readonly line: number },
    scope: FunctionScope,
  ): Evaluate {
    const operand = this.one(of, scope);
    const naming = namingOf(of, scope);
    if (sign === "not") return (frame) => !isTrue(operand(frame));
    return (frame) => {
      const value = operand(frame);
      frame.machine.line = line;
      const operation = { machine: frame.machine, namings: [naming, naming] } as const;
      if (sign === "#") return lengthOf(value, frame.machine);
      return typeof value === "number" ? -value : arithmetic("-", [0, value], operation);
    };
  }

  #binary(expression: Expression & { kind: "binary" }, scope: FunctionScope): Evaluate {
    const { sign, line } = expression;
    const left = this.one(expression.left, scope);
    const right = this.one(expression.right, scope);
    if (sign === "and" || sign === "or") {
      return (frame) => {
        const value = left(frame);
        return isTrue(value) === (sign === "and") ? right(frame) : value;
      };
    }
    const operate = operatorOf(sign);
    const namings = [namingOf(expression.left, scope), namingOf(expression.right, scope)] as const;
    return (frame) => {
      const { machine } = frame;
      const values = [left(frame), right(frame)] as const;
      machine.line = line;
      return operate(values, { machine, namings });
    };
  }

  #table({ fields }: Expression & { kind: "table" }, scope: FunctionScope): Evaluate {
    const last = fields.at(-1);
    const listed = fields.filter(({ key }) => key === undefined).map(({ value }) => value);
    // Only the last field may bring several values; a list that ends before it may not.
    const isOpen = last !== undefined && last.key === undefined;
    const closed: readonly Expression[] = listed.map((inner) => ({ kind: "group", inner }));
    const list = this.all(isOpen ? listed : closed, scope);
    const keyed = fields.flatMap(({ key, value }) =>
      key === undefined ? [] : [[this.one(key, scope), this.one(value, scope)] as const],
    );
    return (frame) => {
      const table = LuaTable.of(list(frame));
      for (const [key, value] of keyed) {
        const at = key(frame);
        if (at === undefined) throw failAt(frame.machine, "table index is nil");
        table.set(at, value(frame));
      }
      return table;
    };
  }
}

/** The cell of a name, for who shares it. */
export function cellAt(place: LuaVariable, frame: Frame): Cell {
  if (place.kind === "local") return (frame.cells[place.at] ??= { value: undefined });
  const cell = place.kind === "upvalue" ? frame.outer[place.at] : undefined;
  return cell ?? { value: undefined };
}

/** How an error calls what an expression gives. */
export function namingOf(expression: Expression, scope: FunctionScope): Naming {
  const name = described(expression, scope);
  return name === undefined ? unnamed : (value) => `${name} (${unnamed(value)})`;
}

// --- inside ---

const noValues: readonly LuaValue[] = [];

/** What scripts of Redis have and these do not. */
const uncovered = new Set(
  "setmetatable getmetatable loadstring load xpcall coroutine os struct collectgarbage".split(" "),
);

type Operate = (values: readonly [LuaValue, LuaValue], operation: Operation) => LuaValue;

function operatorOf(sign: string): Operate {
  switch (sign) {
    case "==":
      return ([left, right]) => left === right;
    case "~=":
      return ([left, right]) => left !== right;
    case "<":
      return ([left, right], { machine }) => isLess(left, right, machine);
    case ">":
      return ([left, right], { machine }) => isLess(right, left, machine);
    case "<=":
      return ([left, right], { machine }) => isAtMost(left, right, machine);
    case ">=":
      return ([left, right], { machine }) => isAtMost(right, left, machine);
    case "..":
      return ([left, right], operation) => concat(left, right, operation);
    default:
      return (values, operation) => arithmetic(sign, values, operation);
  }
}

function described(expression: Expression, scope: FunctionScope): string | undefined {
  if (expression.kind === "name") {
    return `${scope.find(expression.name).kind} '${expression.name}'`;
  }
  if (expression.kind !== "index" || expression.key.kind !== "constant") return undefined;
  return typeof expression.key.value === "string" ? `field '${expression.key.value}'` : undefined;
}
