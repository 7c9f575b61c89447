/**
 * Changes one value of JSON, or of one line of JSON Lines: another type, a huge number, deep
 * nesting, a key twice. Undefined where there is no JSON.
 */
export function editJson(bytes, random) {
  const text = bytes.toString("utf8");
  const whole = parsed(text);
  if (whole !== undefined) return edited(whole.value, random, (out) => Buffer.from(out));
  const all = text.split("\n");
  const at = random.below(all.length);
  const line = parsed(all[at] ?? "");
  if (line === undefined) return undefined;
  return edited(line.value, random, (out) => {
    const changed = [...all];
    changed[at] = out;
    return Buffer.from(changed.join("\n"));
  });
}

/** Changes one value in text of `key = value` or `key: value`; undefined where there is none. */
export function editWords(bytes, random) {
  const text = bytes.toString("utf8");
  const values = [...text.matchAll(/(?<=[=:]\s*)(?:"[^"\n]*"|[^\s,\]}#]+)/gu)];
  if (values.length === 0) return undefined;
  const { index, 0: found } = random.of(values);
  const put = random.of(wordValues)(random);
  return ["value", Buffer.from(`${text.slice(0, index)}${put}${text.slice(index + found.length)}`)];
}

// --- inside ---

const stringLength = 10 * 2 ** 20;

const jsonValues = [
  () => "null",
  () => "true",
  () => "-1",
  () => "0",
  () => "1.5",
  () => "9007199254740993",
  () => "1e308",
  () => "-1e400",
  () => '""',
  () => '"\\ud800"',
  () => '"\\u0000"',
  () => '"../../../etc/passwd"',
  () => '"__proto__"',
  () => '"constructor"',
  () => '"\\u001b[2J\\r\\n"',
  () => "[]",
  () => "{}",
  () => "[[[[]]]]",
  () => '{"__proto__":{"a":1}}',
  () => '{"toString":null,"valueOf":null,"constructor":null}',
  () => '{"a":1,"a":2}',
  () => '{"length":-1,"then":1}',
  (random) => `${"[".repeat(nesting(random))}${"]".repeat(nesting(random))}`,
  (random) => {
    const depth = nesting(random);
    return `${"[".repeat(depth)}${"]".repeat(depth)}`;
  },
  (random) => {
    const depth = nesting(random);
    return `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;
  },
];

/** Rare, because it is slow to write: once in some hundred edits. */
function longString() {
  return `"${"x".repeat(stringLength)}"`;
}

const wordValues = [
  ...jsonValues,
  () => "inf",
  () => "nan",
  () => "1979-05-27T07:32:00Z",
  () => "0x7fffffffffffffffff",
  () => "&a [*a]",
  () => "!!binary x",
  () => "|",
  () => "'''",
  () => "`",
];

function nesting(random) {
  return random.of([3, 60, 1_000, 20_000]);
}

function parsed(text) {
  try {
    const value = JSON.parse(text);
    return typeof value === "object" && value !== null ? { value } : undefined;
  } catch {
    return undefined;
  }
}

/** Every place in the data, as a way to it. */
function placesIn(value, path = [], places = []) {
  if (places.length > 4_000 || path.length > 40) return places;
  for (const key of Object.keys(value)) {
    const inner = value[key];
    places.push([...path, key]);
    if (typeof inner === "object" && inner !== null) placesIn(inner, [...path, key], places);
  }
  return places;
}

/** A text that no data holds, in whose place the new value is written as text. */
const mark = "\u0001mark\u0001";

function edited(value, random, rest) {
  const places = placesIn(value);
  if (places.length === 0) return undefined;
  const path = random.of(places);
  const owner = path.slice(0, -1).reduce((at, key) => at[key], value);
  const key = path.at(-1);
  const kind = random.below(10);
  if (kind === 0) {
    if (Array.isArray(owner)) owner.splice(Number(key), 1);
    else delete owner[key];
    return ["key gone", rest(JSON.stringify(value))];
  }
  if (kind === 1) {
    const inner = JSON.stringify(owner[key]) ?? "null";
    owner[key] = mark;
    const put = Array.isArray(owner) ? `${inner},${inner}` : `${inner},"${String(key)}":1`;
    return ["key twice", rest(written(value, put))];
  }
  if (kind === 2) {
    const name = random.of(["__proto__", "constructor", "extra", "", "toString", "\ud800"]);
    if (Array.isArray(owner)) owner.push(mark);
    else Object.defineProperty(owner, name, { value: mark, enumerable: true, configurable: true });
    return ["key more", rest(written(value, random.of(jsonValues)(random)))];
  }
  if (kind === 3) {
    const other = random.of(places).reduce((at, step) => at?.[step], value);
    owner[key] = mark;
    return ["value of another", rest(written(value, JSON.stringify(other) ?? "null"))];
  }
  owner[key] = mark;
  const put = random.next() < 0.003 ? longString() : random.of(jsonValues)(random);
  return ["value", rest(written(value, put))];
}

function written(value, put) {
  return JSON.stringify(value).replace(JSON.stringify(mark), () => put);
}
