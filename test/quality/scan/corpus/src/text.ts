/** How often each word is used. */
export function countWords(text: string): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const word of text.split(/\s+/)) {
    if (word !== "") counts[word] = (counts[word] || 0) + 1;
  }
  return counts;
}

/** Marks each place where a term is met. */
export function highlight(text: string, term: string): string {
  return text.replace(new RegExp(term, "gi"), (found) => `<mark>${found}</mark>`);
}

/** The same with what has a meaning in patterns taken as it is. */
export function highlightPlain(text: string, term: string): string {
  if (term === "") return text;
  const pattern = new RegExp(term.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"), "gi");
  return text.replace(pattern, (found) => `<mark>${found}</mark>`);
}

/** Breaks a text into lines of at most so many characters. */
export function wrapText(text: string, width: number): string[] {
  if (!(width >= 1)) throw new RangeError("width must be at least 1");
  const lines: string[] = [];
  const step = Math.floor(width);
  for (let at = 0; at < text.length; at += step) lines.push(text.slice(at, at + step));
  return lines;
}

/** A text in a column of a table. */
export function leftPad(value: string | number, width: number, fill = " "): string {
  return String(value).padStart(width, fill);
}

/** A line under a heading. */
export function underline(text: string, char: string): string {
  return `${text}\n${char.repeat(text.length)}`;
}

/** The same text so many times, with something between. */
export function repeatText(text: string, times: number, separator = ""): string {
  const parts: string[] = [];
  for (let count = 0; count < times; count++) parts.push(text);
  return parts.join(separator);
}

/** Cuts a text that is too long, with three dots. */
export function truncate(text: string, lengthMax: number): string {
  if (text.length <= lengthMax) return text;
  return lengthMax <= 3
    ? text.slice(0, Math.max(0, lengthMax))
    : `${text.slice(0, lengthMax - 3)}...`;
}

/** Fills `{{ name }}` with values. */
export function renderTemplate(template: string, values: Record<string, string>): string {
  let result = template;
  while (result.includes("{{")) {
    result = result.replace(/\{\{\s*(\w*)\s*\}\}/, (_, name: string) => values[name] ?? "");
  }
  return result;
}

/** The same in one pass: what values hold is not looked at again. */
export function renderOnce(template: string, values: ReadonlyMap<string, string>): string {
  return template.replace(/\{\{\s*(\w+)\s*\}\}/g, (whole, name: string) => {
    return values.get(name) ?? whole;
  });
}
