import { languageOf } from "./other-languages.ts";
import { noRefusal, refusingShapes, softNo } from "./refusal-words.ts";
import { plainText, sentencesOf } from "./words.ts";

/** Whether a text says no somewhere, whatever else it says. */
export function saysNo(text: string): boolean {
  const language = languageOf(text);
  let plain = plainText(text);
  for (const saying of noRefusal) plain = plain.replaceAll(saying, " ");
  return sentencesOf(plain).some(({ text: sentence, isQuestion }) => {
    if (language?.refusing.test(sentence) === true) return true;
    if (isQuestion) return false;
    const lean = leanOf(sentence);
    return refusingShapes.some((shape) => shape.test(lean)) || softNo.test(lean);
  });
}

// --- inside ---

function leanOf(text: string): string {
  return text
    .replaceAll(/[^\p{L}\p{N}'\s-]+/gu, "")
    .replaceAll(/\s+/gu, " ")
    .trim();
}
