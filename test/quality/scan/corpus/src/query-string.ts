export type Query = Record<string, string[]>;

/** `a=1&a=2` → `{ a: ["1", "2"] }` */
export function parseQuery(query: string): Query {
  const params: Query = {};
  for (const pair of query.replace(/^\?/, "").split("&")) {
    if (pair === "") continue;
    const [key, ...rest] = pair.split("=");
    if (!params[key]) params[key] = [];
    params[key].push(rest.join("="));
  }
  return params;
}

/** The other way round. */
export function formatQuery(params: Record<string, string | number | undefined>): string {
  return Object.entries(params)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(String(value))}`)
    .join("&");
}

/** One parameter of an address, decoded. */
export function queryParam(address: string, name: string): string | null {
  return new URL(address).searchParams.get(name);
}

/** Undoes the encoding of a part of a path. */
export function decodeSegment(segment: string): string {
  return decodeURIComponent(segment.replaceAll("+", " "));
}

/** Which host an address names, or nothing if it is not one. */
export function hostOf(address: string): string | undefined {
  try {
    return new URL(address).host;
  } catch {
    return undefined;
  }
}
