/**
 * How much work a regular expression can be on a text of this length: an upper bound of the steps
 * that a matcher takes that goes back and tries again. Endless where the expression repeats what
 * can itself be read in several ways, as `(a+)+` does, or refers to what it has read.
 */
export function patternWork(pattern: RegExp, length: number): number {
  const { source, flags } = pattern;
  const shape = known.has(pattern) ? known.get(pattern) : shapeOf(source);
  known.set(pattern, shape);
  if (shape === undefined) return Number.POSITIVE_INFINITY;
  const isAnchored = source.startsWith("^") && !flags.includes("m") && shape.ways === 1;
  const starts = isAnchored ? 1 : length + 1;
  return starts * shape.ways * (length + 1) ** shape.loops;
}

// --- inside ---

/** How often it repeats something, and how many ways there are to read the rest. */
interface PatternShape {
  readonly loops: number;
  readonly ways: number;
}

/** The same patterns meet many texts. */
const known = new WeakMap<RegExp, PatternShape | undefined>();

interface Group {
  /** Whether there is one way at most to read what is inside. */
  isPlain: boolean;
}

/** Each of them is one part of an expression; what stands in a class means nothing outside. */
const parts = new RegExp(
  [
    String.raw`\\(?:k<[^>]*>|[pPu]\{[^}]*\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|c[A-Za-z]|[^])`,
    String.raw`\[(?:\\[^]|[^\]\\])*\]`,
    String.raw`\((?:\?(?:<?[=!]|:|<[^>]*>|[\w-]*:))?`,
    String.raw`\)|\||[*+?]\??|\{\d+(?:,\d*)?\}\??|[^]`,
  ].join("|"),
  "gu",
);

/** So often is much the same as without end. */
const repeatMax = 16;

function shapeOf(source: string): PatternShape | undefined {
  const open: Group[] = [{ isPlain: true }];
  let closed: Group | undefined;
  let loops = 0;
  let ways = 1;
  for (const [part] of source.matchAll(parts)) {
    const repeats = repeatsOf(part);
    const group = open.at(-1);
    if (group === undefined || /^\\(?:[1-9]|k<)/u.test(part)) return undefined;
    if (repeats !== undefined) {
      if (repeats > 1 && closed?.isPlain === false) return undefined;
      if (repeats > repeatMax) loops += 1;
      else ways *= repeats + 1;
      group.isPlain = false;
      closed = undefined;
      continue;
    }
    closed = undefined;
    if (part.startsWith("(")) open.push({ isPlain: true });
    else if (part === ")") {
      closed = open.pop();
      const around = open.at(-1);
      if (around !== undefined && closed?.isPlain === false) around.isPlain = false;
    } else if (part === "|") {
      group.isPlain = false;
      ways *= 2;
    }
  }
  return { loops, ways };
}

/** How often a quantifier repeats at most; undefined for what is none. */
function repeatsOf(part: string): number | undefined {
  if (/^[*+]/u.test(part)) return Number.POSITIVE_INFINITY;
  if (part.startsWith("?")) return 1;
  const [, from, comma, to] = /^\{(\d+)(,?)(\d*)\}/u.exec(part) ?? [];
  if (from === undefined) return undefined;
  if (comma === "") return Number(from);
  return to === "" ? Number.POSITIVE_INFINITY : Number(to);
}
