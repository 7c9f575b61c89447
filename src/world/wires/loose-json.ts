/** A JSON object of somebody else: any key may be missing or of another type. */
export type Loose = Record<string, unknown>;

/** The object, or an empty one that belongs to nothing. */
export function looseOf(value: unknown): Loose {
  return isLoose(value) ? value : {};
}

/** Whether a value is an object with keys. */
export function isLoose(value: unknown): value is Loose {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The list, or an empty one. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The objects of a list. */
export function objectsOf(value: unknown): readonly Loose[] {
  return listOf(value).filter((item) => isLoose(item));
}

/** The text, or an empty one. */
export function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** The number, or 0. */
export function numberOf(value: unknown): number {
  return typeof value === "number" ? value : 0;
}

/** The value that a text stands for, or undefined where it is not JSON. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** What a content says: a text, or a list of parts of which some are text. */
export function contentText(content: unknown): string {
  if (typeof content === "string") return content;
  return objectsOf(content)
    .map((part) => textOf(part["text"]))
    .filter((text) => text !== "")
    .join("\n");
}
