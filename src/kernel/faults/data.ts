import type { Fault } from "./fault.ts";
import { isPlain, isTypedArray } from "./answer-kind.ts";
import { changeAnswer, type Change, unchanged } from "./change-answer.ts";
import { type Hit, makeFault, type SeamOptions } from "./make-fault.ts";
import { firstOf, isSized, mapLeaves, replaceAt, spotsOf } from "./value-spots.ts";

/** One number of the answer is NaN. */
export function nanInjection(seam: string, options?: SeamOptions): Fault {
  return dataFault("nanInjection", { seam, options }, (hit) => withNumber(hit, () => Number.NaN));
}

/** One number of the answer is infinite; the sign is drawn. */
export function infInjection(seam: string, options?: SeamOptions): Fault {
  return dataFault("infInjection", { seam, options }, (hit) =>
    withNumber(hit, () => (hit.draw("sign", 1) === 0 ? Infinity : -Infinity)),
  );
}

/** One number of the answer is at the edge of what a float can be: `kind`, or drawn. */
export function corruptedFloats(
  seam: string,
  options?: SeamOptions & { readonly kind?: FloatKind },
): Fault {
  return dataFault("corruptedFloats", { seam, options }, (hit) =>
    withNumber(hit, () => {
      if (options?.kind !== undefined) return floats[options.kind];
      const kinds = Object.values(floats);
      return kinds[hit.draw("kind", kinds.length - 1)] ?? Number.NaN;
    }),
  );
}

/** A list is one short, one long or one level too deep: `shape`, or drawn. */
export function wrongShape(
  seam: string,
  options?: SeamOptions & { readonly shape?: Shape },
): Fault {
  return dataFault("wrongShape", { seam, options }, (hit) => (value) => {
    if (isTypedArray(value)) return value.length === 0 ? unchanged : value.subarray(0, -1);
    if (!Array.isArray(value)) return unchanged;
    const shape = options?.shape ?? shapes[hit.draw("shape", shapes.length - 1)];
    if (shape === "nested") return [value];
    if (value.length === 0) return unchanged;
    return shape === "long" ? [...(value as unknown[]), value.at(-1)] : value.slice(0, -1);
  });
}

/** Every number of the answer comes as another type: text, a whole number, a boolean, an object. */
export function dtypeDrift(
  seam: string,
  options?: SeamOptions & { readonly kind?: "string" | "integer" | "boolean" | "object" },
): Fault {
  const { kind = "string" } = options ?? {};
  return dataFault("dtypeDrift", { seam, options }, () => (value) => {
    const isDrifting = kind === "integer" ? isFraction : isNumber;
    if (spotsOf(value, isDrifting).length === 0) return unchanged;
    return mapLeaves(value, isDrifting, (leaf) => asKind(Number(leaf), kind));
  });
}

/** Only the first part of a list comes: `fraction` of it, but at least `minItems`. */
export function partialBatch(
  seam: string,
  options?: SeamOptions & { readonly fraction?: number; readonly minItems?: number },
): Fault {
  const { fraction = 0.5, minItems = 1 } = options ?? {};
  return dataFault("partialBatch", { seam, options }, () => (value) => {
    if (!isSized(value) || typeof value === "string") return unchanged;
    const kept = Math.max(minItems, Math.floor(value.length * fraction));
    return kept >= value.length ? unchanged : firstOf(value, kept);
  });
}

/** The features of each row, or of the one row there is, stand `shift` places further. */
export function featureOrderDrift(
  seam: string,
  options?: SeamOptions & { readonly shift?: number },
): Fault {
  const { shift = 1 } = options ?? {};
  return dataFault("featureOrderDrift", { seam, options }, () => (value) => {
    if (isPlain(value)) {
      const features = entries(value);
      return features.length < 2 ? unchanged : Object.fromEntries(rotated(features, shift));
    }
    if (!Array.isArray(value) || value.length === 0) return unchanged;
    const rows: unknown[] = value;
    if (!rows.every((row) => Array.isArray(row) || isPlain(row))) {
      return rows.length < 2 ? unchanged : rotated(rows, shift);
    }
    return rows.map((row) =>
      Array.isArray(row) ? rotated(row, shift) : Object.fromEntries(rotated(entries(row), shift)),
    );
  });
}

/** A key is missing from the answer, or from each of its rows; `fill` stands in its place. */
export function missingFeature(
  seam: string,
  options?: SeamOptions & { readonly key?: string; readonly fill?: unknown },
): Fault {
  return dataFault("missingFeature", { seam, options }, (hit) => (value) => {
    const rows: unknown[] = Array.isArray(value) ? value : [value];
    const keys = [...new Set(rows.filter(isPlain).flatMap((row) => Object.keys(row)))];
    if (keys.length === 0) return unchanged;
    const key = options?.key ?? keys[hit.draw("key", keys.length - 1)] ?? "";
    if (!keys.includes(key)) return unchanged;
    const without = (row: unknown): unknown => {
      if (!isPlain(row)) return row;
      if (options !== undefined && "fill" in options) return { ...row, [key]: options.fill };
      return Object.fromEntries(Object.entries(row).filter(([name]) => name !== key));
    };
    return Array.isArray(value) ? rows.map(without) : without(value);
  });
}

/** An edge of what a float can be. */
export type FloatKind = "nan" | "inf" | "-inf" | "max" | "min";

/** How a list differs from the one that was expected. */
export type Shape = "short" | "long" | "nested";

// --- inside ---

const floats: Readonly<Record<FloatKind, number>> = {
  nan: Number.NaN,
  inf: Infinity,
  "-inf": -Infinity,
  max: Number.MAX_VALUE,
  min: Number.MIN_VALUE,
};

const shapes: readonly Shape[] = ["short", "long", "nested"];

function dataFault(
  kind: string,
  { seam, options }: { readonly seam: string; readonly options: SeamOptions | undefined },
  changeOf: (hit: Hit<undefined>) => Change,
): Fault {
  return makeFault({ kind, seam, options, strike: (hit) => changeAnswer(hit, changeOf(hit)) });
}

function withNumber<S>(hit: Hit<S>, numberOf: () => number): Change {
  return (value) => {
    const spots = spotsOf(value, isNumber);
    if (spots.length === 0) return unchanged;
    return replaceAt(value, spots[hit.draw("spot", spots.length - 1)] ?? [], numberOf());
  };
}

function isNumber(value: unknown): boolean {
  return typeof value === "number";
}

// A whole number is already what it would drift to.
function isFraction(value: unknown): boolean {
  return typeof value === "number" && !Number.isInteger(value);
}

function asKind(leaf: number, kind: "string" | "integer" | "boolean" | "object"): unknown {
  switch (kind) {
    case "string":
      return String(leaf);
    case "integer":
      return Math.trunc(leaf);
    case "boolean":
      return leaf !== 0;
    case "object":
      return { value: leaf };
  }
}

function entries(row: unknown): [string, unknown][] {
  return Object.entries(row as object);
}

function rotated<T>(items: readonly T[], shift: number): T[] {
  const by = items.length === 0 ? 0 : ((shift % items.length) + items.length) % items.length;
  return [...items.slice(items.length - by), ...items.slice(0, items.length - by)];
}
