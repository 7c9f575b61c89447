import type { CallPlan } from "../../kernel/subject/call-plan.ts";
import type { Decision } from "../../kernel/decisions/decision.ts";
import { type Encoded, encodeLiteral } from "../../kernel/values/literal.ts";
import type { ParamPlan } from "../../kernel/values/shape.ts";
import type { WitnessCall } from "../../store/regressions/index.ts";
import type { Entry } from "../../campaign/entries/entry-text.ts";
import { argumentList } from "../../subject/calls/instance-maker.ts";
import { DrawnValues } from "../../subject/calls/drawn-values.ts";
import { holdsUnmade } from "../../subject/calls/unmade.ts";

/** What a run called, in order, read off its decisions. */
export interface Witness {
  readonly calls: readonly WitnessCall[];
  /** Whether the run took other decisions as well: the world had a part in it. */
  readonly usesWorld: boolean;
}

/** The calls that a run of an entry made, with the arguments that were drawn for them. */
export function witnessOf(
  { target, options }: Pick<Entry, "target" | "options">,
  decisions: readonly Decision[],
): Witness {
  const reader = new Reader(decisions, { hasFixtures: isSet(options, ["fixtures", "registries"]) });
  const { receiver } = target;
  // Code of the user's makes the instance ready, and only the subject of the trace knows how.
  const isOwn = isSet(options, ["object"]);
  const made =
    receiver === undefined
      ? undefined
      : { from: receiver.from, how: receiver.how, args: reader.args(isOwn ? [] : receiver.params) };
  const calls: WitnessCall[] = [];
  for (let count = 0; count < callsMax; count++) {
    const plan = reader.call(target.calls);
    if (plan === undefined) break;
    calls.push({
      kind: plan.kind,
      from: plan.kind === "method" && made !== undefined ? made.from : plan.from,
      method: plan.kind === "method" ? plan.from.path.at(-1) : undefined,
      args: reader.args(plan.params),
      receiver: plan.kind === "method" && !isOwn ? made : undefined,
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

function isSet({ data, exports }: Entry["options"], keys: readonly string[]): boolean {
  return [...data, ...exports].some(({ path: [key = ""] }) => keys.includes(key));
}

/** Follows a list of decisions as the run took them. */
class Reader {
  readonly #list: readonly Decision[];
  readonly #hasFixtures: boolean;
  readonly #met = new DrawnValues();
  #at = 0;
  isLost = false;

  constructor(decisions: readonly Decision[], { hasFixtures }: { readonly hasFixtures: boolean }) {
    this.#hasFixtures = hasFixtures;
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
    const isExample = example?.kind === "chance" && example.value;
    if (isExample) this.#take("integer", "example");
    const drawn = params.map((param) => {
      const value = this.#again(param) ?? this.#value(param);
      if (!isExample && value !== undefined) this.#met.add(value.of);
      return value;
    });
    const values = drawn.flatMap((value) => (value === undefined ? [] : [value.of]));
    // What is made in the run, such as an instance, is more than the data that it is made of.
    if (values.length < drawn.length || values.some(holdsUnmade)) return undefined;
    const encoded = argumentList(values, params).map(encodeLiteral);
    return encoded.every((one) => one !== undefined) ? encoded : undefined;
  }

  /** A value that the run had drawn before; which one is not known where fixtures gave some. */
  #again({ shape }: ParamPlan): { readonly of: unknown } | undefined {
    const chance = this.#take("chance", "again");
    if (chance?.kind !== "chance" || !chance.value) return undefined;
    const which = this.#take("integer", "again");
    const met = this.#met.of(shape);
    if (which?.kind === "integer" && !this.#hasFixtures && which.value < met.length) {
      return { of: met[which.value] };
    }
    this.isLost = true;
    return undefined;
  }

  #value({ name }: ParamPlan): { readonly of: unknown } | undefined {
    const next = this.#take("value", name);
    return next?.kind === "value" && next.literal !== undefined
      ? { of: next.literal.value }
      : undefined;
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
