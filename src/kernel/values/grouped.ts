/** A group of things that have the same key, in their order; it is never empty. */
export type Group<T> = readonly [T, ...T[]];

/** Things by their key, keys in the order in which they first came. */
export function grouped<T>(items: readonly T[], key: (item: T) => string): Map<string, Group<T>> {
  const groups = new Map<string, [T, ...T[]]>();
  for (const item of items) {
    const name = key(item);
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [item]);
    else group.push(item);
  }
  return groups;
}
