import type { EditRecipe } from "./mutation.ts";
import { after, before, editsOrNothing, type Mutator, mutatorOf, type Variant } from "./mutator.ts";
import { freeWords, sentencesOf, spansOf, wordsOf } from "./prompt-words.ts";

/** Long forms and short ones. */
const contractions: readonly (readonly [string, string])[] = [
  ["I am", "I'm"],
  ["I would", "I'd"],
  ["I have", "I've"],
  ["I will", "I'll"],
  ["do not", "don't"],
  ["does not", "doesn't"],
  ["did not", "didn't"],
  ["is not", "isn't"],
  ["are not", "aren't"],
  ["cannot", "can't"],
  ["will not", "won't"],
  ["it is", "it's"],
  ["that is", "that's"],
  ["what is", "what's"],
  ["where is", "where's"],
  ["you are", "you're"],
  ["What is", "What's"],
  ["Where is", "Where's"],
  ["How is", "How's"],
  ["Who is", "Who's"],
];

/**
 * Other words for the same request, by templates and lists. Weak: real people rephrase more freely;
 * give your own paraphrases as custom templates, or a model.
 */
export const paraphrase: Mutator = mutatorOf(
  "preserved",
  [
    asked("question", ["Could you ", "Would you mind helping me: ", "Can you "], "?"),
    asked("wish", ["I would like you to ", "I need you to ", "What I want is for you to "], "."),
    asked("task", ["Your task: ", "Here is what I need: ", "My request is this: "], ""),
    {
      name: "synonyms",
      change: ({ prompt, dice }) => {
        const edits = freeWords(prompt).flatMap(({ from, to, text }): EditRecipe[] => {
          const others = synonyms.get(text.toLowerCase());
          return others === undefined ? [] : [{ from, to, put: likeCase(dice.one(others), text) }];
        });
        return editsOrNothing(dice.some(edits, synonymsMax));
      },
    },
    replacing("contract", contractions),
    replacing(
      "expand",
      contractions.map(([long, short]) => [short, long]),
    ),
    {
      name: "condition-last",
      change: ({ prompt }) => {
        const match = conditionFirst.exec(prompt.slice(0, conditionReadMax));
        if (match === null) return undefined;
        const [whole, spaces = "", word = "", condition = "", rest = "", end = ""] = match;
        const put = `${spaces}${raised(rest)} ${word.toLowerCase()} ${condition}${end}`;
        return { edits: [{ from: 0, to: whole.length, put }] };
      },
    },
    {
      name: "please",
      change: ({ prompt }) =>
        isCommand(prompt) ? lowered(prompt, { first: "Please ", last: "" }) : undefined,
    },
    {
      name: "thanks",
      change: ({ prompt, dice }) =>
        after(prompt, dice.one([" Thanks.", " Thank you.", " That is all."])),
    },
    { name: "one-thing", change: ({ dice }) => before(dice.one(openings)) },
  ],
  { isWeak: true },
);

// --- inside ---

const synonymsMax = 4;
const conditionReadMax = 2_000;
const conditionFirst = new RegExp(
  "^(\\s*)(If|When|Because|Since)\\s((?:[^,.!?\\n]|[,.!?](?=\\S)){1,300}),\\s+" +
    "((?:[^.!?\\n]|[.!?](?=\\S)){1,600})([.!?]?)",
  "u",
);
const openings = ["I have one request. ", "Here is my question. ", "Let me ask you something. "];

const synonyms: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    answer: ["reply"],
    ask: ["request"],
    assist: ["help"],
    begin: ["start"],
    big: ["large"],
    buy: ["purchase"],
    check: ["verify", "look up"],
    choose: ["select", "pick"],
    complete: ["finish"],
    create: ["make"],
    error: ["mistake"],
    explain: ["describe", "clarify"],
    fast: ["quick"],
    find: ["look for", "locate"],
    fix: ["repair"],
    get: ["obtain", "fetch"],
    give: ["provide"],
    help: ["assist"],
    important: ["significant"],
    list: ["enumerate"],
    make: ["create"],
    need: ["require"],
    problem: ["issue"],
    quick: ["fast"],
    quickly: ["fast"],
    send: ["forward"],
    show: ["display"],
    start: ["begin"],
    summarize: ["sum up"],
    tell: ["inform"],
    want: ["would like"],
    write: ["compose"],
    wrong: ["incorrect"],
  }),
);

const commands = new Set([
  ...synonyms.keys(),
  "add",
  "book",
  "calculate",
  "cancel",
  "change",
  "compare",
  "convert",
  "describe",
  "draft",
  "look",
  "open",
  "order",
  "plan",
  "read",
  "recommend",
  "refund",
  "remind",
  "return",
  "review",
  "schedule",
  "search",
  "suggest",
  "summarise",
  "track",
  "translate",
  "update",
]);

/** Puts a command into a sentence around it; other prompts are quoted as they are. */
function asked(name: string, firsts: readonly string[], end: string): Variant {
  return {
    name,
    change: ({ prompt, dice }) => {
      const first = dice.one(firsts);
      if (first.endsWith(": ")) return before(first);
      if (!isCommand(prompt) || sentencesOf(prompt).length !== 1) return undefined;
      return lowered(prompt, { first, last: end });
    },
  };
}

/** The prompt inside of a sentence: its first letter small, its full stop gone. */
function lowered(prompt: string, { first, last }: { first: string; last: string }) {
  const word = wordsOf(prompt)[0];
  const from = word?.from ?? 0;
  const end = last === "" ? null : /[.!?]?\s*$/u.exec(prompt.slice(from + 1));
  const put = first + prompt.charAt(from).toLowerCase();
  const edits: EditRecipe[] = [{ from, to: from + 1, put }];
  if (end !== null) edits.push({ from: from + 1 + end.index, to: prompt.length, put: last });
  return { edits };
}

function isCommand(prompt: string): boolean {
  const word = wordsOf(prompt)[0];
  return word !== undefined && word.text.length > 1 && commands.has(word.text.toLowerCase());
}

function replacing(name: string, pairs: readonly (readonly [string, string])[]): Variant {
  const shape = new RegExp(`\\b(?:${pairs.map(([from]) => from).join("|")})\\b`, "gu");
  const puts = new Map(pairs);
  return {
    name,
    // What is quoted stays as it is written.
    change: ({ prompt }) =>
      /["`“«]/u.test(prompt)
        ? undefined
        : editsOrNothing(
            spansOf(prompt, shape).map(({ from, to, text }) => ({
              from,
              to,
              put: puts.get(text) ?? text,
            })),
          ),
  };
}

function likeCase(word: string, sample: string): string {
  return /^\p{Lu}/u.test(sample) ? raised(word) : word;
}

function raised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
