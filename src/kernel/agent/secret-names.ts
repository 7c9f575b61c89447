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

// --- inside ---

// The limits of a provider are named after tokens, and what makes a call safe to repeat is named
// a key; neither is secret, and a report that hides them hides what went wrong.
const plainNames = /rate-?limit|idempotency/iu;
const headerNames = /auth|api-?key|cookie|secret|credential|passw|(?:^|-)(?:token|key)$/iu;

const parameterNames =
  /^(?:key|api[-_]?key|(?:access[-_]?)?token|(?:client[-_]?)?secret|password|sig(?:nature)?)$/iu;

const variableNames =
  /(?:^|_)(?:(?:API)?KEY|TOKEN|SECRET|AUTH|PASSWORD|PASSWD|CREDENTIALS?|PAT)$/iu;
