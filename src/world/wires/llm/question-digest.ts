import { hash } from "node:crypto";

/** A short digest of plain data: the same for the same. */
export function digestOf(value: unknown): string {
  return hash("sha256", JSON.stringify(value) ?? "", "hex").slice(0, 16);
}
