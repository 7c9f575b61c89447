/** When a fault strikes. All that is said must hold; where nothing is said it always strikes. */
export interface FaultTrigger {
  readonly probability?: number | undefined;
  /** Strikes only after so many calls were let through: 2 means from the third on. */
  readonly afterCalls?: number | undefined;
  /** Strikes only on these calls; the first one is 1. */
  readonly on?: readonly number[] | undefined;
  /** Strikes on every so many-th call: 3 means on 3, 6, 9. */
  readonly every?: number | undefined;
  /** Once it has struck, it strikes the next calls too, so many in all. */
  readonly burst?: number | undefined;
  /** Strikes so often at most. */
  readonly times?: number | undefined;
  /** Strikes only in this turn of the conversation; the first one is 1. */
  readonly turn?: number | undefined;
}

/** What a trigger is judged by. */
export interface TriggerMoment {
  /** The how many-th call of this target it is; the first one is 1. */
  readonly ordinal: number;
  readonly turn: number;
  /** How often the fault has struck before, and whether it struck the call before this one. */
  readonly struck: number;
  readonly burstLeft: number;
  /** A number from 0 up to 1, the same for the same seed, fault and call. */
  readonly chance: () => number;
}

/** `transient` is swallowed by clients that retry, `exhaust-retries` is not, `persistent` stays. */
export const triggerPresets: ReadonlyMap<string, FaultTrigger> = new Map([
  ["transient", { times: 1 }],
  ["exhaust-retries", { times: 4 }],
  ["persistent", {}],
]);

/** Says whether a fault strikes. */
export function doesStrike(trigger: FaultTrigger, moment: TriggerMoment): boolean {
  const { ordinal, turn, struck } = moment;
  if (trigger.times !== undefined && struck >= trigger.times) return false;
  if (trigger.turn !== undefined && turn !== trigger.turn) return false;
  if (moment.burstLeft > 0) return true;
  if (trigger.afterCalls !== undefined && ordinal <= trigger.afterCalls) return false;
  if (trigger.on !== undefined && !trigger.on.includes(ordinal)) return false;
  if (trigger.every !== undefined && ordinal % trigger.every !== 0) return false;
  return trigger.probability === undefined || moment.chance() < trigger.probability;
}

/** Whether it still depends on the order of the next calls which of them a fault strikes. */
export function isCounting(
  { times, every, burst, on, afterCalls }: FaultTrigger,
  { ordinal, struck }: Pick<TriggerMoment, "ordinal" | "struck">,
): boolean {
  if (times !== undefined) return struck < times;
  if (every !== undefined || burst !== undefined) return true;
  if (on !== undefined) return on.some((one) => one > ordinal);
  return afterCalls !== undefined && ordinal < afterCalls;
}
