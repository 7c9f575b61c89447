import { SecretMask } from "../../kernel/agent/secret-mask.ts";

/** Whether a text holds something of the shape of a key or of a token. */
export function looksLikeKey(text: string): boolean {
  return shapes.text(text) !== text;
}

/** Says what is wrong with a value of this name, or nothing: no key belongs into a file. */
export function keyProblem(name: string, value: string): string | undefined {
  const isFilled = /\$\{\w+\}/u.test(value);
  if (!looksLikeKey(value) && (isFilled || !secretNames.test(name))) return undefined;
  return "must not hold a key itself; name its variable, such as `${API_KEY}`";
}

// --- inside ---

const shapes = new SecretMask();

const secretNames =
  /^(?:proxy-)?authorization$|^cookie$|api[-_]?key|^x-(?:\w+-)*(?:token|secret|key)$|^key$/iu;
