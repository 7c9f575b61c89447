import type { Node } from "oxc-parser";
import { findDefinitions } from "../seams/find-definitions.ts";
import { type Answering, howAnswered } from "../seams/how-answered.ts";
import { functionsOf, traceFunction, traceTopLevel } from "../sinks/trace-function.ts";
import type { CallSite, Frame } from "../sinks/frame.ts";
import type { ProjectSource } from "../source/project-source.ts";
import type { SourceModule } from "../source/source-module.ts";
import { classifyCall } from "./classify-call.ts";
import { fittingFaults, starterInvariants } from "./fitting-faults.ts";
import type { FoundSeam, SeamCallKind, SeamFunction } from "./found-seam.ts";

/**
 * Where a file meets what it does not control, by what it imports, calls and declares, with the
 * faults that fit there. Read off the source; nothing is run.
 */
export function findSeams(source: ProjectSource, file: string): readonly FoundSeam[] {
  const module = source.module(file);
  if (module === undefined) return [];
  const finder = new SeamFinder(module);
  const met = (site: CallSite, frame: Frame, node: Node): void => {
    // What a helper of another file does is told of that file.
    if (frame.module === module) finder.met(site, node);
  };
  const options = { source, met, followsParams: false };
  traceTopLevel(module, options);
  for (const found of functionsOf(module)) traceFunction(module, found, options);
  return finder.seams();
}

// --- inside ---

/** Of a file it is known what is done; of what others keep or send, only that it may change. */
function hasEffect({ kind, effect }: SeamCallKind): boolean {
  if (kind === "file") return effect !== "read";
  return ["subprocess", "http client", "database", "queue"].includes(kind);
}

class SeamFinder {
  readonly #module: SourceModule;
  readonly #found = new Map<string, FoundSeam>();
  readonly #functions: readonly NamedRange[];

  constructor(module: SourceModule) {
    this.#module = module;
    this.#functions = rangesOf(module);
  }

  met(site: CallSite, node: Node): void {
    const call = classifyCall(site, node);
    if (call === undefined) return;
    const around = this.#around(node);
    const own = around === undefined ? undefined : howAnswered(around.node);
    const ofPackage = packageSeam(call.what);
    const seam = ofPackage ?? this.#seamOf(around);
    const answering = ofPackage === undefined ? own : packageAnswering(ofPackage);
    // Waiting is the function's own: only one that is waited for can be later.
    const isLate = call.effect !== "wait" || own === "later";
    const name = around?.name ?? "";
    this.#add(call, node, { name, seam: isLate ? seam : undefined, answering });
  }

  seams(): readonly FoundSeam[] {
    for (const one of this.#functions) {
      const call = byName(one.name);
      if (call !== undefined) {
        const answering = howAnswered(one.node);
        this.#add(call, one.node, { name: one.name, seam: this.#seamOf(one), answering });
      }
    }
    return [...this.#found.values()].toSorted(
      (a, b) => a.line - b.line || (a.kind < b.kind ? -1 : 1),
    );
  }

  #add(call: SeamCallKind, node: Node, around: SeamFunction & { readonly name: string }): void {
    const { kind, what } = call;
    const line = this.#module.lineAt(node.start);
    // The same call may be met by several ways, each with another name for what it is called on.
    const key = `${kind} ${line} ${what.slice(what.lastIndexOf(".") + 1)}`;
    if (this.#found.has(key)) return;
    this.#found.set(key, {
      ...call,
      file: this.#module.shown,
      line,
      function: around.name,
      seam: around.seam,
      hasEffect: hasEffect(call),
      faults: fittingFaults(call, around),
      invariants: starterInvariants[kind],
    });
  }

  /** The innermost function that has a name. */
  #around({ start, end }: Node): NamedRange | undefined {
    let inner: NamedRange | undefined;
    for (const one of this.#functions) {
      const isAround = one.node.start <= start && end <= one.node.end;
      if (isAround && (inner === undefined || one.node.start >= inner.node.start)) inner = one;
    }
    return inner;
  }

  #seamOf(around: NamedRange | undefined): string | undefined {
    // A constructor is no seam.
    if (around === undefined || around.name.endsWith(".constructor")) return undefined;
    return `${this.#module.shown}#${around.name}`;
  }
}

interface NamedRange {
  readonly name: string;
  readonly node: Node;
}

function rangesOf(module: SourceModule): readonly NamedRange[] {
  const { found } = findDefinitions(module.program);
  return found
    .filter(({ node, isDefault }) => "params" in node && !isDefault)
    .map(({ path, node }) => ({ name: path.join("."), node }));
}

/** A method of a class that a package exports can be a seam itself: `pg#Pool.query`. */
function packageSeam(what: string): string | undefined {
  const found = /^([^#()]+)\.(\w+)#\.(\w+)$/.exec(what);
  if (found === null || /^(fs|http|timers)\b/.test(what)) return undefined;
  return `${found[1] ?? ""}#${found[2] ?? ""}.${found[3] ?? ""}`;
}

/** What these keep is in the process or asked for without a promise; all others answer later. */
function packageAnswering(seam: string): Answering {
  return /^(?:better-sqlite3|lru-cache|node-cache|quick-lru)#/u.test(seam) ? "at once" : "later";
}

/** What is called on a queue or a cache besides its work. */
const aside = /^(on[A-Z]?|once|off|close|end|stop|quit|destroy|dispose|is[A-Z]|size|length)/;

/** Functions of the user's own that stand for something outside, by their names. */
function byName(name: string): SeamCallKind | undefined {
  const [owner = "", method] = name.split(".");
  const isMethod = method !== undefined && !/^(#|constructor$)/.test(method) && !aside.test(method);
  if (isMethod && owner.endsWith("Queue")) return { kind: "queue", what: name };
  if (isMethod && owner.endsWith("Cache")) return { kind: "cache", what: name };
  const last = name.slice(name.lastIndexOf(".") + 1);
  if (/^(load|open|fetch|get)\w*model$/i.test(last)) return { kind: "model", what: name };
  if (/^(load|fetch|read|get)\w*(batch|features)$/i.test(last)) {
    return { kind: "model", what: name, effect: "data" };
  }
  return undefined;
}
