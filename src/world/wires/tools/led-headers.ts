/** What an agent's own `Origin` is called on its way to the wires, which refuse those of pages. */
export const ledOriginHeader = "x-gauntlet-origin";

/**
 * Headers of a request that is led to the wires, in the form in which they came: an object, names
 * and values in turn, pairs, or anything that gives pairs. A `Host` is that of the tool, and the
 * wires answer to their own; an `Origin` is meant for the tool, so it goes by another name.
 */
export function ledHeaders(headers: unknown): unknown {
  if (typeof headers !== "object" || headers === null) return headers;
  if (Array.isArray(headers)) {
    return headers.every(Array.isArray) ? ledPairs(headers) : ledPairs(paired(headers)).flat();
  }
  if (Symbol.iterator in headers) {
    // Whatever gives its headers one by one gives pairs.
    return ledPairs([...(headers as Iterable<readonly unknown[]>)]);
  }
  return Object.fromEntries(ledPairs(Object.entries(headers)) as [string, unknown][]);
}

// --- inside ---

function ledPairs(pairs: readonly (readonly unknown[])[]): readonly (readonly unknown[])[] {
  return pairs.flatMap(([name, ...value]) => {
    const lower = String(name).toLowerCase();
    if (lower === "host") return [];
    return [[lower === "origin" ? ledOriginHeader : name, ...value]];
  });
}

function paired(flat: readonly unknown[]): readonly (readonly unknown[])[] {
  return flat.flatMap((name, index) => (index % 2 === 0 ? [[name, flat[index + 1]]] : []));
}
