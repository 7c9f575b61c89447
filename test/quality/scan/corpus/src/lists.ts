export interface Account {
  id: number;
  email: string;
  createdAt: number;
}

/** Parts of a list, each with so many items. */
export function chunk(items: string[], size: number): string[][] {
  const chunks: string[][] = [];
  for (let at = 0; at < items.length; at += size) chunks.push(items.slice(at, at + size));
  return chunks;
}

/** The account that was made last. */
export function newestAccount(accounts: Account[]): Account {
  return accounts.toSorted((a, b) => a.createdAt - b.createdAt)[accounts.length - 1];
}

/** Rows as columns. */
export function transpose(rows: number[][]): number[][] {
  return rows[0].map((_, at) => rows.map((row) => row[at] ?? 0));
}

/** Where a number would have to be put into a sorted list. */
export function lowerBound(sorted: number[], wanted: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle] < wanted) low = middle;
    else high = middle;
  }
  return low;
}

/** The numbers from a start to before an end. */
export function range(start: number, end: number, step = 1): number[] {
  if (step === 0 || Number.isNaN(step)) throw new RangeError("a range needs a step");
  const numbers: number[] = [];
  for (let at = start; step > 0 ? at < end : at > end; at += step) numbers.push(at);
  return numbers;
}

/** So many copies. */
export function filled(size: number, value: string): string[] {
  return new Array<string>(size).fill(value);
}

/** The middle one, or the mean of the two in the middle. */
export function median(numbers: readonly number[]): number | undefined {
  if (numbers.length === 0) return undefined;
  const sorted = numbers.toSorted((a, b) => a - b);
  const half = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}

/** The mean; there is none of nothing. */
export function mean(numbers: readonly number[]): number {
  if (numbers.length === 0) throw new TypeError("the mean of no numbers");
  let sum = 0;
  for (const number of numbers) sum += number;
  return sum / numbers.length;
}

/** Both ends of what was measured. */
export function extent(values: readonly number[]): [min: number, max: number] | null {
  if (values.length === 0) return null;
  return [Math.min(...values), Math.max(...values)];
}

/** Items by a key that a function makes. */
export function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

export function first<T>(items: readonly T[]): T | undefined {
  return items[0];
}

/** One field of each item. */
export function pluck<T, K extends keyof T>(items: readonly T[], key: K): T[K][] {
  return items.map((item) => item[key]);
}

/** Sorted by one field. */
export function sortBy<T>(items: readonly T[], key: keyof T): T[] {
  return [...items].sort((a, b) => (a[key] < b[key] ? -1 : a[key] > b[key] ? 1 : 0));
}

/** All orders in which items can come. */
export function permutations(items: string[]): string[][] {
  if (items.length <= 1) return [items];
  return items.flatMap((item, at) =>
    permutations([...items.slice(0, at), ...items.slice(at + 1)]).map((rest) => [item, ...rest]),
  );
}
