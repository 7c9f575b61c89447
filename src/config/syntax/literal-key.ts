import { SecretMask } from "../../kernel/secrets/secret-mask.ts";
import { isSecretHeader, isSecretParameter } from "../../kernel/secrets/secret-names.ts";

/** Whether a text holds something of the shape of a key or of a token. */
export function looksLikeKey(text: string): boolean {
  return shapes.text(text) !== text;
}

/** Says what is wrong with a value of this name, or nothing: no key belongs into a file. */
export function keyProblem(name: string, value: string): string | undefined {
  const isFilled = /\$\{\w+\}/u.test(value);
  if (!looksLikeKey(value) && (isFilled || !isSecret(name))) return undefined;
  return "must not hold a key itself; name its variable, such as `${API_KEY}`";
}

// --- inside ---

const shapes = new SecretMask();

/** What is filled in may be a header or a parameter of an address. */
function isSecret(name: string): boolean {
  return isSecretHeader(name) || isSecretParameter(name);
}
