/**
 * Reads a pattern as users write it: with the unicode flag where it can be, and with flags in front
 * (`(?i)`) as Python has them. Throws a SyntaxError where it is none.
 */
export function readPattern(pattern: string, flags = "s"): RegExp {
  const [whole, inFront = ""] = /^\(\?([ims]+)\)/u.exec(pattern) ?? [""];
  const all = [...new Set(flags + inFront)].join("");
  const source = pattern.slice(whole.length);
  try {
    return new RegExp(source, `${all}u`);
  } catch {
    return new RegExp(source, all); // `\-` and the like are fine without the unicode flag only
  }
}
