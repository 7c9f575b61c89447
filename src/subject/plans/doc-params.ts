import type TS from "typescript6";
import { ts } from "./compiler.ts";
import type { NumberShape, ParamPlan, Shape } from "../../kernel/values/shape.ts";
import { documentedNode } from "./doc-throws.ts";
import { numbersSaid } from "./doc-range.ts";

/**
 * Parameters with what `@param` says of their values, where the words have one meaning: `between 0
 * and 1`, `a positive integer`, `not empty`. Whoever passes another value breaks the agreement, so
 * no other is made. What a parameter has a `@throws` for is part of what it takes.
 */
export function paramsAsDocumented(
  params: readonly ParamPlan[],
  declarations: readonly TS.Node[],
  named: (name: string) => Shape | undefined,
): ParamPlan[] {
  const words = paramWords(declarations);
  const refused = throwsText(declarations);
  return params.map((param) => {
    const said = words.get(param.name);
    if (said === undefined || isMentioned(param.name, refused)) return param;
    const whole = param.shape.kind === "ref" ? named(param.shape.name) : param.shape;
    const shape = whole && narrowed(whole, said);
    return shape === undefined || shape === whole ? param : { ...param, shape };
  });
}

/** What `@param` says, by the name of the parameter. */
export function paramWords(declarations: readonly TS.Node[]): ReadonlyMap<string, string> {
  const words = new Map<string, string>();
  for (const declared of declarations) {
    for (const tag of ts.getJSDocTags(documentedNode(declared))) {
      if (!ts.isJSDocParameterTag(tag) || !ts.isIdentifier(tag.name)) continue;
      const text = (ts.getTextOfJSDocComment(tag.comment) ?? "").replaceAll(/\s+/gu, " ").trim();
      if (text !== "" && !words.has(tag.name.text)) words.set(tag.name.text, text);
    }
  }
  return words;
}

/** Whether a text speaks of a name as a word of its own. */
export function isMentioned(name: string, text: string): boolean {
  return text.split(/[^\w$]+/u).includes(name);
}

// --- inside ---

/** Words that say what becomes of other values, or that only some calls are meant. */
const hedged = new RegExp(
  [
    String.raw`\b(?:if|unless|except|when|otherwise|outside|usually|typically|should|ideally`,
    "clamped?|rounded|truncated|normali[sz]ed|ignored|treated|wraps?|recommended|example",
    String.raw`e\.g|or null|negative values?|can be negative)\b`,
  ].join("|"),
  "iu",
);

function throwsText(declarations: readonly TS.Node[]): string {
  return declarations
    .flatMap((declared) => ts.getJSDocTags(documentedNode(declared)))
    .filter(({ tagName }) => /^(?:throws|exception|throw)$/u.test(tagName.text))
    .map((tag) => tag.getText())
    .join("\n");
}

function narrowed(shape: Shape, said: string): Shape {
  if (hedged.test(said)) return shape;
  switch (shape.kind) {
    case "number": {
      const bounds = numbersSaid(said);
      return bounds === undefined ? shape : within(shape, bounds);
    }
    case "string":
    case "array":
      return isNonEmpty(said) ? { ...shape, lengthMin: Math.max(1, shape.lengthMin ?? 0) } : shape;
    case "union": {
      // Of several sorts, only one is meant by words about numbers or lengths.
      const isThere = (one: Shape): boolean => one.kind !== "undefined" && one.kind !== "null";
      if (shape.of.filter(isThere).length !== 1) return shape;
      return { ...shape, of: shape.of.map((one) => (isThere(one) ? narrowed(one, said) : one)) };
    }
    default:
      return shape;
  }
}

/** The numbers of both; where none is of both, the words mean something else. */
function within(shape: NumberShape, { isInteger, min, max }: Omit<NumberShape, "kind">): Shape {
  const low = Math.max(min ?? -Infinity, shape.min ?? -Infinity);
  const high = Math.min(max ?? Infinity, shape.max ?? Infinity);
  if (low > high) return shape;
  return {
    ...shape,
    ...(isInteger === true ? { isInteger } : {}),
    ...(low === -Infinity ? {} : { min: low }),
    ...(high === Infinity ? {} : { max: high }),
  };
}

const nonEmpty = new RegExp(
  String.raw`\bnon-?empty\b|\b(?:must|may|can) ?not be empty\b` +
    String.raw`|\bat least one (?:item|element|character|entry|value)\b`,
  "iu",
);

function isNonEmpty(said: string): boolean {
  return nonEmpty.test(said);
}
