/** A key of a config file as it reads in code: `max_time` is `maxTime`. */
export type CamelKey<Key> = Key extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<CamelKey<Rest>>}`
  : Key;

/** A table of a config file as it reads in code: the same values under the same names. */
export type CamelKeys<Table> = {
  readonly [Key in keyof Table as CamelKey<Key>]: Table[Key];
};

/** Renames the keys of a table; what stands below them is the user's and stays as it is. */
export function camelKeys<Table extends object>(table: Table): CamelKeys<Table> {
  const entries = Object.entries(table).map(([key, value]) => [camelKey(key), value as unknown]);
  // The same letters as the type above changes.
  return Object.fromEntries(entries) as CamelKeys<Table>;
}

/** One key as it reads in code. */
export function camelKey(key: string): string {
  return key.replaceAll(/_(?<letter>\w)/gu, (_, letter: string) => letter.toUpperCase());
}
