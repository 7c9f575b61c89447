import type { CallPlan, CallTarget } from "../../kernel/subject/call-plan.ts";
import type { InstanceShape, ParamPlan, Shape } from "../../kernel/values/shape.ts";
import { isMakeable } from "./makeable.ts";
import { someShape } from "./map-shape.ts";
import type { PlanShapes } from "./read-shape.ts";
import { structureDoubt } from "./structure-doubt.ts";
import { inlineOnce, makeableNames, prune, pruneParams } from "./settle-shapes.ts";

/** A call before its shapes are settled. */
export type DraftCall = Omit<CallPlan, "definitions">;

/** A target before its shapes are settled: all of them were read by one reader. */
export interface DraftTarget {
  readonly name: string;
  readonly module: string;
  readonly calls: readonly DraftCall[];
  /** Where a class is called: how it is made, or why it cannot be. */
  readonly receiver?: Shape | undefined;
  readonly shapes: PlanShapes;
}

/**
 * Settles what was read: what cannot be made is left out where it may be, and else the call is
 * blocked. Calls that are blocked or weak become targets of their own, so that they say nothing
 * about the others.
 */
export function settleTarget(draft: DraftTarget): CallTarget[] {
  if (draft.shapes.isFull("made")) return [tooLarge(draft)];
  const { made, checked } = draft.shapes.definitions;
  const makeable = makeableNames(made);
  const can = (shape: Shape): boolean => isMakeable(shape, (name) => makeable.has(name));
  const definitions = new Map<string, Shape>(checked);
  for (const [name, shape] of made) definitions.set(name, prune(shape, makeable));
  const settling: Settling = { draft, can, definitions };
  const pruned = draft.calls.map((call) => ({
    ...call,
    returns: draft.shapes.isFull("checked") ? unread : call.returns,
    params: pruneParams(call.params, can).map((param) => ({
      ...param,
      shape: prune(param.shape, makeable),
    })),
  }));
  const receiver = draft.receiver && prune(draft.receiver, makeable);
  return divide(pruned, receiver, settling);
}

// --- inside ---

const unread: Shape = { kind: "weak", why: "its type is too large to be read" };

const tooMuch = {
  why: "the types of its parameters are too large to be read",
  help: "give the arguments with a fixture",
};

const undecided: Shape = { kind: "weak", why: "another overload may be the one that is chosen" };

function isSameCall(one: DraftCall, other: DraftCall): boolean {
  return one.kind === other.kind && one.from.path.join("\0") === other.from.path.join("\0");
}

function tooLarge({ name, module, calls }: DraftTarget): CallTarget {
  return {
    name,
    module,
    calls: calls.map((call) => ({
      ...call,
      params: call.params.map((param) => ({ ...param, shape: { kind: "blocked", ...tooMuch } })),
      returns: unread,
      definitions: {},
    })),
    harness: "fresh",
    blocked: tooMuch,
    isWeak: true,
  };
}

interface Settling {
  readonly draft: DraftTarget;
  readonly can: (shape: Shape) => boolean;
  readonly definitions: ReadonlyMap<string, Shape>;
}

function divide(
  calls: readonly DraftCall[],
  receiver: Shape | undefined,
  settling: Settling,
): CallTarget[] {
  const { draft, can } = settling;
  const { module } = draft;
  const made = receiver && resolve(receiver, settling);
  if (made !== undefined && (made.kind !== "instance" || !can(made))) {
    const blocked = reasonOf([made], settling);
    return [target({ name: draft.name, module, calls, blocked, isWeak: false }, settling)];
  }
  const instance = made?.kind === "instance" ? made : undefined;
  const isWeakReceiver = instance !== undefined && isWeak([instance], settling);
  const receiverDoubt = instance && instanceDoubt(instance, settling);
  const strong: DraftCall[] = [];
  const others: CallTarget[] = [];
  for (const call of calls) {
    const shapes = call.params.map(({ shape }) => shape);
    const isBlocked = !call.params.every((param) => param.isOptional || can(param.shape));
    const isWeakCall = isWeakReceiver || isWeak(shapes, settling);
    const doubt = receiverDoubt ?? structureDoubt(shapes, settling.definitions);
    const isAlone = receiverDoubt === undefined && doubt !== undefined;
    if (!isBlocked && !isWeakCall && !isAlone) {
      strong.push(call);
      continue;
    }
    const blocked = isBlocked ? reasonOf(shapes, settling) : undefined;
    const parts = { name: call.name, module, calls: [call], receiver: instance };
    others.push(target({ ...parts, blocked, isWeak: isWeakCall, doubt }, settling));
  }
  if (strong.length === 0) return others;
  // Where an earlier overload is called apart, which of them is chosen cannot be told here.
  const isFirstKept = (call: DraftCall): boolean =>
    calls.every((one) => one === call || !isSameCall(one, call) || strong.includes(one));
  const told = strong.map((call) => (isFirstKept(call) ? call : { ...call, returns: undecided }));
  const isDoubted = draft.shapes.doubts.length > 0;
  const parts = { name: draft.name, module, calls: told, receiver: instance };
  const strongTarget = { ...parts, isWeak: isDoubted, doubt: receiverDoubt };
  return [target(strongTarget, settling), ...others];
}

interface Parts {
  readonly name: string;
  readonly module: string;
  readonly calls: readonly DraftCall[];
  readonly receiver?: InstanceShape | undefined;
  readonly blocked?: CallTarget["blocked"];
  readonly isWeak: boolean;
  readonly doubt?: string | undefined;
}

function instanceDoubt(instance: InstanceShape, { definitions }: Settling): string | undefined {
  const params = instance.params.map(({ shape }) => shape);
  return instance.doubt ?? structureDoubt(params, definitions);
}

function target(parts: Parts, { definitions }: Settling): CallTarget {
  const { name, module, blocked, receiver } = parts;
  const counts = parts.calls.map(({ params }) => params.length);
  const roots: Shape[] = parts.calls.flatMap(({ params, returns }) => [
    ...params.map(({ shape }) => shape),
    returns,
  ]);
  const settled = inlineOnce(receiver === undefined ? roots : [...roots, receiver], definitions);
  let at = 0;
  const calls = parts.calls.map((call, index): CallPlan => {
    const shapes = settled.roots.slice(at, at + (counts[index] ?? 0) + 1);
    at += shapes.length;
    const params = call.params.map((param, place): ParamPlan => {
      return { ...param, shape: shapes[place] ?? param.shape };
    });
    const returns = shapes.at(-1) ?? call.returns;
    return { ...call, params, returns, definitions: settled.definitions };
  });
  const made = receiver === undefined ? undefined : (settled.roots.at(-1) as InstanceShape);
  return {
    name,
    module,
    calls,
    ...(made === undefined ? {} : { receiver: made }),
    // What breaks only after other calls is what a new instance for each would never show.
    harness: made === undefined ? "fresh" : "stateful",
    ...(blocked === undefined ? {} : { blocked }),
    isWeak: parts.isWeak,
    ...(parts.doubt === undefined ? {} : { doubt: parts.doubt }),
  };
}

function resolve(shape: Shape, { definitions }: Settling): Shape {
  const found = shape.kind === "ref" ? definitions.get(shape.name) : undefined;
  return found ?? shape;
}

function isWeak(shapes: readonly Shape[], settling: Settling): boolean {
  return reaches(shapes, settling, ({ kind }) => kind === "weak") !== undefined;
}

function reasonOf(shapes: readonly Shape[], settling: Settling): NonNullable<Parts["blocked"]> {
  const found = reaches(shapes, settling, ({ kind }) => kind === "blocked");
  if (found?.kind === "blocked") return { why: found.why, help: found.help };
  const isNever = reaches(shapes, settling, ({ kind }) => kind === "never") !== undefined;
  return {
    why: isNever ? "a parameter has the type `never`" : "a parameter contains itself without end",
    help: "give the arguments with a fixture",
  };
}

/** The first such shape in these or in what they name. */
function reaches(
  shapes: readonly Shape[],
  { definitions }: Settling,
  isSuch: (shape: Shape) => boolean,
): Shape | undefined {
  const seen = new Set<string>();
  const pending = [...shapes];
  for (let next = pending.shift(); next !== undefined; next = pending.shift()) {
    let found: Shape | undefined;
    someShape(next, (one) => {
      if (found === undefined && isSuch(one)) found = one;
      if (one.kind === "ref" && !seen.has(one.name)) {
        seen.add(one.name);
        const named = definitions.get(one.name);
        if (named !== undefined) pending.push(named);
      }
      return false;
    });
    if (found !== undefined) return found;
  }
  return undefined;
}
