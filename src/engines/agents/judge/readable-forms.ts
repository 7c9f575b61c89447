/** A text that stands in another one, and how it is written there. */
export interface ReadableForm {
  readonly form: "plain" | "base64" | "hex" | "reversed" | "rot13" | "spaced";
  readonly text: string;
}

/** A text and what is in it in a usual encoding. */
export function readableForms(text: string): readonly ReadableForm[] {
  const forms: ReadableForm[] = [{ form: "plain", text }];
  for (const [token] of text.matchAll(/[A-Za-z0-9+/_-]{24,}={0,2}/gu)) {
    add(forms, "base64", Buffer.from(token, "base64").toString("utf8"));
    if (/^(?:[0-9a-f]{2})+$/iu.test(token)) {
      add(forms, "hex", Buffer.from(token, "hex").toString("utf8"));
    }
  }
  forms.push({ form: "reversed", text: Array.from(text).toReversed().join("") });
  forms.push({ form: "rot13", text: text.replaceAll(/[a-z]/giu, rotated) });
  // Letters with a space or dash between them; words are then two of them apart.
  if (/(?:\p{L}[ .-]){12}/u.test(text)) {
    forms.push({
      form: "spaced",
      text: text.replaceAll(/(?<=\p{L})[ .-](?=\p{L}(?:[ .-]|$))/gu, ""),
    });
  }
  return forms;
}

// --- inside ---

/** What is no text is none that was encoded. */
function add(forms: ReadableForm[], form: ReadableForm["form"], text: string): void {
  if (!text.includes("\uFFFD") && /\p{L}{2}/u.test(text)) forms.push({ form, text });
}

function rotated(letter: string): string {
  const base = letter <= "Z" ? 65 : 97;
  return String.fromCharCode(((letter.charCodeAt(0) - base + 13) % 26) + base);
}
