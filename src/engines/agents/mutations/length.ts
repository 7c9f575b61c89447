import {
  after,
  around,
  before,
  instead,
  type Mutator,
  mutatorOf,
  type Variant,
} from "./mutator.ts";
import { headOf } from "./prompt-words.ts";

/** Nothing, almost nothing, and far too much. Long texts are recipes until they are sent. */
export const lengthExtremes: Mutator = mutatorOf("destroyed", [
  { name: "empty", change: ({ prompt }) => instead(prompt, "") },
  {
    name: "spaces",
    change: ({ prompt, dice }) => instead(prompt, " ".repeat(1 + dice.number(200))),
  },
  { name: "newlines", change: ({ prompt }) => instead(prompt, { repeat: "\n", times: 1_000 }) },
  {
    name: "one-sign",
    change: ({ prompt, dice }) => instead(prompt, dice.one(["?", "a", ".", "0"])),
  },
  {
    name: "first-half",
    change: ({ prompt }) => {
      const signs = Array.from(headOf(prompt));
      if (signs.length < 2) return undefined;
      const half = signs.slice(0, Math.ceil(signs.length / 2)).join("");
      return { edits: [{ from: half.length, to: prompt.length, put: "" }] };
    },
  },
  filled("words-4k", 4_000, "perturbed"),
  filled("words-32k", 32_000, "perturbed"),
  filled("words-200k", 200_000, "destroyed"),
  needle("needle-4k", 4_000),
  needle("needle-32k", 32_000),
  {
    name: "megabyte",
    change: ({ prompt }) => after(prompt, { repeat: "a", times: megabyte }),
  },
  {
    name: "ten-megabytes",
    change: ({ prompt }) =>
      after(prompt, { repeat: "lorem ipsum ", times: Math.floor((10 * megabyte) / 12) }),
  },
  {
    name: "repeated-100",
    meaning: "perturbed",
    change: ({ prompt }) =>
      prompt.trim() === "" || prompt.length > halvedMax
        ? undefined
        : after(prompt, { repeat: ` ${prompt}`, times: 99 }),
  },
  {
    name: "long-line-before",
    meaning: "perturbed",
    change: () => before({ repeat: "=", times: 20_000 }),
  },
]);

// --- inside ---

const megabyte = 1_048_576;
const halvedMax = 20_000;

/** A common English word with its space is one token of every tokenizer in wide use. */
const filler = " and";

function filled(name: string, words: number, meaning: "perturbed" | "destroyed"): Variant {
  return {
    name,
    meaning,
    change: ({ prompt }) => after(prompt, { repeat: filler, times: words }),
  };
}

/** The prompt stands at a drawn depth of about so many words that say nothing. */
function needle(name: string, words: number): Variant {
  const line = "Nothing of interest stands in this line.";
  const lines = Math.floor(words / 7);
  return {
    name,
    meaning: "perturbed",
    change: ({ prompt, dice }) => {
      const above = Math.floor((lines * (1 + dice.number(9))) / 10);
      return around(prompt, {
        first: { repeat: `${line}\n`, times: above },
        last: { repeat: `\n${line}`, times: lines - above },
      });
    },
  };
}
