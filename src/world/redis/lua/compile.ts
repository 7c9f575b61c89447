import { cellAt, ExpressionCompiler, namingOf } from "./compile-expression.ts";
import { broken, type Ended, type Evaluate, type Execute, type Frame } from "./frame.ts";
import { setIndex, toNumber } from "./operators.ts";
import { parseLua } from "./parse.ts";
import { FunctionScope } from "./scope.ts";
import type { Block, Expression, Statement } from "./syntax.ts";
import { callValue, countStep, failAt, isTrue, type LuaFunction, type LuaValue } from "./values.ts";

/** Turns a script into a function that can be called in any machine. */
export function compileLua(source: string): LuaFunction {
  const execute = compileBlock(parseLua(source), new FunctionScope(undefined, true));
  return (varargs, machine) => {
    const ended = execute({ cells: [], outer: [], varargs, machine });
    return ended === undefined || ended === broken ? [] : ended;
  };
}

// --- inside ---

const expressions = new ExpressionCompiler(compileBlock);

function compileBlock(block: Block, scope: FunctionScope): Execute {
  const steps = block.map((statement) => compileStatement(statement, scope));
  return (frame) => {
    for (const step of steps) {
      const ended = step(frame);
      if (ended !== undefined) return ended;
    }
    return undefined;
  };
}

function compileInner(block: Block, scope: FunctionScope): Execute {
  return scope.block(() => compileBlock(block, scope));
}

function compileStatement(statement: Statement, scope: FunctionScope): Execute {
  switch (statement.kind) {
    case "local":
      return compileLocal(statement, scope);
    case "local function": {
      const at = scope.declare(statement.name);
      const make = expressions.functionOf(statement.body, scope);
      return (frame) => {
        // The cell is there first, so that the function can call itself.
        const cell = { value: undefined as LuaValue };
        frame.cells[at] = cell;
        cell.value = make(frame);
        return undefined;
      };
    }
    case "assign":
      return compileAssign(statement, scope);
    case "call": {
      const call = expressions.call(statement.call, scope);
      return (frame) => {
        call(frame);
        return undefined;
      };
    }
    case "do":
      return compileInner(statement.block, scope);
    case "while":
      return compileWhile(statement, scope);
    case "repeat":
      return compileRepeat(statement, scope);
    case "if":
      return compileIf(statement, scope);
    case "count":
      return compileCount(statement, scope);
    case "each":
      return compileEach(statement, scope);
    case "return":
      return expressions.all(statement.values, scope);
    case "break":
      return () => broken;
  }
}

type Of<K extends Statement["kind"]> = Extract<Statement, { kind: K }>;

function compileLocal({ names, values }: Of<"local">, scope: FunctionScope): Execute {
  // Before the names are declared: `local x = x` means the outer one.
  const all = expressions.all(values, scope);
  const slots = names.map((name) => scope.declare(name));
  return (frame) => {
    const given = all(frame);
    for (const [index, at] of slots.entries()) frame.cells[at] = { value: given[index] };
    return undefined;
  };
}

function compileAssign({ targets, values }: Of<"assign">, scope: FunctionScope): Execute {
  const all = expressions.all(values, scope);
  const places = targets.map((target) => compileTarget(target, scope));
  return (frame) => {
    const assigns = places.map((place) => place(frame));
    const given = all(frame);
    for (const [index, assign] of assigns.entries()) assign(given[index]);
    return undefined;
  };
}

function compileTarget(
  target: Expression,
  scope: FunctionScope,
): (frame: Frame) => (value: LuaValue) => void {
  if (target.kind === "index") {
    const of = expressions.one(target.of, scope);
    const key = expressions.one(target.key, scope);
    const { line } = target;
    const naming = namingOf(target.of, scope);
    return (frame) => {
      const [table, at] = [of(frame), key(frame)];
      return (value) => {
        frame.machine.line = line;
        setIndex(table, { key: at, value }, { machine: frame.machine, naming });
      };
    };
  }
  if (target.kind !== "name") throw new TypeError("only names and fields can be assigned to");
  const { name, line } = target;
  const place = scope.find(name);
  if (place.kind !== "global") {
    return (frame) => (value) => {
      cellAt(place, frame).value = value;
    };
  }
  return ({ machine }) =>
    (value) => {
      machine.line = line;
      setIndex(machine.globals, { key: name, value }, { machine });
    };
}

/** Runs the body of a loop once; how the loop itself ends, if it does. */
function turn(body: Execute, frame: Frame): { readonly ended: Ended } | undefined {
  countStep(frame.machine);
  const ended = body(frame);
  if (ended === undefined) return undefined;
  return { ended: ended === broken ? undefined : ended };
}

function compileWhile({ condition, block }: Of<"while">, scope: FunctionScope): Execute {
  const isOn = expressions.one(condition, scope);
  const body = compileInner(block, scope);
  return (frame) => {
    while (isTrue(isOn(frame))) {
      const over = turn(body, frame);
      if (over !== undefined) return over.ended;
    }
    return undefined;
  };
}

/** The condition sees the names of the body. */
function compileRepeat({ block, until }: Of<"repeat">, scope: FunctionScope): Execute {
  const [body, isDone] = scope.block((): [Execute, Evaluate] => [
    compileBlock(block, scope),
    expressions.one(until, scope),
  ]);
  return (frame) => {
    do {
      const over = turn(body, frame);
      if (over !== undefined) return over.ended;
    } while (!isTrue(isDone(frame)));
    return undefined;
  };
}

function compileIf({ branches, otherwise }: Of<"if">, scope: FunctionScope): Execute {
  const compiled = branches.map(({ condition, block }) => ({
    isTaken: expressions.one(condition, scope),
    body: compileInner(block, scope),
  }));
  const rest = compileInner(otherwise, scope);
  return (frame) => {
    for (const { isTaken, body } of compiled) if (isTrue(isTaken(frame))) return body(frame);
    return rest(frame);
  };
}

function compileCount({ name, range, block, line }: Of<"count">, scope: FunctionScope): Execute {
  const ends = range.map((expression) => expressions.one(expression, scope));
  const [slot, body] = scope.block((): [number, Execute] => {
    const at = scope.declare(name);
    return [at, compileInner(block, scope)];
  });
  return (frame) => {
    frame.machine.line = line;
    const [from, to, step = 1] = ends.map((evaluate, at) => {
      const value = toNumber(evaluate(frame));
      if (value !== undefined) return value;
      throw failAt(frame.machine, `'for' ${rangeNames[at] ?? ""} must be a number`);
    });
    if (from === undefined || to === undefined) return undefined;
    for (let value = from; step > 0 ? value <= to : value >= to; value += step) {
      frame.cells[slot] = { value };
      const over = turn(body, frame);
      if (over !== undefined) return over.ended;
    }
    return undefined;
  };
}

const rangeNames = ["initial value", "limit", "step"];

function compileEach({ names, values, block, line }: Of<"each">, scope: FunctionScope): Execute {
  const all = expressions.all(values, scope);
  const [slots, body] = scope.block((): [number[], Execute] => {
    const declared = names.map((name) => scope.declare(name));
    return [declared, compileInner(block, scope)];
  });
  return (frame) => {
    const [next, state, first] = all(frame);
    let control = first;
    for (;;) {
      frame.machine.line = line;
      const given = callValue(next, [state, control], frame.machine);
      [control] = given;
      if (control === undefined) return undefined;
      for (const [index, at] of slots.entries()) frame.cells[at] = { value: given[index] };
      const over = turn(body, frame);
      if (over !== undefined) return over.ended;
    }
  };
}
