import { isOwnWord } from "./secret-forms.ts";
import { isSecretHeader, isSecretParameter, isSecretVariable } from "./secret-names.ts";

/** The secrets that an environment holds, by the names of its variables and inside of addresses. */
export function secretsInEnvironment(
  env: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  return Object.entries(env).flatMap(([name, value = ""]) => {
    if (value === "") return [];
    const inside = secretsInAddress(value);
    // An address is no secret but for what it carries: `postgres` would be hidden everywhere.
    const isAddress = /^[a-z][\w+.-]*:\/\//iu.test(value);
    return isSecretVariable(name) && !isAddress ? [value, ...inside] : inside;
  });
}

/** The secrets of a header: keys without their scheme, passwords, and the values of cookies. */
export function secretsInHeader(name: string, value: string): readonly string[] {
  const lower = name.toLowerCase();
  if (lower === "set-cookie") return cookieSecrets(value.replace(/;.*$/su, ""));
  if (lower === "cookie") return cookieSecrets(value);
  if (!isSecretHeader(name)) return [];
  const bare = value.replace(/^\w+ +/u, "");
  const password = /^basic /iu.test(value) ? passwordIn(bare) : undefined;
  return password === undefined ? [bare] : [bare, password];
}

/** The secrets that an address carries: its password, and parameters that are named like keys. */
export function secretsInAddress(address: string): readonly string[] {
  const found: string[] = [];
  const [, user, password] =
    /^[a-z][\w+.-]*:\/\/([^\s:/@?#]*)(?::([^\s/@]*))?@/iu.exec(address) ?? [];
  if (password !== undefined && password !== "") found.push(password, decoded(password));
  else if (user !== undefined && isOwnWord(user)) found.push(user, decoded(user));
  const query = address.indexOf("?");
  return query === -1 ? found : [...found, ...secretsInQuery(address.slice(query + 1))];
}

/** The values of parameters that are named like keys, or look like nothing else. */
export function secretsInQuery(query: string): readonly string[] {
  return secretParameters(new URLSearchParams(query.replace(/#.*$/su, "")));
}

/** The same of parameters by name. */
export function secretParameters(
  parameters: Iterable<readonly [string, string]>,
): readonly string[] {
  return [...parameters].flatMap(([name, value]) =>
    isSecretParameter(name) || isRandom(value) ? [value] : [],
  );
}

// --- inside ---

/** Long, and of letters and digits without a space: no word, no date and no place. */
function isRandom(value: string): boolean {
  if (value.length < randomMin || !/^[\w+/=-]+$/u.test(value)) return false;
  return /\d/u.test(value) && /[a-z]/u.test(value) && /[A-Z]/u.test(value);
}

const randomMin = 20;

/** `theme=dark` is no secret; what is nobody's word may open a session. */
function cookieSecrets(cookies: string): readonly string[] {
  return cookies.split(/;\s*/u).flatMap((pair) => {
    const value = pair.slice(pair.indexOf("=") + 1).replace(/^"(.*)"$/u, "$1");
    return pair.includes("=") && isOwnWord(value) ? [value, decoded(value)] : [];
  });
}

function passwordIn(packed: string): string | undefined {
  if (!/^[\w+/-]+=*$/u.test(packed)) return undefined;
  try {
    const bytes = atob(packed.replaceAll("-", "+").replaceAll("_", "/"));
    const [, password] = /^[^:]*:(.+)$/su.exec(decodedBytes(bytes)) ?? [];
    return password;
  } catch {
    return undefined;
  }
}

function decodedBytes(binary: string): string {
  return new TextDecoder().decode(Uint8Array.from(binary, (letter) => letter.charCodeAt(0)));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
