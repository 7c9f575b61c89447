export interface TreeNode {
  label: string;
  children: TreeNode[];
}

export interface Category {
  id: number;
  title: string;
  parentId: number | null;
}

/** The titles from a category up to the root. */
export function breadcrumb(categories: Category[], id: number): string[] {
  const titles: string[] = [];
  let current = categories.find((category) => category.id === id);
  while (current) {
    titles.unshift(current.title);
    const { parentId } = current;
    current = categories.find((category) => category.id === parentId);
  }
  return titles;
}

/** What a name stands for in the end. */
export function resolveAlias(aliases: Record<string, string>, name: string): string {
  return Object.hasOwn(aliases, name) ? resolveAlias(aliases, aliases[name]) : name;
}

/** How many levels there are. */
export function depthOf(tree: TreeNode): number {
  return 1 + Math.max(0, ...tree.children.map(depthOf));
}

/** Each label with its level, top down. */
export function* walkTree(tree: TreeNode, level = 0): Generator<[string, number]> {
  yield [tree.label, level];
  for (const child of tree.children) yield* walkTree(child, level + 1);
}

/** The first node with a label. */
export function findNode(tree: TreeNode, label: string): TreeNode | undefined {
  const open = [tree];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.label === label) return node;
    open.push(...node.children);
  }
  return undefined;
}

/** Tasks in an order in which each comes after what it needs. */
export function taskOrder(needs: ReadonlyMap<string, readonly string[]>): string[] {
  const done = new Set<string>();
  const open = new Set<string>();
  const visit = (task: string): void => {
    if (done.has(task)) return;
    if (open.has(task)) throw new Error(`${task} needs itself`);
    open.add(task);
    for (const need of needs.get(task) ?? []) visit(need);
    done.add(task);
  };
  for (const task of needs.keys()) visit(task);
  return [...done];
}
