import { activeWorld } from "../../world/active-world.ts";

/** What a strategy may know of the schedule when a latency is asked for. */
export interface ScheduleView {
  readonly nowUs: number;
  /** The order number of what fired last, 0 before anything did; who asks runs because of it. */
  readonly firing: number;
  /** How many timers and completions there were so far; the next one gets the number behind it. */
  readonly createdCount: number;
  /** When each pending timer and completion fires, in no order. */
  pendingUs(): readonly number[];
}

/** Gives the schedule of the run that is on. */
export type SeeSchedule = () => ScheduleView | undefined;

/** The schedule of this process's run; answers that depend on it are recorded like any other. */
export const seeActiveSchedule: SeeSchedule = () => activeWorld;
