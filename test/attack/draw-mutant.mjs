import { mutate } from "./mutate.mjs";
import { Random } from "./random.mjs";
import { resigned } from "./resign.mjs";

/** What `number` is a mutant of, how it is damaged and how it is read: all by the seed. */
export function drawMutant(number, seed, { kinds, bytesOf }) {
  const random = new Random(seed ^ Math.imul(number + 1, 0x9e3779b1));
  const kind = chosen(kinds, random);
  const [how, damaged] = mutate(bytesOf(kind.file), random);
  const key = digestKeys[kind.name];
  const isForged = key !== undefined && random.next() < 0.5;
  const bytes = isForged ? resigned(damaged, key) : damaged;
  return { kind, how: isForged ? `${how}, signed` : how, bytes, call: random.of(kind.calls) };
}

// --- inside ---

/** What formats with a chain call the digest of all their lines. */
const digestKeys = {
  "trace .jsonl": "digest",
  "trace .jsonl.gz": "digest",
  "corpus failure": "digest",
  recording: "sha256",
};

function chosen(kinds, random) {
  let left = random.next() * kinds.reduce((sum, { share }) => sum + share, 0);
  return kinds.find(({ share }) => (left -= share) < 0) ?? kinds[0];
}
