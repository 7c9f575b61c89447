/** Where a module instance is in its life; the numbers only grow. */
export const Phase = { linked: 0, evaluating: 1, awaiting: 2, evaluated: 3 } as const;

/** One of {@link Phase}. */
export type PhaseNumber = (typeof Phase)[keyof typeof Phase];

/**
 * What evaluation needs of a module instance: the fields of a cyclic module record in the
 * specification.
 */
export interface Evaluable {
  phase: PhaseNumber;
  failure: { readonly error: unknown } | undefined;
  dfsIndex: number;
  dfsAncestorIndex: number;
  cycleRoot: Evaluable | undefined;
  /** Zero for a module that neither awaits nor waits; else its turn among those that do. */
  asyncOrder: number;
  pendingCount: number;
  /**
   * Who waits for this one; undefined until someone does, because in most graphs no one ever will.
   */
  waiting: Evaluable[] | undefined;
  done: Completion | undefined;
  readonly hasTopLevelAwait: boolean;
  /** The modules it imports, in order. */
  requested(): readonly Evaluable[];
  /** Runs the body of a module that does not await. */
  execute(): void;
  /** Starts the body of a module that awaits. */
  executeAsync(): Promise<void>;
}

/** A promise and its two ends. */
export interface Completion {
  readonly promise: Promise<void>;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Evaluates a module and all it imports, each once, in the order of the specification. Returns
 * undefined when all is done, or a promise when something awaits; throws what a module threw, the
 * same error every time it is asked again.
 */
export function evaluate(module: Evaluable): Promise<void> | undefined {
  const root = module.phase >= Phase.awaiting ? (module.cycleRoot ?? module) : module;
  if (root.failure !== undefined) throw root.failure.error;
  if (root.phase === Phase.evaluated) return undefined;
  if (root.phase === Phase.awaiting) return completionOf(root).promise;
  const stack: Evaluable[] = [];
  try {
    visit(root, stack, 0);
  } catch (error) {
    for (const entry of stack) {
      entry.phase = Phase.evaluated;
      entry.failure = { error };
    }
    throw error;
  }
  return root.asyncOrder === 0 ? undefined : completionOf(root).promise;
}

// --- inside ---

let asyncOrderNext = 1;

function completionOf(module: Evaluable): Completion {
  if (module.done !== undefined) return module.done;
  let resolve: Completion["resolve"] = () => undefined;
  let reject: Completion["reject"] = () => undefined;
  const promise = new Promise<void>((onResolve, onReject) => {
    resolve = onResolve;
    reject = onReject;
  });
  module.done = { promise, resolve, reject };
  return module.done;
}

/** InnerModuleEvaluation: Tarjan's walk, so that the modules of a cycle are settled together. */
function visit(module: Evaluable, stack: Evaluable[], indexFirst: number): number {
  if (module.phase !== Phase.linked) {
    if (module.failure !== undefined) throw module.failure.error;
    return indexFirst;
  }
  let index = indexFirst;
  module.phase = Phase.evaluating;
  module.dfsIndex = index;
  module.dfsAncestorIndex = index;
  index += 1;
  stack.push(module);
  for (const required of module.requested()) {
    index = visit(required, stack, index);
    if (required.phase === Phase.evaluating) {
      module.dfsAncestorIndex = Math.min(module.dfsAncestorIndex, required.dfsAncestorIndex);
      waitFor(module, required);
    } else {
      waitFor(module, required.cycleRoot ?? required);
    }
  }
  run(module);
  if (module.dfsAncestorIndex === module.dfsIndex) settleCycle(module, stack);
  return index;
}

function waitFor(module: Evaluable, required: Evaluable): void {
  if (required.failure !== undefined) throw required.failure.error;
  if (required.asyncOrder === 0 || required.phase === Phase.evaluated) return;
  module.pendingCount += 1;
  (required.waiting ??= []).push(module);
}

function run(module: Evaluable): void {
  if (module.pendingCount === 0 && !module.hasTopLevelAwait) {
    module.execute();
    return;
  }
  module.asyncOrder = asyncOrderNext++;
  if (module.pendingCount === 0) start(module);
}

function settleCycle(root: Evaluable, stack: Evaluable[]): void {
  for (let member = stack.pop(); member !== undefined; member = stack.pop()) {
    member.phase = member.asyncOrder === 0 ? Phase.evaluated : Phase.awaiting;
    member.cycleRoot = root;
    if (member === root) return;
  }
}

function start(module: Evaluable): void {
  module.executeAsync().then(
    () => {
      succeed(module);
    },
    (error: unknown) => {
      fail(module, error);
    },
  );
}

/** AsyncModuleExecutionFulfilled: whoever waited for this module last may now run, oldest first. */
function succeed(module: Evaluable): void {
  if (module.phase === Phase.evaluated) return;
  module.phase = Phase.evaluated;
  module.done?.resolve();
  const ready = new Set<Evaluable>();
  gatherReady(module, ready);
  for (const next of [...ready].toSorted((a, b) => a.asyncOrder - b.asyncOrder)) {
    if (next.phase === Phase.evaluated) continue;
    if (next.hasTopLevelAwait) {
      start(next);
      continue;
    }
    try {
      next.execute();
    } catch (error) {
      fail(next, error);
      continue;
    }
    next.phase = Phase.evaluated;
    next.done?.resolve();
  }
}

function gatherReady(module: Evaluable, ready: Set<Evaluable>): void {
  for (const waiting of module.waiting ?? []) {
    if (ready.has(waiting) || waiting.cycleRoot?.failure !== undefined) continue;
    waiting.pendingCount -= 1;
    if (waiting.pendingCount > 0) continue;
    ready.add(waiting);
    if (!waiting.hasTopLevelAwait) gatherReady(waiting, ready);
  }
}

function fail(module: Evaluable, error: unknown): void {
  if (module.phase === Phase.evaluated) return;
  module.phase = Phase.evaluated;
  module.failure = { error };
  for (const waiting of module.waiting ?? []) fail(waiting, error);
  module.done?.reject(error);
}
