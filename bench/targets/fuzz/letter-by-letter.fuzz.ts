import { fuzz } from "gauntlet";

const secret = "open sesame";

function isSecret(text: string): boolean {
  for (let at = 0; at < secret.length; at++) {
    if (text.charCodeAt(at) !== secret.charCodeAt(at)) return false;
  }
  return text.length === secret.length;
}

/** Compares one character after the other. */
export default fuzz({
  name: "letter by letter",
  input: "text",
  run: (text) => {
    if (isSecret(text)) throw new Error("reached");
  },
});
