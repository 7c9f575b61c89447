import type TS from "typescript6";
import { ts } from "./compiler.ts";
import type { StatedLaw, StatedWords } from "../../kernel/subject/call-plan.ts";
import { numbersSaid, rangeSaid } from "./doc-range.ts";
import { documentedNode, documentedRefusals } from "./doc-throws.ts";

/** What documentation and declared types say of every call, where the words have one meaning. */
export function statedWords(declarations: readonly TS.Node[]): StatedWords | undefined {
  const laws = new Map<string, StatedLaw>();
  let mentions = false;
  let isEndless = false;
  for (const declared of declarations) {
    const node = documentedNode(declared);
    const whole = wordsOf(node);
    isEndless ||= endless.test(whole.all);
    mentions ||= /\bNaN\b/u.test(whole.all);
    const found = [
      ...resultLaws(whole.returns, declared),
      ...argumentLaws(whole.all),
      ...readonlyLaws(declared),
      ...documentedRefusals([declared]).map(({ name, from }) => ({ name, from: sentence(from) })),
    ];
    for (const law of found) if (!laws.has(law.name)) laws.set(law.name, law);
  }
  const typed = declarations.filter((one) => ts.isFunctionLike(one) && one.type !== undefined);
  const givesOwn = typed.length > 0 && typed.every(givesChangeable);
  if (laws.size === 0 && !mentions && !givesOwn && !isEndless) return undefined;
  return {
    laws: [...laws.values()],
    ...(mentions ? { mentionsNaN: true } : {}),
    ...(isEndless ? { isEndless } : {}),
    ...(givesOwn ? { givesOwn } : {}),
  };
}

// --- inside ---

/** Words that say that items go on and on. */
const endless =
  /\b(?:endless|infinit|never[- ]end|without (?:an )?end|forever|indefinite|unbounded|unlimited)/iu;

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
  const found = isNumber(declared) ? numberLaws(returns) : [];
  if (/\bnever (?:null|undefined)\b/iu.test(returns)) found.push("never null");
  if (/\bnon-?empty\b|\bnever empty\b/iu.test(returns)) found.push("never empty");
  if (/\ba (?:new|fresh) (?:\w+ )?(?:array|list|object|map|set|copy)\b/iu.test(returns)) {
    found.push("gives a new object");
  }
  if (/\b(?:without|no) duplicates\b/iu.test(returns)) found.push("output has no duplicates");
  if (/\b(?:sorted )?in ascending order\b(?! (?:of|by)\b)/iu.test(returns)) {
    found.push("output is sorted");
  }
  const [, letters] = /\bin (lower|upper)[- ]?case\.?$/iu.exec(returns) ?? [];
  if (
    letters !== undefined &&
    !/\b(?:first|initial|letters?|characters?|words?)\b/iu.test(returns)
  ) {
    found.push(`output is in ${letters.toLowerCase()} case`);
  }
  return found.map((name) => ({ name, from: `@returns ${sentence(returns)}` }));
}

function numberLaws(returns: string): string[] {
  const found: string[] = [];
  const range = rangeSaid(returns);
  const said = numbersSaid(returns);
  if (said?.isInteger === true) found.push("output is an integer");
  if (range !== undefined) found.push(`output in [${range.min}, ${range.max}]`);
  else if (said?.min === 0 || /\bnever negative\b/iu.test(returns)) found.push("output >= 0");
  else if (/\ba positive\b/iu.test(returns) && said?.min !== undefined) found.push("output > 0");
  return found;
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

/** Long comments are full of sentences, and few have such a word. */
const changeWord = /mutat|modif|chang|alter/iu;

function argumentLaws(all: string): StatedLaw[] {
  const [said] = changeWord.test(all) ? (untouched.exec(all) ?? []) : [];
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

/**
 * Whether what it gives back is written down as a collection of plain items that may be changed.
 * `T` or the name of an interface may stand for what there is one of.
 */
function givesChangeable(declared: TS.Node): boolean {
  if (!ts.isFunctionLike(declared) || declared.type === undefined) return false;
  const text = declared.type.getText().replace(/^Promise<(.*)>$/su, "$1");
  return /\[\]$|^(?:Array|Map|Set|Record)</u.test(text) && !/^readonly\b/u.test(text);
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
