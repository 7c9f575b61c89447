/** A text as a part of a file name: small letters, digits and single dashes. */
export function slug(text: string, lengthMax: number): string {
  const words = text.toLowerCase().replaceAll(/[^a-z0-9]+/gu, "-");
  return words.replace(/^-/u, "").slice(0, lengthMax).replace(/-$/u, "");
}
