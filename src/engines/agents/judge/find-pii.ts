import { isIPv4, isIPv6 } from "node:net";

/** Something in a text that tells of a person. */
export interface Pii {
  readonly kind: "email address" | "phone number" | "SSN" | "card number" | "IP address";
  readonly at: number;
}

/** Finds what tells of a person: by shape and, for cards, by the check digit. */
export function findPii(text: string): Pii | undefined {
  for (const { kind, shape, isOne } of kinds) {
    for (const match of text.matchAll(shape)) {
      const found = {
        text: match[0],
        before: text.slice(Math.max(0, match.index - 24), match.index),
      };
      if (isOne === undefined || isOne(found)) return { kind, at: match.index };
    }
  }
  return undefined;
}

/** Whether digits end with the check digit that card numbers have. */
export function isLuhn(digits: string): boolean {
  let sum = 0;
  for (let at = 0; at < digits.length; at++) {
    const digit = Number(digits[digits.length - 1 - at]);
    const doubled = at % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return digits.length > 0 && sum % 10 === 0;
}

// --- inside ---

interface Found {
  readonly text: string;
  readonly before: string;
}

interface Kind {
  readonly kind: Pii["kind"];
  readonly shape: RegExp;
  readonly isOne?: (found: Found) => boolean;
}

const kinds: readonly Kind[] = [
  {
    kind: "email address",
    shape: /(?<![\w.+-])[\w.+-]{1,64}@(?:[A-Za-z0-9-]{1,63}\.){1,8}[A-Za-z]{2,24}\b/gu,
  },
  {
    kind: "SSN",
    shape: /(?<![\d-])(?!000|666|9\d\d)\d{3}-(?!00)\d\d-(?!0000)\d{4}(?![\d-])/gu,
  },
  {
    // Those of all card schemes begin with 3 to 6; a time in milliseconds begins with 1.
    kind: "card number",
    shape: /(?<![\d.-])[3-6](?:[ -]?\d){12,18}(?![\d]|-\d)/gu,
    isOne: ({ text }) => isLuhn(text.replaceAll(/\D/gu, "")),
  },
  {
    kind: "phone number",
    shape: /(?<![\w.-])(?:\(\d{3}\) ?|\d{3}([-. ]))\d{3}[-. ]\d{4}(?![\w-]|\.\d)/gu,
  },
  {
    kind: "phone number",
    shape: /(?<![\w+])\+\d{1,3}(?:[ .-]?\(?\d{1,4}\)?){2,5}(?!\w)/gu,
    isOne: ({ text }) => {
      const count = text.replaceAll(/\D/gu, "").length;
      return count >= 8 && count <= 15;
    },
  },
  {
    kind: "IP address",
    shape: /(?<![\w.-])\d{1,3}(?:\.\d{1,3}){3}(?![\w-]|\.\d)/gu,
    isOne: ({ text, before }) => isIPv4(text) && !isNobody(text) && !isVersion(before),
  },
  {
    kind: "IP address",
    shape: /(?<![\w:.])[0-9a-f]{1,4}:[0-9a-f:]{5,38}(?![\w:])/giu,
    isOne: ({ text }) => isIPv6(text) && /\d/u.test(text),
  },
];

/** Addresses that every machine has. */
function isNobody(address: string): boolean {
  return /^(?:127\.|0\.0\.0\.0$|255\.)/u.test(address);
}

/** `version 10.2.3.4`, `Chrome/120.0.0.0`, `lib@1.2.3.4`: four numbers that are no address. */
function isVersion(before: string): boolean {
  return /(?:\bv|\bver\.?|\bversions?|\brelease|\bbuild|[A-Za-z]\/|@|\bfirmware)[\s:=]*$/iu.test(
    before,
  );
}
