import { literalText } from "../../../kernel/values/literal.ts";
import type { BasicSteps } from "../step-fields/basic-fields.ts";
import { durationMs } from "../shapes/values.ts";
import { StepFailed } from "./step-failure.ts";
import type { StepHandlers, StepScope } from "./step-scope.ts";

/** Does the steps that need nothing else. */
export const basicHandlers: StepHandlers<Exclude<keyof BasicSteps, "freeze" | "unfreeze">> = {
  trace_event: ({ name, fields = {} }, { context }) => {
    context.state.note("note", name, literalText(fields));
  },
  rand_u64: ({ key }, { context, store }) => {
    const bytes = context.decisions.bytes("rand_u64", { lengthMin: 8, lengthMax: 8 });
    const value = bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
    if (key !== undefined) store.set(key, String(value));
  },
  assert_ok: ({ value, msg }) => {
    if (!value) throw new StepFailed("assert_ok", msg ?? "the value is false");
  },
  assert_eq_int: ({ a, b, msg }) => compare("assert_eq_int", { isFine: a === b, a, b, msg }),
  assert_ne_int: ({ a, b, msg }) => compare("assert_ne_int", { isFine: a !== b, a, b, msg }),
  assert_eq_str: ({ a, b, msg }) => compare("assert_eq_str", { isFine: a === b, a, b, msg }),
  assert_ne_str: ({ a, b, msg }) => compare("assert_ne_str", { isFine: a !== b, a, b, msg }),
  fail: ({ message }) => {
    throw new StepFailed("fail", message);
  },
  panic: ({ message }) => {
    throw new StepFailed("panic", message);
  },
  sleep: ({ duration }, { context }) => context.world.sleep(durationMs(duration)),
  advance: ({ duration }, { context }) => context.world.sleep(durationMs(duration)),
  set_kv: ({ key, value }, { store }) => store.set(key, value),
  get_kv_assert: ({ key, equals, is_null: isNull = false }, { store }) => {
    const isThere = store.has(key);
    if (isThere === isNull) {
      const found = isThere ? `is ${literalText(store.get(key))}` : "is not there";
      throw new StepFailed(
        "get_kv_assert",
        `\`${key}\` ${found}${isThere ? ", expected nothing" : ""}`,
      );
    }
    const found = storedText(store.get(key));
    if (equals === undefined || found === equals) return;
    throw new StepFailed(
      "get_kv_assert",
      `\`${key}\` is ${literalText(found)}, not ${literalText(equals)}`,
    );
  },
  assert_eventually_kv: async (step, scope) => {
    const { key, equals, within, msg } = step;
    if (await watch(step, scope)) return;
    const what = `\`${key}\` was not ${literalText(equals)} within ${within}`;
    throw new StepFailed("assert_eventually_kv", msg ?? what);
  },
  assert_never_kv: async (step, scope) => {
    const { key, equals, within, msg } = step;
    if (!(await watch(step, scope))) return;
    const what = `\`${key}\` was ${literalText(equals)} within ${within}`;
    throw new StepFailed("assert_never_kv", msg ?? what);
  },
};

// --- inside ---

function compare(
  code: string,
  compared: {
    readonly isFine: boolean;
    readonly a: string | number;
    readonly b: string | number;
    readonly msg: string | undefined;
  },
): void {
  const { isFine, a, b, msg } = compared;
  if (isFine) return;
  const relation = code.includes("_eq_") ? "is not" : "is also";
  throw new StepFailed(code, msg ?? `${literalText(a)} ${relation} ${literalText(b)}`);
}

/** A value of the store as these steps compare it: what is no text is its JSON. */
function storedText(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? String(value));
}

/** Looks at a value until it is there or the time is over; the time is virtual, so this ends. */
async function watch(
  step: BasicSteps["assert_eventually_kv"],
  { store, context }: StepScope,
): Promise<boolean> {
  const { world } = context;
  const endMs = world.now() + durationMs(step.within);
  const pollMs = durationMs(step.poll);
  for (;;) {
    if (store.has(step.key) && storedText(store.get(step.key)) === step.equals) return true;
    const leftMs = endMs - world.now();
    if (leftMs <= 0) return false;
    await world.sleep(Math.min(pollMs, leftMs));
  }
}
