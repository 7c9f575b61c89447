import { LeftBaseError, leavesBase } from "../path-below.ts";

/** The name in front of a path, and what follows it, which stays below it: `/orders/42?x=1`. */
export function headOf(path: string): { readonly name: string; readonly rest: string } {
  const [, head = "", rest = ""] = /^\/([^/?]*)(.*)$/su.exec(path) ?? [];
  if (leavesBase(rest)) throw new LeftBaseError();
  try {
    return { name: decodeURIComponent(head), rest };
  } catch {
    return { name: head, rest };
  }
}
