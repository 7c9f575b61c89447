/** A text for an address. */
export function slugify(text: string): string {
  return text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "");
}

/** The same with a number behind it if it is taken. */
export function uniqueSlug(text: string, taken: readonly string[]): string {
  const slug = slugify(text) || "page";
  let wanted = slug;
  for (let count = 2; taken.includes(wanted); count++) wanted = `${slug}-${count}`;
  return wanted;
}

export interface Page<T> {
  items: T[];
  page: number;
  pages: number;
}

/** One page of a list; pages are counted from 1. */
export function paginate<T>(items: readonly T[], page: number, perPage = 20): Page<T> {
  if (!Number.isInteger(page) || page < 1) throw new RangeError("pages are counted from 1");
  if (!Number.isInteger(perPage) || perPage < 1) throw new RangeError("a page has items");
  const start = (page - 1) * perPage;
  return {
    items: items.slice(start, start + perPage),
    page,
    pages: Math.ceil(items.length / perPage),
  };
}
