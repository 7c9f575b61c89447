/**
 * Whether a value is secret enough to be hidden wherever it stands. A short or common one (`test`,
 * `123456`, `password`) would take ordinary words with it and protect nothing.
 */
export function isWorthHiding(value: string): boolean {
  if (value.length < lengthMin || new Set(value).size < lettersMin) return false;
  if (/^\d+$/u.test(value) && value.length < digitsMin) return false;
  return !common.has(value.toLowerCase());
}

/** Whether a value is nobody's word, so that it is a secret wherever it stands. */
export function isOwnWord(value: string): boolean {
  return value.length >= 8 && /\d/u.test(value) && /\p{L}/u.test(value);
}

/**
 * How a secret may be written besides escapes, which are undone before anything is looked for: as
 * it is, as a form of a page, in hex, in base64, and in base64 of that. Small letters only.
 */
export function writtenForms(secret: string): readonly string[] {
  const once = base64Forms(secret);
  const twice = once.flatMap(base64Forms);
  const packed = [hexOf(secret), ...once, ...twice].filter(({ length }) => length >= packedMin);
  const forms = [secret, secret.replaceAll(" ", "+"), bytesOf(secret), ...packed];
  return [...new Set(forms.map(smallLetters))];
}

/** A text with `A` to `Z` as small letters and all else as it is, so that places stay the same. */
export function smallLetters(text: string): string {
  return text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

// --- inside ---

const lengthMin = 6;
const lettersMin = 4;
const digitsMin = 8;

/** So many letters of base64 or hex are nothing else. */
const packedMin = 8;

/** What stands in examples and in settings that nobody set. */
const common = new Set(
  (
    "password passw0rd password1 changeme change-me change_me secret secrets example sample " +
    "dummy placeholder default development production staging testing localhost undefined " +
    "disabled enabled required optional redacted postgres mysql redis rabbitmq minioadmin root " +
    "admin administrator username guest letmein qwerty abc123 test123 test1234 testtest " +
    "test-key test_key testkey test-token test-secret api-key api_key apikey your-api-key " +
    "your_api_key token bearer string number boolean function object [secret] *** ********"
  ).split(" "),
);

/**
 * What a secret looks like inside of base64, of both alphabets: three ways, by where in a group of
 * three bytes it begins. Letters that also tell of its neighbours are left out.
 */
function base64Forms(secret: string): readonly string[] {
  const bytes = bytesOf(secret);
  return [0, 1, 2].flatMap((offset) => {
    const letters = btoa("\0".repeat(offset) + bytes);
    const bits = (offset + bytes.length) * 8;
    const form = letters.slice(Math.ceil((offset * 8) / 6), Math.floor(bits / 6));
    const other = form.replaceAll("+", "-").replaceAll("/", "_");
    return form === other ? [form] : [form, other];
  });
}

/** Its bytes, each as a character: so `%C3%A5` is read. */
function bytesOf(secret: string): string {
  let binary = "";
  for (const byte of new TextEncoder().encode(secret)) binary += String.fromCharCode(byte);
  return binary;
}

function hexOf(secret: string): string {
  let hex = "";
  for (const byte of new TextEncoder().encode(secret)) hex += byte.toString(16).padStart(2, "0");
  return hex;
}
