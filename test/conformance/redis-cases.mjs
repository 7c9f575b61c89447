import { readFileSync } from "node:fs";

const text = readFileSync(new URL("./redis-cases.txt", import.meta.url), "utf8");

/**
 * What is sent to a real Redis and to the simulated one; replies are compared byte for byte. Each
 * line of a case is a command; `2>` sends it by a second connection. Orders that Redis leaves open
 * do not occur: such sets have one member, or whole numbers.
 */
export const cases = Object.fromEntries(
  text
    .split(/^## /m)
    .filter((part) => part.trim() !== "")
    .map((part) => [part.slice(0, part.indexOf("\n")), part.slice(part.indexOf("\n") + 1)]),
);

/** The commands of a case: which connection, and the words. */
export function stepsOf(lines) {
  return lines
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .map((line) => {
      const isSecond = line.startsWith("2>");
      const words = wordsOf(isSecond ? line.slice(2) : line);
      return { connection: isSecond ? 1 : 0, words };
    });
}

/** A command in the bytes of RESP. */
export function requestOf(words) {
  const parts = words.map((word) => `$${Buffer.byteLength(word)}\r\n${word}\r\n`);
  return Buffer.from(`*${words.length}\r\n${parts.join("")}`);
}

/** Bytes without what differs between two servers: how many clients they had before. */
export function normal(bytes) {
  return bytes.replaceAll(/(\$2\r\nid\r\n):\d+/g, "$1:0");
}

// --- inside ---

function wordsOf(line) {
  const found = line.match(/"(?:[^"\\]|\\.)*"|'[^']*'|\S+/g) ?? [];
  return found.map((word) => {
    if (word.startsWith("'")) return word.slice(1, -1);
    if (!word.startsWith('"')) return word;
    return word.slice(1, -1).replaceAll(/\\(.)/g, (_all, sign) => (sign === "n" ? "\n" : sign));
  });
}
