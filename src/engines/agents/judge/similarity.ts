/**
 * How alike two texts are in their letters, from 0 to 1: the cosine between how often each has
 * every run of three characters. It knows nothing of meaning: `refund approved` and `refund
 * refused` are rather alike, and a translation is not alike at all.
 */
export function similarity(one: string, other: string): number {
  const [a, b] = [plain(one), plain(other)];
  if (a === b) return 1;
  const [first, second] = [gramsOf(a), gramsOf(b)];
  let product = 0;
  for (const [gram, count] of first) product += count * (second.get(gram) ?? 0);
  const lengths = lengthOf(first) * lengthOf(second);
  return lengths === 0 ? 0 : Math.min(1, product / lengths);
}

/** How alike several texts are among themselves: the mean of all pairs; 1 of a single one. */
export function agreement(texts: readonly string[]): number {
  let sum = 0;
  let pairs = 0;
  for (const [at, one] of texts.entries()) {
    for (const other of texts.slice(at + 1)) {
      sum += similarity(one, other);
      pairs += 1;
    }
  }
  return pairs === 0 ? 1 : sum / pairs;
}

// --- inside ---

const gramLength = 3;

/** Longer texts are compared by their beginning. */
const textMax = 100_000;

function plain(text: string): string {
  return text.slice(0, textMax).normalize("NFKC").toLowerCase().replaceAll(/\s+/gu, " ").trim();
}

function gramsOf(text: string): ReadonlyMap<string, number> {
  const grams = new Map<string, number>();
  if (text === "") return grams;
  const padded = ` ${text} `; // so that texts of one or two characters have one as well
  for (let at = 0; at + gramLength <= padded.length; at++) {
    const gram = padded.slice(at, at + gramLength);
    grams.set(gram, (grams.get(gram) ?? 0) + 1);
  }
  return grams;
}

function lengthOf(grams: ReadonlyMap<string, number>): number {
  let sum = 0;
  for (const count of grams.values()) sum += count * count;
  return Math.sqrt(sum);
}
