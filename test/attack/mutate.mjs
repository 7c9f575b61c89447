import { readFileSync } from "node:fs";
import { gunzipSync, gzipSync } from "node:zlib";
import { editJson, editWords } from "./edit-json.mjs";

/** One way in which a file is damaged, drawn by `random`; gives its name and the bytes. */
export function mutate(bytes, random) {
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  // Half of the damage to a packed file is done to what is in it: the rest stops at the packing.
  if (isGzip && random.next() < 0.6) {
    const [name, inner] = damaged(gunzipSync(bytes), random);
    return [`gz(${name})`, gzipSync(inner)];
  }
  if (isGzip && random.next() < 0.4) return packed(bytes, random);
  return damaged(bytes, random);
}

// --- inside ---

function damaged(bytes, random) {
  if (random.next() < 0.45) {
    const edited = random.next() < 0.7 ? editJson(bytes, random) : editWords(bytes, random);
    if (edited !== undefined) return edited;
  }
  const [name, change] = random.of(byteChanges);
  return [name, change(bytes, random)];
}

/** What only packed files can suffer. */
function packed(bytes, random) {
  return random.of([
    () => ["zeros behind", Buffer.concat([bytes, Buffer.alloc(1 + random.below(600))])],
    () => ["a byte behind", Buffer.concat([bytes, Buffer.from([random.below(256)])])],
    () => ["bytes behind", Buffer.concat([bytes, noise(random, 1 + random.below(300))])],
    () => ["a stream behind", Buffer.concat([bytes, gzipSync("")])],
    () => ["twice", Buffer.concat([bytes, bytes])],
    () => ["a stream before", Buffer.concat([gzipSync(""), bytes])],
    () => ["bomb", bomb()],
    () => ["bomb in a line", Buffer.concat([bytes.subarray(0, -8), bomb()])],
  ])();
}

let bombBytes;

/** Made once, before anything is measured. */
function bomb() {
  bombBytes ??= readFileSync(process.env["GAUNTLET_ATTACK_BOMB"]);
  return bombBytes;
}

function noise(random, length) {
  return Buffer.from(Array.from({ length }, () => random.below(256)));
}

function spliced(bytes, { at, drop = 0, put = Buffer.alloc(0) }) {
  return Buffer.concat([bytes.subarray(0, at), put, bytes.subarray(at + drop)]);
}

function place(bytes, random) {
  return random.below(bytes.length + 1);
}

const insertions = [
  Buffer.from([0]),
  Buffer.from([0xff, 0xfe]),
  Buffer.from([0xed, 0xa0, 0x80]), // a lone surrogate
  Buffer.from("\u2028"),
  Buffer.from("\u0000\u001b[2J"),
  Buffer.from("\r\n"),
  Buffer.from("\n\n\n"),
  Buffer.from('"'),
  Buffer.from("{"),
  Buffer.from("]"),
  Buffer.from("__proto__"),
  Buffer.from("1e999"),
  Buffer.from("*a &a !!js/function"),
];

const byteChanges = [
  ["bit", bitFlipped],
  [
    "bits",
    (bytes, random) => repeated(bytes, 2 + random.below(30), (one) => bitFlipped(one, random)),
  ],
  ["cut", (bytes, random) => bytes.subarray(0, place(bytes, random))],
  ["start cut", (bytes, random) => bytes.subarray(place(bytes, random))],
  [
    "insert",
    (bytes, random) => spliced(bytes, { at: place(bytes, random), put: random.of(insertions) }),
  ],
  [
    "noise",
    (bytes, random) =>
      spliced(bytes, { at: place(bytes, random), put: noise(random, 1 + random.below(40)) }),
  ],
  [
    "delete",
    (bytes, random) => spliced(bytes, { at: place(bytes, random), drop: 1 + random.below(60) }),
  ],
  ["double", doubled],
  ["lines swapped", linesSwapped],
  ["line gone", lineGone],
  ["line twice", lineTwice],
  ["empty", () => Buffer.alloc(0)],
  ["bom", (bytes) => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytes])],
  ["utf-16", (bytes) => Buffer.from(bytes.toString("utf8"), "utf16le")],
  ["crlf", (bytes) => Buffer.from(bytes.toString("latin1").replaceAll("\n", "\r\n"), "latin1")],
  ["nothing but noise", (bytes, random) => noise(random, 1 + random.below(500))],
  [
    "other kind",
    (_bytes, random) =>
      Buffer.from(random.of(["null", "[]", "{}", "0", '""', "true", "---\n...\n", "{", "\u0000"])),
  ],
  ["append", (bytes, random) => Buffer.concat([bytes, random.of(insertions)])],
];

function bitFlipped(bytes, random) {
  if (bytes.length === 0) return bytes;
  const changed = Buffer.from(bytes);
  changed[random.below(bytes.length)] ^= 1 << random.below(8);
  return changed;
}

function repeated(bytes, times, change) {
  let changed = bytes;
  for (let time = 0; time < times; time++) changed = change(changed);
  return changed;
}

function doubled(bytes, random) {
  const at = place(bytes, random);
  const end = Math.min(bytes.length, at + 1 + random.below(200));
  return spliced(bytes, { at, put: bytes.subarray(at, end) });
}

function lines(bytes) {
  return bytes.toString("latin1").split("\n");
}

function joined(all) {
  return Buffer.from(all.join("\n"), "latin1");
}

function linesSwapped(bytes, random) {
  const all = lines(bytes);
  const [one, other] = [random.below(all.length), random.below(all.length)];
  [all[one], all[other]] = [all[other], all[one]];
  return joined(all);
}

function lineGone(bytes, random) {
  const all = lines(bytes);
  all.splice(random.below(all.length), 1);
  return joined(all);
}

function lineTwice(bytes, random) {
  const all = lines(bytes);
  const at = random.below(all.length);
  all.splice(at, 0, all[at]);
  return joined(all);
}
