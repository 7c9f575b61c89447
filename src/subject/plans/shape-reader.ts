import type TS from "typescript6";
import type { Shape } from "../../kernel/values/shape.ts";
import type { Schemas } from "./find-schemas.ts";
import type { ProjectProgram } from "./project-program.ts";

/**
 * Whether values are to be made, where a part of what the type allows is enough, or checked, where
 * whatever is not certain must be let through.
 */
export type Position = "made" | "checked";

/** Reads types as shapes; the files beside each other that read kinds of types meet here. */
export interface ShapeReader {
  readonly project: ProjectProgram;
  read(type: TS.Type, position: Position): Shape;
  /** Reads under other meanings of type parameters: the `T` of a class as what it stands for. */
  bind<R>(bindings: ReadonlyMap<TS.Symbol, TS.Type>, body: () => R): R;
  /** Says that values are weaker evidence than their shapes show. */
  doubt(why: string): void;
  /** Says that this constructor or factory makes values: it may refuse what it is given. */
  madeBy(maker: TS.Node): void;
  readonly schemas: Schemas;
}

/** A shape of which nothing is known. */
export function weak(why: string): Shape {
  return { kind: "weak", why };
}

/** A small union of plain values, for a type that may be anything. */
export const plainValues: Shape = {
  kind: "union",
  of: [{ kind: "boolean" }, { kind: "null" }, { kind: "number" }, { kind: "string" }],
  isOpen: true,
};

/** The same without null, for `{}`. */
export const plainPresentValues: Shape = {
  kind: "union",
  of: [{ kind: "boolean" }, { kind: "number" }, { kind: "string" }],
};
