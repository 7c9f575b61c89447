/** Whether a text is like a pattern in which `*` stands for anything; one pass, whatever it is. */
export function isLike(pattern: string, text: string): boolean {
  const parts = pattern.split("*");
  const first = parts[0] ?? "";
  if (!text.startsWith(first)) return false;
  if (parts.length === 1) return text === pattern;
  const last = parts.at(-1) ?? "";
  let at = first.length;
  for (const part of parts.slice(1, -1)) {
    const found = text.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return text.length - last.length >= at && text.endsWith(last);
}
