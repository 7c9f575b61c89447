import type { InstrumentationEdit } from "../loader/plan.ts";

/** A change that compiles a dispatcher into a definition; how large that is, is said later. */
export type SeamEdit = InstrumentationEdit extends infer Edit
  ? Edit extends unknown
    ? Omit<Edit, "size">
    : never
  : never;

/** The name of a seam in compiled code. */
export function seamName(prefix: string, number: number): string {
  return `${prefix}q${String(number)}`;
}

/** The name in compiled code of the function that sends an existing function through a seam. */
export function wrapName(prefix: string): string {
  return `${prefix}w`;
}
