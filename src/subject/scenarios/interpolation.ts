/** A name and the way into its value: `user.items[0].id`. */
const reference = String.raw`[\p{L}_][\p{L}\p{N}_-]*(?:\.[\p{L}\p{N}_$-]+|\[\d+\])*`;

/** A text that is one reference and nothing else. */
export const wholePattern: RegExp = new RegExp(String.raw`^\$\{(${reference})\}$`, "u");

/** A reference in a text, or `$${`, which stands for `${`. */
export const partPattern: RegExp = new RegExp(String.raw`\$\$\{|\$\{(${reference})\}`, "gu");

/**
 * Whether nothing is filled in at a place of a step, given from the step on: names of types, steps,
 * patterns and JSON Schemas. Whole only: `inside` says that such a place is below it.
 */
export function fillingAt(
  type: unknown,
  path: readonly (string | number)[],
): "none" | "inside" | "all" {
  const [first = ""] = path;
  if (path.length === 1 && unfilledFields.has(String(first))) return "none";
  const place = `${String(type)} ${path.join(".")}`;
  if (unfilledPlaces.includes(place)) return "none";
  return unfilledPlaces.some((one) => one.startsWith(`${place}.`)) ? "inside" : "all";
}

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
  return `has \`\${${shortened(name)}}\`, which is not the name of a value`;
}

/** Whether what a text says is known only when it is filled in. */
export function isFilledIn(text: string): boolean {
  return text.includes("${");
}

// --- inside ---

const unfilledFields: ReadonlySet<string> = new Set([
  "type",
  "steps",
  "branches",
  "schema",
  "regex",
]);

/** The same in the matchers of steps. */
const unfilledPlaces: readonly string[] = [
  "call expect.schema",
  "call expect.regex",
  "call expect_error.regex",
  "http expect.body.schema",
  "http expect.body.regex",
];

const shownMax = 40;

function shortened(name: string): string {
  const line = name.replaceAll(/\s+/gu, " ");
  return line.length > shownMax ? `${line.slice(0, shownMax)}…` : line;
}
