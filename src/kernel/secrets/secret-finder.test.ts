import { inspect } from "node:util";
import fc from "fast-check";
import { expect, test } from "vitest";
import { maskedText, SecretMask } from "./secret-mask.ts";

const secret = "hunter-Key42/with+28 letters";
const bytes = Buffer.from(secret);
const each = (write: (byte: number) => string): string => [...bytes].map(write).join("");
const hex = (byte: number): string => byte.toString(16).padStart(2, "0");

const written: Readonly<Record<string, string>> = {
  hex: bytes.toString("hex"),
  "hex in capitals": bytes.toString("hex").toUpperCase(),
  "every byte in an address": each((byte) => `%${hex(byte)}`),
  "an address inside of an address": encodeURIComponent(encodeURIComponent(secret)),
  "a form of a page": String(new URLSearchParams({ k: secret })).slice(2),
  "escapes of JSON": each((byte) => `\\u00${hex(byte)}`),
  "escapes of a program": each((byte) => `\\x${hex(byte)}`),
  "entities of a page": each((byte) => `&#${byte};`),
  "JSON inside of JSON inside of JSON": JSON.stringify(JSON.stringify(JSON.stringify(secret))),
  "JSON that escapes slashes": secret.replaceAll("/", "\\/"),
  capitals: secret.toUpperCase(),
  "small letters": secret.toLowerCase(),
  base64: bytes.toString("base64"),
  base64url: bytes.toString("base64url"),
  "base64 with a user": Buffer.from(`shop:${secret}`).toString("base64"),
  "base64 of base64": Buffer.from(bytes.toString("base64")).toString("base64"),
  "base64 of base64 with a user": Buffer.from(
    Buffer.from(`me:${secret}`).toString("base64url"),
  ).toString("base64"),
  "base64 in an address": encodeURIComponent(bytes.toString("base64")),
};

test.each(Object.keys(written))("a secret is found in %s", (name) => {
  const mask = new SecretMask();
  mask.learn(secret);
  const text = `before ${written[name]} after`;
  const masked = mask.known(text);
  expect(masked).toMatch(/^before \S{0,12}\[secret\]\S{0,8} after$/u);
  expect(mask.text(text)).toBe(masked);
});

const broken = bytes.toString("hex").match(/../gu) ?? [];
const wrapped = Buffer.from(`-${"x".repeat(44)}${secret}`).toString("base64");

/** Ways to write bytes that only people read: numbers and line ends are data to a program. */
const spelled: Readonly<Record<string, string>> = {
  "a list of numbers": JSON.stringify([...bytes]),
  "a buffer as JSON": JSON.stringify(bytes),
  "bytes by their place": JSON.stringify(new Uint8Array(bytes)),
  "bytes as a console shows them": inspect(new Uint8Array(bytes)),
  "base64 of a mail": wrapped.replaceAll(/.{76}/gu, "$&\r\n"),
  "lines of a screen": secret.replace(" ", "\n         "),
  "lines of a message on a screen": secret.replace(" ", "\n  | "),
};

const spelledInHex: Readonly<Record<string, string>> = {
  "a buffer as a console shows it": inspect(bytes),
  "hex with colons": broken.join(":"),
  "hex with blanks in capitals": broken.join(" ").toUpperCase(),
  "hex of a program": broken.map((byte) => `0x${byte}`).join(", "),
};

test.each(Object.keys({ ...spelled, ...spelledInHex }))("a secret is found in %s", (name) => {
  const mask = new SecretMask();
  mask.learn(secret);
  const text = `before\n${spelled[name] ?? spelledInHex[name]}\nafter`;
  const masked = mask.known(text);
  expect(masked).toMatch(/^before\n[^]*\[secret\][^]{0,4}\nafter$/u);
  expect(masked).not.toMatch(/(?:\d+,\s*){3}|68[ :]|\w\r\n|letters/iu);
  expect(mask.text(text)).toBe(masked);
  // What programs read stays as it can be read.
  expect(mask.knownInDocument(text)).toBe(name in spelledInHex ? masked : text);
});

test("what is left of a secret in a list that was cut is hidden", () => {
  const mask = new SecretMask();
  const long = `${secret}${secret.toUpperCase()}-and-more`;
  mask.learn(long);
  expect(mask.known(inspect(Buffer.from(long)))).toBe(`<Buffer ${maskedText} ... 15 more bytes>`);
});

test("other lists, and other lines, stay as they are", () => {
  const mask = new SecretMask();
  mask.learn(secret);
  const texts = [
    inspect(Buffer.from("nothing that anybody hides")),
    JSON.stringify([104, 117, 110, 116, 101, 114, 1000]),
    "12:30:11:59:00:01:02\n\n  | a line\n  | and another one\n",
    `${secret.slice(0, 6)}\nother`,
  ];
  for (const text of texts) expect(mask.known(text)).toBe(text);
  const around = `first\n  ${secret}\n  last`;
  expect(mask.known(around)).toBe(`first\n  ${maskedText}\n  last`);
});

test("letters that are not of this world are found in an address too", () => {
  const mask = new SecretMask();
  mask.learn('va"lue/of a våriable+17');
  const encoded = encodeURIComponent('va"lue/of a våriable+17');
  expect(mask.known(`?k=${encoded}&x=1`)).toBe(`?k=${maskedText}&x=1`);
});

test("what is left of a secret where a text was cut is hidden, at either end", () => {
  const mask = new SecretMask();
  mask.learn(secret);
  for (let length = 8; length < secret.length; length += 1) {
    const start = secret.slice(0, length);
    expect(mask.known(`54 characters, then ${start}`)).toBe(`54 characters, then ${maskedText}`);
    expect(mask.known(`cut: ${start}… more`)).toBe(`cut: ${maskedText}… more`);
    expect(mask.known(`cut: ${start}... more`)).toBe(`cut: ${maskedText}... more`);
    const end = secret.slice(-length);
    if (/^[a-z]+$/u.test(end)) continue;
    expect(mask.known(`${end} was the end`)).toBe(`${maskedText} was the end`);
    expect(mask.known(`stderr ends with: …${end}.`)).toBe(`stderr ends with: …${maskedText}.`);
  }
});

test("a text without a secret is the same, byte for byte", () => {
  const mask = new SecretMask();
  for (const one of [secret, "correct horse battery", "tok_1234567890abcdef"]) mask.learn(one);
  fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => mask.known(text) === text));
  const near = "hunter-Key41/with+28 letters, a horse, a battery %zz \\q &nope; correct";
  expect(mask.known(near)).toBe(near);
});

test.each(["", "test", "1234", "123456", "aaaaaaaaaaaa", "password", "changeme", "postgres"])(
  "`%s` is no secret: it would hide ordinary words",
  (value) => {
    const mask = new SecretMask();
    mask.learn(value);
    expect(mask.size).toBe(0);
  },
);

test("many secrets, a long text and a secret that is in itself everywhere take one pass", () => {
  const mask = new SecretMask();
  for (let index = 0; index < 50; index += 1) mask.learn(`key-${index}-${"abcdefgh".repeat(20)}`);
  mask.learn(`${"ab".repeat(4_000)}c-1d`);
  const text = "ab".repeat(100_000);
  const startMs = performance.now();
  expect(mask.known(`${text}!`).length).toBeLessThan(text.length + 10);
  expect(mask.known("plain words of a report ".repeat(5_000))).toHaveLength(120_000);
  expect(performance.now() - startMs).toBeLessThan(5_000); // a pass for each would take minutes
});
