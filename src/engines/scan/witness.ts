import type { CallPlan, CallTarget } from "../../kernel/call-plan.ts";
import type { Decision } from "../../kernel/decision.ts";
import { type Encoded, encodeLiteral } from "../../kernel/literal.ts";
import type { ParamPlan } from "../../kernel/shape.ts";
import type { WitnessCall } from "../../runner/keep/index.ts";
import { argumentList } from "../../subject/calls/instance-maker.ts";

/** What a run called, in order, read off its decisions. */
export interface Witness {
  readonly calls: readonly WitnessCall[];
  /** Whether the run took other decisions as well: the world had a part in it. */
  readonly usesWorld: boolean;
}

/** The calls that a run made, with the arguments that were drawn for them. */
export function witnessOf(target: CallTarget, decisions: readonly Decision[]): Witness {
  const reader = new Reader(decisions);
  const { receiver } = target;
  const made =
    receiver === undefined
      ? undefined
      : { from: receiver.from, how: receiver.how, args: reader.args(receiver.params) };
  const calls: WitnessCall[] = [];
  for (let count = 0; count < callsMax; count++) {
    const plan = reader.call(target.calls);
    if (plan === undefined) break;
    calls.push({
      kind: plan.kind,
      from: plan.kind === "method" && made !== undefined ? made.from : plan.from,
      method: plan.kind === "method" ? plan.from.path.at(-1) : undefined,
      args: reader.args(plan.params),
      receiver: plan.kind === "method" ? made : undefined,
      returns: plan.returns,
      definitions: plan.definitions,
    });
    if (receiver === undefined || target.harness === "fresh" || !reader.goesOn()) break;
  }
  return { calls, usesWorld: !reader.isAtEnd || reader.isLost };
}

// --- inside ---

/** A run has no more steps than this. */
const callsMax = 10_000;

/** Follows a list of decisions as the run took them. */
class Reader {
  readonly #list: readonly Decision[];
  #at = 0;
  isLost = false;

  constructor(decisions: readonly Decision[]) {
    // Spans only group; they decide nothing.
    this.#list = decisions.filter(({ kind }) => kind !== "span" && kind !== "end");
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#list.length;
  }

  /** Which call comes next; one that is the only one is not decided. */
  call(plans: readonly CallPlan[]): CallPlan | undefined {
    if (plans.length === 1) return plans[0];
    const next = this.#take("pick", "call");
    if (next?.kind !== "pick") return undefined;
    return plans.find(({ name }) => name === next.value);
  }

  /** Whether another step was decided. */
  goesOn(): boolean {
    const next = this.#take("chance", "more");
    return next?.kind === "chance" && next.value;
  }

  /** The arguments of a call; undefined where one of them is more than data. */
  args(params: readonly ParamPlan[]): readonly Encoded[] | undefined {
    const example = this.#take("chance", "example");
    if (example?.kind === "chance" && example.value) this.#take("integer", "example");
    const values: unknown[] = [];
    let isPlain = true;
    for (const { name } of params) {
      const next = this.#take("value", name);
      if (next?.kind !== "value" || next.literal === undefined) isPlain = false;
      else values.push(next.literal.value);
    }
    if (!isPlain) return undefined;
    const encoded = argumentList(values, params).map(encodeLiteral);
    return encoded.every((one) => one !== undefined) ? encoded : undefined;
  }

  #take(kind: Decision["kind"], label: string): Decision | undefined {
    const next = this.#list[this.#at];
    if (next === undefined || next.kind !== kind || !("label" in next) || next.label !== label) {
      if (kind === "value" || kind === "pick") this.isLost ||= next !== undefined;
      return undefined;
    }
    this.#at += 1;
    return next;
  }
}
