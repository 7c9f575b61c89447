import type { Encoded } from "../../kernel/values/literal.ts";

/** What a fixture text says: values, or where they are exported. */
export type FixtureText =
  | { readonly kind: "values"; readonly values: readonly Encoded[] }
  | { readonly kind: "place"; readonly place: string }
  | { readonly kind: "wrong"; readonly because: string };

/**
 * Reads `"gpt-4, claude"`, `"1, 2.5, true, null, 'a, b'"` or `"test/models.ts#models"`. Nothing is
 * evaluated: whatever is not a number, true, false, null or quoted text is the text itself.
 */
export function parseFixture(text: string): FixtureText {
  if (/^[^,"']*\.[cm]?[jt]sx?#[^,"']+$/u.test(text)) return { kind: "place", place: text };
  if (/^\s*[\w.]+\(/u.test(text)) {
    return { kind: "wrong", because: 'must be values such as "gpt-4, claude"; no call is made' };
  }
  const items = itemsOf(text);
  if (items === undefined) return { kind: "wrong", because: "must close each quote it opens" };
  if (items.includes("")) {
    return { kind: "wrong", because: "must not have an empty value; an empty text is ''" };
  }
  return { kind: "values", values: items.map(valueOf) };
}

/** Says what is wrong with a fixture text, or nothing. */
export function fixtureProblem(
  text: string,
  placeProblem: (text: string) => string | undefined,
): string | undefined {
  const parsed = parseFixture(text);
  if (parsed.kind === "wrong") return parsed.because;
  return parsed.kind === "place" ? placeProblem(parsed.place) : undefined;
}

// --- inside ---

const numberPattern = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/u;
const words: ReadonlyMap<string, Encoded> = new Map<string, Encoded>([
  ["true", true],
  ["false", false],
  ["null", null],
]);

/** The parts between commas that are in no quotes, trimmed; nothing where a quote stays open. */
function itemsOf(text: string): readonly string[] | undefined {
  const items: string[] = [];
  let [item, quote] = ["", ""];
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? "";
    if (quote !== "" && character === "\\") {
      item += character + (text[at + 1] ?? "");
      at += 1;
    } else if (quote === "" && character === ",") {
      items.push(item.trim());
      item = "";
    } else {
      if (quote !== "" && character === quote) quote = "";
      else if (quote === "" && item.trim() === "" && /["']/u.test(character)) quote = character;
      item += character;
    }
  }
  return quote === "" ? [...items, item.trim()] : undefined;
}

function valueOf(item: string): Encoded {
  const quoted = /^(?<quote>["'])(?<inner>[\s\S]*)\k<quote>$/u.exec(item)?.groups?.["inner"];
  if (quoted !== undefined) return quoted.replaceAll(/\\(?<escaped>[\s\S])/gu, "$<escaped>");
  if (numberPattern.test(item) && Number.isFinite(Number(item))) return numberOf(Number(item));
  return words.has(item) ? (words.get(item) ?? null) : item;
}

function numberOf(value: number): Encoded {
  return Object.is(value, -0) ? { $number: "-0" } : value;
}
