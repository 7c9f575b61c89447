import vm from "node:vm";
import { watchActs } from "../../world/acts.ts";
import { fuzzLengthMax } from "../../kernel/subject/fuzz-test.ts";
import type { BuiltinChanges } from "../../world/builtins-watch.ts";
import { copyValue } from "../laws/copy-value.ts";
import { canaries } from "./canaries.ts";
import type { CountedWork, Evidence, InputOutcome } from "./detector.ts";

/** What only the one who runs the input can know. */
export interface RunEvidence {
  readonly builtins?: BuiltinChanges | undefined;
  readonly unhandled?: readonly unknown[];
  /** How long inputs may be, where that is bounded. */
  readonly lengthMax?: number | undefined;
  readonly measure?: ((input: string | Uint8Array) => CountedWork | undefined) | undefined;
}

/** An execution that is watched. */
export interface EvidenceWatch {
  /** Ends the watch and puts everything back; before builtins are looked at. */
  stop(): void;
  /** Whether anything was asked of the world, or became code. */
  readonly hasActed: boolean;
  /** What was seen. */
  evidence(outcome: InputOutcome, run?: RunEvidence): Evidence;
}

/**
 * Watches one execution in its world. It may take turns of the event loop; one watch at a time.
 * `eval` is not replaced, since the code in it would lose the variables around it: what it is given
 * is seen when the canary in it runs.
 */
export function watchEvidence(input: unknown): EvidenceWatch {
  const before = copyValue(input);
  const codes: string[] = [];
  const tell = (args: readonly unknown[]): void => {
    for (const one of args) {
      if (typeof one === "string" && one.includes(canaries.code) && codes.length < codesMax)
        codes.push(one);
    }
  };
  const acts = watchActs();
  const undo = [...watchFunctions(tell), ...watchVm(tell)];
  const stop = (): void => {
    acts.stop();
    for (const one of undo.splice(0).toReversed()) one();
  };
  return {
    stop,
    get hasActed() {
      return acts.acts.length + codes.length > 0;
    },
    evidence: (outcome, run = {}) => ({
      before,
      after: input,
      outcome,
      acts: acts.acts,
      codes,
      builtins: run.builtins,
      unhandled: run.unhandled ?? [],
      lengthMax: run.lengthMax ?? fuzzLengthMax,
      measure: run.measure,
    }),
  };
}

// --- inside ---

const codesMax = 16;

type Tell = (args: readonly unknown[]) => void;
type Undo = () => void;
type AnyFunction = (...args: unknown[]) => unknown;

/** Functions are made from text by four constructors, which prototypes lead to as well. */
function watchFunctions(tell: Tell): readonly Undo[] {
  const samples: readonly object[] = [
    function plain() {},
    async function later() {},
    function* steps() {},
    async function* laterSteps() {},
  ];
  return samples.flatMap((sample) => {
    const prototype = Reflect.getPrototypeOf(sample) as object;
    const original = Reflect.get(prototype, "constructor") as AnyFunction;
    const watched: AnyFunction = new Proxy(original, {
      apply: (target, that, args: unknown[]) => {
        tell(args);
        return Reflect.apply(target, that, args);
      },
      construct: (target, args: unknown[], made): object => {
        tell(args);
        return Reflect.construct(target, args, made === watched ? target : made) as object;
      },
    });
    const undo = [replaced(prototype, "constructor", watched)];
    if (original === Function) undo.push(replaced(globalThis, "Function", watched));
    return undo;
  });
}

function watchVm(tell: Tell): readonly Undo[] {
  const names = ["runInThisContext", "runInNewContext", "runInContext", "compileFunction"] as const;
  const functions = names.map((name) => {
    const original = vm[name] as AnyFunction;
    return replaced(vm, name, function (this: unknown, ...args: unknown[]) {
      tell(args.slice(0, 1));
      return Reflect.apply(original, this, args);
    });
  });
  const script = new Proxy(vm.Script, {
    construct: (target, args: unknown[], made) => {
      tell(args.slice(0, 1));
      return Reflect.construct(target, args, made) as object;
    },
  });
  return [...functions, replaced(vm, "Script", script)];
}

function replaced(holder: object, name: string, value: unknown): Undo {
  const before = Reflect.getOwnPropertyDescriptor(holder, name);
  if (before === undefined) return () => {};
  Reflect.defineProperty(holder, name, { ...before, value });
  return () => {
    Reflect.defineProperty(holder, name, before);
  };
}
