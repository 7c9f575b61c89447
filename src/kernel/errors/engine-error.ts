/**
 * Whether an error is one that only the engine makes, because the code is wrong somewhere: no
 * author throws it. A package may use the same words, but nobody has met one that does.
 */
export function isEngineError(error: string, message: string): boolean {
  return classes.test(error) && (slips.test(message) || refusals.test(message));
}

/**
 * Whether it is one of those that also no builtin makes about what it is given: a property of
 * nothing, a call of what is not a function, a recursion without end. Where code is that means to
 * throw, such an error is still a slip of it.
 */
export function isSlip(error: string, message: string): boolean {
  return classes.test(error) && slips.test(message);
}

/** The same as patterns of the error's name and of its message, for code that is written out. */
export function slipPatterns(): { readonly error: RegExp; readonly message: RegExp } {
  return { error: classes, message: slips };
}

// --- inside ---

const classes = /^(TypeError|ReferenceError|RangeError|InternalError)/u;

const slips = new RegExp(
  [
    "^Cannot (read|set) propert",
    "^Cannot (destructure|access|delete property|assign to|redefine|use 'in'|add property)",
    "^Assignment to constant",
    "^Maximum call stack",
    "^Class (extends|constructor)",
    "^(object null|Object\\.\\w+ called on null)",
    "^Right-hand side",
    "is not (a function|iterable|a constructor|defined|an object|extensible)",
    "is not async iterable",
  ].join("|"),
  "u",
);

const refusals = new RegExp(
  [
    "^Cannot (convert|mix)",
    "^Reduce of empty array",
    "^Converting circular",
    "^Do not know how to serialize",
    "^Method .* called on incompatible",
    "^Invalid string length",
    "^Iterator (result|value)",
    "^Found non-callable",
  ].join("|"),
  "u",
);
