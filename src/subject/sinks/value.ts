import type { Class, Node } from "oxc-parser";
import type { SourceModule } from "../source/source-module.ts";
import type { SinkKind } from "./sink.ts";

/** A parameter whose text is in a value, and how it came there. */
export interface Taint {
  readonly param: string;
  readonly of: "call" | "constructor";
  readonly index: number;
  readonly keys: readonly string[];
  readonly steps: readonly string[];
  /** What a function made of it that cannot do harm, by the kind of sink. */
  readonly safe: readonly Safety[];
}

/** What makes a value harmless for some kinds of sink. */
export interface Safety {
  readonly kinds: readonly SinkKind[] | "all";
  readonly text: string;
}

/** A condition that says something about a parameter. */
export interface Check extends Safety {
  /** The parameters that it is about. */
  readonly taints: readonly Taint[];
  /** When the parameter is known to be harmless. */
  readonly holds: "if true" | "if false" | "either way";
}

/** What is known of a value without running anything. */
export interface Value {
  readonly taints: readonly Taint[];
  readonly known?: Known | undefined;
  /** Parameters that were the key by which it was read: it may be `Object.prototype`. */
  readonly reachedBy?: readonly Taint[];
  /** It is a path without `..` in it. */
  readonly isResolved?: boolean;
}

export type Known =
  | { readonly kind: "text"; readonly parts: readonly (string | Value)[] }
  | { readonly kind: "literal"; readonly value: unknown }
  | { readonly kind: "regex"; readonly source: string }
  | { readonly kind: "url"; readonly parts: readonly (string | Value)[] }
  /** Lists and objects may be added to while the code is read. */
  | { readonly kind: "list"; readonly items: Value[] }
  | { readonly kind: "object"; readonly fields: Map<string, Value> }
  /** Something of the platform or a package: `child_process.exec`, `pg.Pool#.query`. */
  | { readonly kind: "ref"; readonly path: string }
  | FunctionValue
  | { readonly kind: "class"; readonly node: Class; readonly module: SourceModule }
  | InstanceValue
  | { readonly kind: "checked"; readonly checks: readonly Check[] };

/** What names mean at one place in the code. */
export interface Names {
  /** What was checked in this block. */
  readonly checks: Check[];
  find(name: string): Value | undefined;
  /** Gives a name of this block a value. */
  declare(name: string, value: Value): void;
  /** Gives a name another value; in a branch or a loop it may also keep the one that it had. */
  assign(name: string, value: Value): void;
  /** What is known by checks at this point. */
  activeChecks(): readonly Check[];
  /** A block inside of this one. */
  inner(): Names;
}

/** A function of the project's. */
export interface FunctionValue {
  readonly kind: "function";
  readonly name: string;
  readonly node: Node & { readonly params: readonly Node[]; readonly body: Node | null };
  readonly module: SourceModule;
  /** What it sees besides its own; undefined for the top level of its module. */
  readonly closure?: Names | undefined;
  readonly self?: Value | undefined;
}

/** An object of a class of the project's. */
export interface InstanceValue {
  readonly kind: "instance";
  readonly node: Class;
  readonly module: SourceModule;
  readonly fields: Map<string, Value>;
}

/** A value of which nothing is known. */
export const nothing: Value = { taints: [] };

/** The name of the field that stands for all fields of a spread object. */
export const spreadField = "...";

/** Something of the platform or of a package. */
export function refValue(path: string, taints: readonly Taint[] = []): Value {
  return { taints, known: { kind: "ref", path } };
}

/** A text that is written in the code. */
export function textValue(text: string): Value {
  return { taints: [], known: { kind: "text", parts: [text] } };
}

/** What a value is of the platform, or undefined. */
export function refOf({ known }: Value): string | undefined {
  return known?.kind === "ref" ? known.path : undefined;
}

/** The text of a value where all of it is written in the code. */
export function constantText({ known }: Value): string | undefined {
  if (known?.kind !== "text") return undefined;
  let text = "";
  for (const part of known.parts) {
    if (typeof part !== "string") return undefined;
    text += part;
  }
  return text;
}

/** The pieces of a value as a text: what is written, and the values between. */
export function partsOf(value: Value): readonly (string | Value)[] {
  const { known } = value;
  if (known?.kind === "text" || known?.kind === "url") return known.parts;
  if (known?.kind === "literal") return [String(known.value)];
  return [value];
}

/** Values one after the other as one text. */
export function joinTexts(values: readonly Value[], between = ""): Value {
  const parts: (string | Value)[] = [];
  for (const [at, value] of values.entries()) {
    const pieces = at > 0 && between !== "" ? [between, ...partsOf(value)] : partsOf(value);
    for (const piece of pieces) {
      const last = parts.at(-1);
      if (typeof piece === "string" && typeof last === "string") parts.splice(-1, 1, last + piece);
      else if (parts.length < partsMax) parts.push(piece);
    }
  }
  return { taints: [], known: { kind: "text", parts } };
}

/** Either of several values. */
export function eitherOf(values: readonly Value[]): Value {
  const [first, ...others] = values.filter((value) => value !== nothing);
  if (first === undefined) return nothing;
  if (others.length === 0) return first;
  const taints = distinct([first, ...others].flatMap(taintsOf));
  // What is known of one may be untrue of the other; the one with a way from a parameter counts.
  const told = [first, ...others].find((value) => taintsOf(value).length > 0) ?? first;
  return { ...told, taints };
}

/** All parameters that are in a value, however deep. */
export function taintsOf(value: Value, depth = 0): readonly Taint[] {
  const { known, taints } = value;
  if (depth > depthMax || known === undefined) return taints;
  const inner = innerValues(known);
  if (inner.length === 0) return taints;
  return distinct([...taints, ...inner.flatMap((one) => taintsOf(one, depth + 1))]);
}

/** The same value with something said of its parameters. */
export function mapTaints(value: Value, change: (taint: Taint) => Taint, depth = 0): Value {
  const { known } = value;
  const taints = value.taints.map(change);
  if (depth > depthMax || known === undefined) return { ...value, taints };
  const inner = (one: Value): Value => mapTaints(one, change, depth + 1);
  switch (known.kind) {
    case "text":
    case "url":
      return {
        ...value,
        taints,
        known: {
          kind: known.kind,
          parts: known.parts.map((part) => (typeof part === "string" ? part : inner(part))),
        },
      };
    case "list":
      return { ...value, taints, known: { kind: "list", items: known.items.map(inner) } };
    default:
      // Objects keep their identity, because code writes to them later.
      return { ...value, taints };
  }
}

/** The same value one step further on its way. */
export function withStep(value: Value, step: string): Value {
  if (taintsOf(value).length === 0) return value;
  return mapTaints(value, (taint) => {
    if (taint.steps.at(-1) === step || taint.steps.length >= stepsMax) return taint;
    return { ...taint, steps: [...taint.steps, step] };
  });
}

/** The same value, harmless for some kinds of sink. */
export function withSafety(value: Value, safety: Safety): Value {
  return mapTaints(value, (taint) => ({ ...taint, safe: [...taint.safe, safety] }));
}

/** Whether a check of one parameter says something of another: the same, or a part of it. */
export function isAbout(checked: Taint, taint: Taint): boolean {
  return (
    checked.of === taint.of &&
    checked.index === taint.index &&
    checked.keys.every((key, at) => taint.keys[at] === key)
  );
}

// --- inside ---

const partsMax = 64;
const stepsMax = 12;
const depthMax = 6;
const taintsMax = 16;

function innerValues(known: Known): readonly Value[] {
  switch (known.kind) {
    case "text":
    case "url":
      return known.parts.filter((part) => typeof part !== "string");
    case "list":
      return known.items;
    case "object":
      return [...known.fields.values()];
    default:
      return [];
  }
}

function distinct(taints: readonly Taint[]): readonly Taint[] {
  if (taints.length < 2) return taints;
  const known = new Map<string, Taint>();
  for (const taint of taints) {
    const key = `${taint.of} ${taint.index} ${taint.keys.join(".")} ${safetyKey(taint)}`;
    if (!known.has(key) && known.size < taintsMax) known.set(key, taint);
  }
  return [...known.values()];
}

function safetyKey({ safe }: Taint): string {
  return safe.map(({ kinds, text }) => `${String(kinds)} ${text}`).join(";");
}
