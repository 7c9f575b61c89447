import { createHash } from "node:crypto";

/** A short digest of plain data: the same for the same. */
export function digestOf(value: unknown): string {
  return createHash("sha256")
    .update(JSON.stringify(value) ?? "")
    .digest("hex")
    .slice(0, 16);
}
