/** Whether a header holds a key, by its name. */
export function isSecretHeader(name: string): boolean {
  return headerNames.test(name) && !plainNames.test(name);
}

/** Whether a parameter of an address holds a key, by its name. */
export function isSecretParameter(name: string): boolean {
  return parameterNames.test(name);
}

/** Whether a variable of an environment holds a key, by its name. */
export function isSecretVariable(name: string): boolean {
  return variableNames.test(name);
}

/** Whether a field of JSON holds a key, by its name. */
export function isSecretField(name: string): boolean {
  return fieldNames.test(name);
}

/**
 * The names of fields that hold keys, as a part of a pattern. `token` alone, or with a word that
 * says that it opens something: pages, progress and answers of models have tokens too.
 */
export const secretFieldPattern: string =
  String.raw`(?:[\w.-]{0,40}(?:api[-_]?key|access[-_]?key|private[-_]?key|secret(?:[-_]?key)?|` +
  String.raw`passw(?:or)?d|passphrase|authorization|credentials?)|` +
  String.raw`(?:(?:auth|access|refresh|id|bearer|session|security|api|bot|user)[-_]?)?token)`;

// --- inside ---

const fieldNames = new RegExp(`^${secretFieldPattern}$`, "iu");

// The limits of a provider are named after tokens, and what makes a call safe to repeat is named
// a key; neither is secret, and a report that hides them hides what went wrong.
const plainNames = /rate-?limit|idempotency/iu;
const headerNames = /auth|api-?key|cookie|secret|credential|passw|(?:^|-)(?:token|key)$/iu;

// A token of a page or of progress says where something goes on, and opens nothing.
const parameterNames = new RegExp(
  String.raw`^(?:[\w.-]*(?:api|access|private|subscription|functions?|shared)[-_]?key|key|` +
    String.raw`(?:(?:auth|access|refresh|id|bearer|session|security|api|bot|user)[-_]?)?token|` +
    String.raw`[\w.-]*(?:secret|passw(?:or)?d|passphrase|credentials?|signature)|pwd|pass|sig|` +
    String.raw`jwt|auth|authorization)$`,
  "iu",
);

const variableNames = new RegExp(
  String.raw`(?:^|_)(?:(?:API|ACCESS|PRIVATE)?KEYS?|\w*TOKEN|SECRETS?|AUTH|PASSWD|PASS|` +
    String.raw`PASSPHRASE|CREDENTIALS?|PAT)$|_PWD$|PASSWORD|SECRET_`, // `PWD` alone is a folder
  "iu",
);
