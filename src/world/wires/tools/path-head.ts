/** The name in front of a path, and what follows it: `/orders/42?x=1`. */
export function headOf(path: string): { readonly name: string; readonly rest: string } {
  const [, head = "", rest = ""] = /^\/([^/?]*)(.*)$/su.exec(path) ?? [];
  try {
    return { name: decodeURIComponent(head), rest };
  } catch {
    return { name: head, rest };
  }
}
