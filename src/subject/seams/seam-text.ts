import type { SeamDispatch } from "../../kernel/faults/fault.ts";

/**
 * A change that compiles a dispatcher into a definition. Opening and closing texts of nested
 * definitions nest; `last` closes after everything else that ends at the same place.
 */
export type SeamEdit =
  | { readonly at: number; readonly side: "open" | "close" | "last"; readonly text: string }
  | { readonly side: "remove"; readonly start: number; readonly end: number };

/** What is compiled into one file for the sake of faults; inner definitions come first. */
export interface CompiledSeams {
  readonly edits: readonly (SeamEdit & {
    /** How long the definition is; of texts at one place those of the longer are outside. */
    readonly size: number;
  })[];
  /** The seams, in the order of their numbers in the code. */
  readonly dispatchers: readonly SeamDispatch[];
}

/** The name of a seam in compiled code. */
export function seamName(prefix: string, number: number): string {
  return `${prefix}q${String(number)}`;
}

/** The name in compiled code of the function that sends an existing function through a seam. */
export function wrapName(prefix: string): string {
  return `${prefix}w`;
}

/** The head of a function around a compiled file that gives it its seams. */
export function seamHead(prefix: string, { dispatchers }: CompiledSeams): string {
  const names = [wrapName(prefix), ...dispatchers.map((_, number) => seamName(prefix, number))];
  return `(function(${names.join(",")}){return `;
}

/** The end of that function. */
export const seamTail = "})";
