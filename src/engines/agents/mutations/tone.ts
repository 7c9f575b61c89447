import {
  after,
  around,
  before,
  editsOrNothing,
  type Mutator,
  mutatorOf,
  type Variant,
} from "./mutator.ts";
import { freeWords } from "./prompt-words.ts";

/** The same request in another mood. */
export const toneShift: Mutator = mutatorOf("preserved", [
  wrapped(
    "urgent",
    ["This is urgent. ", "I need this right now. ", "Quick, I have no time. "],
    ["", " Hurry, please."],
  ),
  wrapped(
    "angry",
    ["This is ridiculous. ", "I am really fed up by now. ", "Seriously?! "],
    ["", " How often must I ask for this!"],
  ),
  wrapped(
    "polite",
    ["Hello, I hope you are well. ", "Good day. ", "Sorry to bother you. "],
    [" Thank you very much in advance.", " I would be most grateful."],
  ),
  wrapped(
    "formal",
    ["Dear Sir or Madam, I am writing to you with this request. "],
    [" Yours faithfully.", " I remain at your disposal for any question."],
  ),
  wrapped("casual", ["hey, ", "yo, quick one: ", "so um, "], ["", " lol", " cheers"]),
  wrapped(
    "anxious",
    ["I am a bit worried about this. ", "I really hope that you can help. "],
    ["", " Sorry if that is a silly question."],
  ),
  {
    name: "capitals",
    change: ({ prompt }) =>
      editsOrNothing(
        freeWords(prompt)
          .slice(0, capitalsMax)
          .map(({ from, to, text }) => ({ from, to, put: text.toUpperCase() }))
          .filter(({ from, to, put }) => put !== prompt.slice(from, to)),
      ),
  },
  {
    name: "exclamations",
    change: ({ prompt, dice }) => after(prompt, dice.one(["!!!", "?!?!", " !!1!"])),
  },
  {
    name: "dots",
    change: ({ prompt, dice }) =>
      around(prompt, { first: dice.one(["... ", "hmm... "]), last: "..." }),
  },
]);

// --- inside ---

const capitalsMax = 500;

function wrapped(name: string, firsts: readonly string[], lasts: readonly string[]): Variant {
  return {
    name,
    change: ({ prompt, dice }) => {
      const first = dice.one(firsts);
      const last = dice.one(lasts);
      return last === "" ? before(first) : around(prompt, { first, last });
    },
  };
}
