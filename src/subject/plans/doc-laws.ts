import type TS from "typescript6";
import { ts } from "./compiler.ts";
import type { StatedLaw, StatedWords } from "../../kernel/subject/call-plan.ts";
import { documentedNode } from "./doc-throws.ts";

/** What documentation and declared types say of every call, where the words have one meaning. */
export function statedWords(declarations: readonly TS.Node[]): StatedWords | undefined {
  const laws = new Map<string, StatedLaw>();
  let mentions = false;
  for (const declared of declarations) {
    const node = documentedNode(declared);
    const whole = wordsOf(node);
    mentions ||= /\bNaN\b/u.test(whole.all);
    const found = [
      ...resultLaws(whole.returns, declared),
      ...argumentLaws(whole.all),
      ...readonlyLaws(declared),
    ];
    for (const law of found) if (!laws.has(law.name)) laws.set(law.name, law);
  }
  if (laws.size === 0 && !mentions) return undefined;
  return { laws: [...laws.values()], ...(mentions ? { mentionsNaN: true } : {}) };
}

// --- inside ---

/** Words that make a sentence one about some calls only. */
const hedged =
  /\b(?:if|unless|except|when|where|otherwise|may|might|usually|could|or null|or undefined|-1)\b/iu;

interface Words {
  /** What `@returns` says. */
  readonly returns: string;
  readonly all: string;
}

function wordsOf(node: TS.Node): Words {
  const tags = ts.getJSDocTags(node);
  const returns = tags
    .filter(({ tagName }) => /^returns?$/u.test(tagName.text))
    .map(({ comment }) => ts.getTextOfJSDocComment(comment) ?? "")
    .join(" ");
  const comments = ts.getJSDocCommentsAndTags(node).map((one) => one.getText());
  return { returns, all: comments.join("\n").replaceAll(/^[ \t]*\*[ \t]?/gmu, "") };
}

function resultLaws(returns: string, declared: TS.Node): StatedLaw[] {
  if (returns === "" || hedged.test(returns)) return [];
  const found: string[] = [];
  if (isNumber(declared)) {
    if (/\bnon-?negative\b|\bnever negative\b/iu.test(returns)) found.push("output >= 0");
    const range = rangeOf(returns);
    if (range !== undefined) found.push(range);
  }
  if (/\bnever (?:null|undefined)\b/iu.test(returns)) found.push("never null");
  if (/\bnon-?empty\b|\bnever empty\b/iu.test(returns)) found.push("never empty");
  if (/\ba (?:new|fresh) (?:\w+ )?(?:array|list|object|map|set|copy)\b/iu.test(returns)) {
    found.push("gives a new object");
  }
  return found.map((name) => ({ name, from: `@returns ${sentence(returns)}` }));
}

const number = String.raw`(-?\d+(?:\.\d+)?)`;

/** `between 0 and 1`, `in the range [0, 100]`; an end that does not belong to it is not read. */
function rangeOf(text: string): string | undefined {
  if (/\bexclusive\b|\(\s*exclud|\bstrictly\b/iu.test(text)) return undefined;
  const pattern = String.raw`\bbetween ${number} and ${number}(?![\d.\w])`;
  const between = new RegExp(pattern, "iu").exec(text);
  const brackets = new RegExp(String.raw`\[${number},\s*${number}\]`, "u").exec(text);
  const [, low, high] = between ?? brackets ?? [];
  if (low === undefined || high === undefined || Number(low) >= Number(high)) return undefined;
  return `output in [${low}, ${high}]`;
}

const what = "(?:the |its |any )?(?:original|input|source|argument|given|array|object|list|param)";

const refusals = "does not|doesn't|never|will not";
const changes = "mutate|modify|change|alter";
const changing = "mutating|modifying|changing|altering";

/** A sentence that says that nothing is changed which was given. */
const untouched = new RegExp(
  String.raw`[^.\n]*\b(?:(?:${refusals}) (?:${changes})|without (?:${changing})) ${what}[^.\n]*`,
  "iu",
);

function argumentLaws(all: string): StatedLaw[] {
  const [said] = untouched.exec(all) ?? [];
  if (said === undefined || hedged.test(said)) return [];
  return [{ name: "leaves its arguments alone", from: sentence(said) }];
}

/** Who declares a parameter as readonly says that it is not changed. */
function readonlyLaws(declared: TS.Node): StatedLaw[] {
  if (!ts.isFunctionLike(declared)) return [];
  const param = declared.parameters.find(({ type }) => type !== undefined && isReadonly(type));
  if (param === undefined) return [];
  const from = `\`${param.getText()}\` is readonly`.replaceAll(/\s+/gu, " ");
  return [{ name: "leaves its arguments alone", from }];
}

function isReadonly(type: TS.TypeNode): boolean {
  return /^(?:readonly\b|Readonly(?:Array|Map|Set)?<)/u.test(type.getText());
}

function isNumber(declared: TS.Node): boolean {
  return ts.isFunctionLike(declared) && declared.type?.kind === ts.SyntaxKind.NumberKeyword;
}

const sentenceMax = 80;

function sentence(text: string): string {
  const [first = ""] = text
    .replaceAll(/\s+/gu, " ")
    .trim()
    .split(/(?<=\.)\s/u);
  return first.length > sentenceMax ? `${first.slice(0, sentenceMax)}…` : first;
}
