/** A name and the way into its value: `user.items[0].id`. */
const reference = String.raw`[\p{L}_][\p{L}\p{N}_-]*(?:\.[\p{L}\p{N}_$-]+|\[\d+\])*`;

/** A text that is one reference and nothing else. */
export const wholePattern: RegExp = new RegExp(String.raw`^\$\{(${reference})\}$`, "u");

/** A reference in a text, or `$${`, which stands for `${`. */
export const partPattern: RegExp = new RegExp(String.raw`\$\$\{|\$\{(${reference})\}`, "gu");

/** Fields of steps in which nothing is filled in: names of types, steps, and JSON Schemas. */
export const unfilledFields: ReadonlySet<string> = new Set(["type", "steps", "branches", "schema"]);

/** Says what is wrong with the `${…}` of a text; undefined where nothing is. */
export function interpolationProblem(text: string): string | undefined {
  if (!text.includes("${")) return undefined;
  // Blanks of the same length, so that what stood around a good one does not come together.
  const rest = text.replaceAll(partPattern, (part) => " ".repeat(part.length));
  const start = rest.indexOf("${");
  if (start === -1) return undefined;
  const end = rest.indexOf("}", start);
  if (end === -1) return "has a `${` that is not closed";
  const name = rest.slice(start + 2, end);
  if (name.trim() === "") return "has a `${}` without a name";
  return `has \`\${${shortened(name)}}\`, which is no name of a value`;
}

/** Whether what a text says is known only when it is filled in. */
export function isFilledIn(text: string): boolean {
  return text.includes("${");
}

// --- inside ---

const shownMax = 40;

function shortened(name: string): string {
  const line = name.replaceAll(/\s+/gu, " ");
  return line.length > shownMax ? `${line.slice(0, shownMax)}…` : line;
}
