/** Whether a text fits a pattern of `KEYS`, `SCAN` and `PSUBSCRIBE`: `*`, `?`, `[a-c]`, `\`. */
export function fitsGlob(pattern: string, text: string): boolean {
  let known = compiled.get(pattern);
  if (known === undefined) {
    if (compiled.size >= compiledMax) compiled.clear();
    known = parsed(pattern);
    compiled.set(pattern, known);
  }
  return fits(known, text);
}

// --- inside ---

type Part = "many" | ((character: string) => boolean);

const compiled = new Map<string, readonly Part[]>();
const compiledMax = 1_000;

function parsed(pattern: string): Part[] {
  const parts: Part[] = [];
  let at = 0;
  while (at < pattern.length) {
    const character = pattern[at] ?? "";
    at += 1;
    if (character === "*") {
      if (parts.at(-1) !== "many") parts.push("many");
    } else if (character === "?") {
      parts.push(() => true);
    } else if (character === "[") {
      const group = readGroup(pattern, at);
      parts.push(group.fits);
      at = group.end;
    } else {
      const isEscaped = character === "\\" && at < pattern.length;
      const wanted = isEscaped ? pattern[at] : character;
      if (isEscaped) at += 1;
      parts.push((given) => given === wanted);
    }
  }
  return parts;
}

function readGroup(pattern: string, from: number): { fits: Exclude<Part, string>; end: number } {
  const isNot = pattern[from] === "^";
  const ranges: (readonly [string, string])[] = [];
  let at = isNot ? from + 1 : from;
  while (at < pattern.length && pattern[at] !== "]") {
    if (pattern[at] === "\\" && at + 1 < pattern.length) at += 1;
    const low = pattern[at] ?? "";
    const high = pattern[at + 2];
    const isRange = pattern[at + 1] === "-" && high !== undefined;
    ranges.push(isRange ? (low < high ? [low, high] : [high, low]) : [low, low]);
    at += isRange ? 3 : 1;
  }
  const fitsOne = (given: string): boolean =>
    ranges.some(([low, high]) => given >= low && given <= high) !== isNot;
  return { fits: fitsOne, end: at + 1 };
}

/** Goes back only to the last star: linear in practice, whatever the pattern. */
function fits(parts: readonly Part[], text: string): boolean {
  let part = 0;
  let at = 0;
  let starPart = -1;
  let starAt = 0;
  while (at < text.length) {
    const wanted = parts[part];
    if (wanted === "many") {
      starPart = part;
      starAt = at;
      part += 1;
    } else if (wanted?.(text[at] ?? "") === true) {
      part += 1;
      at += 1;
    } else if (starPart >= 0) {
      part = starPart + 1;
      starAt += 1;
      at = starAt;
    } else {
      return false;
    }
  }
  while (parts[part] === "many") part += 1;
  return part === parts.length;
}
