import type { Draw } from "./drift-text.ts";
import { isLoose, parsed } from "../loose-json.ts";

/** Arguments of a call as a model gets them wrong; never the same as they were. */
export function badArguments(whole: string, draw: Draw): string {
  switch (draw("arguments", 4)) {
    case 0:
      return whole.slice(0, Math.max(1, whole.length >> 1)); // broken off
    case 1:
      return otherTypes(whole);
    case 2:
      return whole === "{}" ? '{"unexpected":true}' : "{}"; // all that is required is missing
    default:
      return `${whole}}`;
  }
}

// --- inside ---

function otherTypes(whole: string): string {
  const value = parsed(whole);
  if (!isLoose(value) || Object.keys(value).length === 0) return "[]";
  const other = Object.entries(value).map(([key, item]) => [
    key,
    typeof item === "string" ? { value: item } : String(item),
  ]);
  return JSON.stringify(Object.fromEntries(other));
}
