import type { LawDraft } from "./law.ts";
import { outputAbout } from "./output-laws.ts";

/** Claims about results that only words make: they are held to where they are asked for by name. */
export const outputClaims: readonly LawDraft[] = [
  {
    name: "output is an integer",
    evaluate: outputAbout(["number"], Number.isInteger, "it gave a number that is not whole"),
  },
  {
    name: "output > 0",
    evaluate: outputAbout(["number", "bigint"], (value) => Number(value) > 0, "it gave 0 or less"),
  },
  {
    name: "output has no duplicates",
    evaluate: outputAbout(["array"], isUnique, "it gave one item twice"),
  },
  {
    name: "output is in lower case",
    evaluate: outputAbout(["string"], isLower, "it gave a letter that is not in lower case"),
  },
  {
    name: "output is in upper case",
    evaluate: outputAbout(["string"], isUpper, "it gave a letter that is not in upper case"),
  },
];

// --- inside ---

/** Items that are alike and not the same may be meant to be two. */
function isUnique(value: unknown): boolean {
  return !Array.isArray(value) || new Set<unknown>(value).size === value.length;
}

function isLower(value: unknown): boolean {
  return String(value) === String(value).toLowerCase();
}

function isUpper(value: unknown): boolean {
  return String(value) === String(value).toUpperCase();
}
