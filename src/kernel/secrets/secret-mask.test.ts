import fc from "fast-check";
import { expect, test } from "vitest";
import { maskedText, SecretMask } from "./secret-mask.ts";

test("known secrets, also as JSON or in an address, and secrets by their shape are masked", () => {
  const mask = new SecretMask();
  mask.learn('pass"word&1');
  mask.learn("abc"); // too short to be one
  expect(mask.text('pass"word&1 {"k":"pass\\"word&1"} ?k=pass%22word%261 abc')).toBe(
    '[secret] {"k":"[secret]"} ?k=[secret] abc',
  );
  expect(mask.text("use sk-proj-abcdefghijklmnop1234 as Bearer abcdefghijkl.mno")).toBe(
    "use [secret] as Bearer [secret]",
  );
});

test.each([
  "sk-proj-abcdefghijklmnop1234",
  "sk-ant-api03-abcdefghijklmnop",
  "ghp_abcdefghijklmnopqrst1234",
  "github_pat_abcdefghijklmnop12",
  "xoxb-1234567890-abcdefghij",
  "lsv2_pt_abcdefghijklmnop1234",
  "AIzaabcdefghijklmnopqrstuv",
  "AKIAABCDEFGHIJKLMNOP",
  "eyJhbGciOiJI.eyJzdWIiOiIx.abcdefghijkl",
  "-----BEGIN RSA PRIVATE KEY-----\nabc\n-----END RSA PRIVATE KEY-----",
  "-----BEGIN PRIVATE KEY-----\nabc",
])("%s is known by its shape", (secret) => {
  expect(new SecretMask().text(`key: ${secret}`)).toBe(`key: ${maskedText}`);
});

test("each beginning of a key and each name of a field for one is enough to be looked at", () => {
  const beginnings = [
    "sk-",
    "ghp_",
    "gho_",
    "ghs_",
    "ghu_",
    "github_pat_",
    "glpat-",
    "xoxa-",
    "hf_",
  ];
  const others = ["xoxp-", "xoxr-", "xoxs-", "lsv2_sk_", "gsk_", "AIza"];
  for (const beginning of [...beginnings, ...others]) {
    const key = `${beginning}abcdefghijklmnop`;
    expect(new SecretMask().text(`key: ${key}`)).toBe(`key: ${maskedText}`);
  }
  const names = ["apiKey", "ACCESS_KEY", "private-key", "secret", "secret_key", "passwd"];
  const more = [
    "password",
    "Passphrase",
    "authorization",
    "credential",
    "credentials",
    "bot_token",
  ];
  for (const name of [...names, ...more]) {
    const written = JSON.stringify({ text: JSON.stringify({ [name]: "open" }) });
    expect(new SecretMask().text(written)).toBe(written.replace("open", maskedText));
  }
});

test("a text that had no secret has one when it is learned later", () => {
  const mask = new SecretMask();
  const said = { word: "open sesame", [`open sesame`]: "a" };
  expect(mask.data(said)).toEqual(said);
  mask.learn("sesame");
  expect(mask.data(said)).toEqual({ word: `open ${maskedText}`, [`open ${maskedText}`]: "a" });
});

test("a bearer token goes, the word before it stays", () => {
  expect(new SecretMask().text("Authorization: Bearer abcdef123456.x")).toBe(
    `Authorization: Bearer ${maskedText}`,
  );
});

test("a learned secret goes from text, JSON, addresses and nested data, keys included", () => {
  const secret = 'p"ss wörd/\\1';
  const mask = new SecretMask();
  mask.learn(secret);
  expect(mask.text(`is ${secret}!`)).toBe(`is ${maskedText}!`);
  expect(mask.text(JSON.stringify({ a: secret }))).toBe(`{"a":"${maskedText}"}`);
  expect(mask.text(`?key=${encodeURIComponent(secret)}&x=1`)).toBe(`?key=${maskedText}&x=1`);
  expect(mask.data({ deep: [{ [secret]: { at: `x${secret}` } }], n: 1, none: null })).toEqual({
    deep: [{ [maskedText]: { at: `x${maskedText}` } }],
    n: 1,
    none: null,
  });
});

test("JSON that holds JSON with a secret is masked inside of its text", () => {
  const mask = new SecretMask();
  mask.learn("hunter2hunter2");
  const body = JSON.stringify({ arguments: JSON.stringify({ key: "hunter2hunter2" }) });
  expect(mask.text(body)).not.toContain("hunter2");
});

test("a secret in JSON inside of JSON, in a form, and at the end of what is kept is masked", () => {
  const secret = 'a "b" c/d1';
  const mask = new SecretMask();
  mask.learn(secret);
  const nested = JSON.stringify({ arguments: JSON.stringify({ key: secret }) });
  expect(mask.text(nested)).toBe(
    JSON.stringify({ arguments: JSON.stringify({ key: maskedText }) }),
  );
  expect(mask.text(`q=${String(new URLSearchParams({ k: secret }))}`)).toBe(`q=k=${maskedText}`);
  const long = mask.data(`${"x".repeat(63_995)}${secret}`);
  expect(long).toBe(`${"x".repeat(63_995)}[secr`);
});

test("texts too short to be a secret are not learned", () => {
  const mask = new SecretMask();
  mask.learn("the");
  mask.learn("");
  expect(mask.text("the end")).toBe("the end");
});

test("of two secrets of which one begins like the other, nothing is left", () => {
  const secrets = ["abcdef-ghijkl", "abcdef"];
  for (const order of [secrets, secrets.toReversed()]) {
    const mask = new SecretMask();
    for (const one of order) mask.learn(one);
    expect(mask.text("it is abcdef-ghijkl")).toBe(`it is ${maskedText}`);
  }
});

test("a text without secrets is never changed, and masking twice is masking once", () => {
  const mask = new SecretMask();
  mask.learn("hunter2hunter2");
  const words = fc
    .array(fc.stringMatching(/^[a-z0-9 .,:{}"'/\n-]{0,11}$/u))
    .map((all) => all.join(" "));
  fc.assert(
    fc.property(words, (text) => {
      expect(mask.text(text)).toBe(text);
    }),
  );
  fc.assert(
    fc.property(fc.string(), fc.string(), (before, after) => {
      const masked = mask.text(`${before}hunter2hunter2${after}`);
      expect(masked).not.toContain("hunter2hunter2");
      expect(mask.text(masked)).toBe(masked);
    }),
  );
});

test("secrets that overlap are one span", () => {
  const mask = new SecretMask();
  mask.learn("abcdefgh");
  mask.learn("efghijkl");
  expect(mask.spans("..abcdefghijkl..")).toEqual([{ start: 2, end: 14 }]);
  expect(mask.text("..abcdefghijkl..")).toBe("..[secret]..");
});

test("a secret is known inside of base64, wherever it begins, in both alphabets", () => {
  const mask = new SecretMask();
  mask.learn("a?b>c~d-phrase");
  for (const before of ["", "x", "xy", "xyz"]) {
    for (const encoding of ["base64", "base64url"] as const) {
      const packed = Buffer.from(`${before}a?b>c~d-phrase!`).toString(encoding);
      expect(mask.text(`(${packed})`)).toContain(maskedText);
      expect(mask.text(packed).length).toBeLessThan(maskedText.length + 10);
    }
  }
});

test("a key is known by its shape behind an escape, and then in other letters too", () => {
  const key = ["ghp", "abcdefghijklmnop+/=1"].join("_");
  const plain = key.slice(0, 20);
  const mask = new SecretMask();
  expect(mask.text(`use%20${plain}`)).toBe(`use%20${maskedText}`);
  expect(mask.text(`"\\n${plain}"`)).toBe(`"\\n${maskedText}"`);
  expect(mask.text(Buffer.from(plain).toString("base64"))).toMatch(/^\[secret\].?.?=*$/);
});

test("the password of an address is a secret, and a variable in its place is none", () => {
  const mask = new SecretMask();
  expect(mask.text("postgres://me:open sesame@db")).toBe("postgres://me:open sesame@db");
  expect(mask.text("postgres://me:sesame@db/1")).toBe(`postgres://me:${maskedText}@db/1`);
  expect(mask.text("http://me:${PASS}@host/")).toBe("http://me:${PASS}@host/");
});

test("a text stays as long as it is where nothing is cut", () => {
  const mask = new SecretMask();
  const long = "x".repeat(100_000);
  expect(mask.whole({ long: [long] })).toEqual({ long: [long] });
});

test("fields that hold keys are masked by their names, in data, in JSON and in JSON inside", () => {
  const mask = new SecretMask();
  const fields = { api_key: "open", Password: 'a "b" c', clientSecret: "s", "x-api-key": "k" };
  const tokens = { access_token: "t", token: "u", authorization: "Basic v", max_tokens: "9" };
  const kept = { nextPageToken: "p", progressToken: "q", key: "w", token: { type: "string" } };
  const hidden = Object.fromEntries(
    Object.keys({ ...fields, ...tokens }).map((name) => [name, maskedText]),
  );
  const masked = { ...hidden, max_tokens: "9" };
  const given = { ...fields, ...tokens };
  expect(mask.data(given)).toEqual(masked);
  expect(mask.text(JSON.stringify(given))).toBe(JSON.stringify(masked));
  const inner = (data: object): string => JSON.stringify({ text: JSON.stringify(data) });
  expect(mask.text(inner(given))).toBe(inner(masked));
  expect(mask.text(inner({ text: inner(given) }))).toBe(inner({ text: inner(masked) }));
  expect(mask.text(JSON.stringify(kept))).toBe(JSON.stringify(kept));
  const likely = '{"token":"Hello","logprob":-0.1}';
  expect(mask.text(likely)).toBe(likely);
});

test("what was masked by its field stays masked, and is known elsewhere if it is no word", () => {
  const mask = new SecretMask();
  const once = mask.text('{"password":"hunter2hunter","token":"string"}');
  expect(once).toBe('{"password":"[secret]","token":"[secret]"}');
  expect(mask.text(once)).toBe(once);
  expect(mask.text("a string of hunter2hunter")).toBe("a string of [secret]");
});
