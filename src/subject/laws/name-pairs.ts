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
  ["dump", "load"],
  ["wrap", "unwrap"],
  ["sign", "unsign"],
  ["to", "from"],
];

/** Functions that do the same by another name. */
const synonyms: readonly (readonly [string, string])[] = [
  ["sortBy", "orderBy"],
  ["contains", "includes"],
  ["uniq", "unique"],
  ["mean", "average"],
];

/** Two methods of one class, of which the second shows what the first did. */
export interface MemberPair {
  /** Words that the names of the two begin with; the rest of both is the same. */
  readonly first: string;
  readonly second: string;
  /** The law, before the name of the second. */
  readonly says: string;
  readonly how: "gives the value" | "says yes" | "says no" | "gives the item";
}

/** What the second of two methods is expected to say after the first. */
export const memberPairs: readonly MemberPair[] = [
  { first: "set", second: "get", says: "is found by", how: "gives the value" },
  { first: "put", second: "get", says: "is found by", how: "gives the value" },
  { first: "set", second: "has", says: "is there for", how: "says yes" },
  { first: "add", second: "has", says: "is there for", how: "says yes" },
  { first: "add", second: "contains", says: "is there for", how: "says yes" },
  { first: "add", second: "includes", says: "is there for", how: "says yes" },
  { first: "insert", second: "has", says: "is there for", how: "says yes" },
  { first: "delete", second: "has", says: "is gone for", how: "says no" },
  { first: "remove", second: "has", says: "is gone for", how: "says no" },
  { first: "remove", second: "contains", says: "is gone for", how: "says no" },
  { first: "remove", second: "includes", says: "is gone for", how: "says no" },
  { first: "push", second: "pop", says: "is given back by", how: "gives the item" },
  { first: "unshift", second: "shift", says: "is given back by", how: "gives the item" },
];

/** What the second of a pair would be called, for the first: `Bag.addItem` has `Bag.hasItem`. */
export function pairedName(name: string, { first, second }: MemberPair): string | undefined {
  const at = name.lastIndexOf(".") + 1;
  const own = name.slice(at);
  if (!own.startsWith(first) || !isEnd(own, first.length)) return undefined;
  return name.slice(0, at) + second + own.slice(first.length);
}

/** Whether the names say that the second function leads back from the first. */
export function leadsBack(there: string, back: string): boolean {
  const [owner, name] = parted(there);
  const [otherOwner, otherName] = parted(back);
  return (
    owner === otherOwner &&
    directions.some(([one, other]) => replaced(name, one, other) === otherName)
  );
}

/** Whether the names say that both do the same: `read` and `readSync`. */
export function areTwins(one: string, other: string): boolean {
  const plain = (name: string): string => name.replace(/(?:Sync|Async)$/u, "");
  if (one !== other && plain(one) === plain(other)) return true;
  const [owner, name] = parted(one);
  const [otherOwner, otherName] = parted(other);
  if (owner !== otherOwner || name === otherName) return false;
  return synonyms.some((pair) => pair.includes(name) && pair.includes(otherName));
}

// --- inside ---

/** The class, or what else a name is of, and the name: `Codec.` and `encode`. */
function parted(name: string): readonly [owner: string, name: string] {
  const at = name.lastIndexOf(".") + 1;
  return [name.slice(0, at), name.slice(at)];
}

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
