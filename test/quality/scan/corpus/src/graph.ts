/** Who leads to whom. */
export class Graph {
  readonly #edges = new Map<string, Set<string>>();

  connect(from: string, to: string): void {
    const targets = this.#edges.get(from) ?? new Set();
    targets.add(to);
    this.#edges.set(from, targets);
  }

  isReachable(from: string, to: string): boolean {
    if (from === to) return true;
    for (const next of this.#edges.get(from) ?? []) {
      if (this.isReachable(next, to)) return true;
    }
    return false;
  }
}

/** What can be reached from a start, the nearest first. */
export function reachable(edges: ReadonlyMap<string, readonly string[]>, start: string): string[] {
  const seen = new Set([start]);
  for (const name of seen) {
    for (const next of edges.get(name) ?? []) seen.add(next);
  }
  return [...seen];
}

/** Groups that are connected by pairs. */
export class UnionFind {
  readonly #parents = new Map<string, string>();

  find(name: string): string {
    let root = name;
    for (let up = this.#parents.get(root); up !== undefined; up = this.#parents.get(root))
      root = up;
    return root;
  }

  union(a: string, b: string): boolean {
    const [rootA, rootB] = [this.find(a), this.find(b)];
    if (rootA === rootB) return false;
    this.#parents.set(rootA, rootB);
    return true;
  }
}
