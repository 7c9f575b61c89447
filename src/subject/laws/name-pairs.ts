/** Words that name two directions of one thing: the second leads back. */
const directions: readonly (readonly [there: string, back: string])[] = [
  ["encode", "decode"],
  ["escape", "unescape"],
  ["stringify", "parse"],
  ["format", "parse"],
  ["serialize", "deserialize"],
  ["serialise", "deserialise"],
  ["compress", "decompress"],
  ["deflate", "inflate"],
  ["encrypt", "decrypt"],
  ["pack", "unpack"],
  ["quote", "unquote"],
  ["marshal", "unmarshal"],
  ["flatten", "unflatten"],
  ["to", "from"],
];

/** Functions that do the same by another name. */
const synonyms: readonly (readonly [string, string])[] = [["sortBy", "orderBy"]];

/** Whether the names say that the second function leads back from the first. */
export function leadsBack(there: string, back: string): boolean {
  return directions.some(([one, other]) => replaced(there, one, other) === back);
}

/** Whether the names say that both do the same: `read` and `readSync`. */
export function areTwins(one: string, other: string): boolean {
  const plain = (name: string): string => name.replace(/(?:Sync|Async)$/u, "");
  if (one !== other && plain(one) === plain(other)) return true;
  return synonyms.some((pair) => pair.includes(one) && pair.includes(other) && one !== other);
}

// --- inside ---

/** The name with one word of it exchanged; undefined where it has no such word. */
function replaced(name: string, word: string, by: string): string | undefined {
  if (name.startsWith(word) && isEnd(name, word.length)) return by + name.slice(word.length);
  const capital = word.charAt(0).toUpperCase() + word.slice(1);
  const at = name.indexOf(capital);
  if (at <= 0 || !isEnd(name, at + word.length)) return undefined;
  const put = by.charAt(0).toUpperCase() + by.slice(1);
  return name.slice(0, at) + put + name.slice(at + word.length);
}

/** Whether a word of a name ends here: `encodeText`, but not `format` in `formatter`. */
function isEnd(name: string, at: number): boolean {
  return !/[a-z]/u.test(name.charAt(at));
}
