/** The names of all elements and attributes of a page, as a reader of HTML finds them. */
export function pageParts(page: string): {
  readonly elements: readonly string[];
  readonly attributes: readonly string[];
} {
  const elements: string[] = [];
  const attributes: string[] = [];
  // The text of a style ends at the first end of one, whatever stands in it.
  const outside = page.replaceAll(/<style[^>]*>[^]*?<\/style/giu, "<style></style");
  for (const [, name = "", rest = ""] of outside.matchAll(tag)) {
    elements.push(name.toLowerCase());
    for (const [, key = ""] of rest.matchAll(attribute)) attributes.push(key.toLowerCase());
  }
  return { elements: [...new Set(elements)], attributes: [...new Set(attributes)] };
}

/** Says why a text is no XML: tags that do not close, bare signs, characters that XML has not. */
export function xmlProblem(xml: string): string | undefined {
  const foreign = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u.exec(xml);
  if (foreign !== null) return `U+${foreign[0].codePointAt(0)?.toString(16)} at ${foreign.index}`;
  const open: string[] = [];
  let at = 0;
  for (const match of xml.matchAll(xmlTag)) {
    const between = xml.slice(at, match.index);
    if (bare.test(between)) return `a bare sign in ${JSON.stringify(between.slice(0, 200))}`;
    at = match.index + match[0].length;
    const [, close, name = "", values = "", isEmpty] = match;
    if (bare.test(values)) return `a bare sign in an attribute of ${name}`;
    if (close === "/" && open.pop() !== name) return `</${name}> closes nothing`;
    if (close !== "/" && isEmpty !== "/" && !name.startsWith("?")) open.push(name);
  }
  if (bare.test(xml.slice(at))) return "a bare sign at the end";
  return open.length === 0 ? undefined : `<${open.at(-1)}> is not closed`;
}

// --- inside ---

const tag = /<([a-z][^\s/>]*)((?:[^>"']|"[^"]*"|'[^']*')*)>/giu;
const attribute = /([^\s"'=/<>]+)(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'>]+))?/gu;
const xmlTag = /<(\/?)([?\w:.-]+)((?:\s+[\w:.-]+="[^"]*")*)\s*([/?]?)>/gu;
const bare = /[<]|&(?!(?:amp|lt|gt|quot|apos|#x?[0-9a-fA-F]+);)/u;
