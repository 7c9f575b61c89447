/**
 * Whether a version is in a range of `^1.2.3`, `>=1.2.3` and `||`, which is all that our own
 * package.json uses; undefined where the range or the version is something else.
 */
export function isInRange(version: string, range: string): boolean | undefined {
  const wanted = numbersOf(version);
  const parts = range.split("||").map((part) => /^(\^|>=)(\S+)$/u.exec(part.trim()));
  let isKnown = wanted !== undefined;
  for (const part of parts) {
    const least = numbersOf(part?.[2] ?? "");
    if (wanted === undefined || least === undefined) {
      isKnown = false;
    } else if (isAtLeast(wanted, least) && (part?.[1] === ">=" || sameSeries(wanted, least))) {
      return true;
    }
  }
  return isKnown ? false : undefined;
}

// --- inside ---

type Numbers = readonly [number, number, number];

function numbersOf(text: string): Numbers | undefined {
  const found = /^v?(\d+)\.(\d+)\.(\d+)/u.exec(text);
  if (found === null) return undefined;
  return [Number(found[1]), Number(found[2]), Number(found[3])];
}

function isAtLeast(version: Numbers, least: Numbers): boolean {
  for (const [at, number] of version.entries()) {
    const other = least[at] ?? 0;
    if (number !== other) return number > other;
  }
  return true;
}

/** `^0.8.1` keeps to 0.8, `^4.0.0` to 4. */
function sameSeries(version: Numbers, least: Numbers): boolean {
  if (version[0] !== least[0]) return false;
  return least[0] > 0 || version[1] === least[1];
}
