import type { LookSample } from "./look.ts";
import { type NumberForm, numberForms, viewOf } from "./number-forms.ts";

/** Where in an input a number stands that was compared, and what was added to it before. */
export interface NumberPlace {
  readonly at: number;
  readonly size: number;
  readonly form: string;
  readonly offset: number;
}

/**
 * Finds out from which bytes numbers come: what stands there must have changed from sample to
 * sample just as the number did.
 */
export class OperandPlaces {
  readonly #samples: readonly LookSample[];
  readonly #differences = new Map<NumberForm, ReadonlyMap<number, readonly number[]>>();
  readonly #written = new Map<number, readonly WrittenNumber[]>();

  constructor(samples: readonly LookSample[]) {
    this.#samples = samples;
  }

  /** Where a number stands that was so much in each of the samples; plain ones first. */
  of(values: readonly number[]): readonly NumberPlace[] {
    const [first = 0, second = 0] = values;
    const plain: NumberPlace[] = [];
    const moved: NumberPlace[] = [];
    if (values.length < 2 || first === second || values.some((value) => Number.isNaN(value)))
      return plain;
    for (const form of numberForms) {
      for (const at of this.#changedBy(form, second - first)) {
        const offset = this.#offset(form, at, values);
        if (offset === undefined) continue;
        (offset === 0 ? plain : moved).push({ at, size: form.size, form: form.name, offset });
      }
    }
    const isPlain = plain.length > 0;
    return [...plain, ...this.#digits(values), ...(isPlain ? [] : moved)].slice(0, placesMax);
  }

  #offset(form: NumberForm, at: number, values: readonly number[]): number | undefined {
    const offset = (values[0] ?? 0) - this.#read(form, at, 0);
    const isSame = values.every((value, index) => value - this.#read(form, at, index) === offset);
    return isSame ? offset : undefined;
  }

  #read(form: NumberForm, at: number, index: number): number {
    const sample = this.#samples[index];
    return sample === undefined ? 0 : form.read(viewOf(sample.input), at);
  }

  /** The places at which a number of this form changed by so much from the first sample on. */
  #changedBy(form: NumberForm, by: number): readonly number[] {
    let places = this.#differences.get(form) as Map<number, number[]> | undefined;
    if (places === undefined) {
      places = this.#placesByDifference(form);
      this.#differences.set(form, places);
    }
    return places.get(by) ?? [];
  }

  #placesByDifference(form: NumberForm): Map<number, number[]> {
    const places = new Map<number, number[]>();
    const [first, second] = this.#samples.map(({ input }) => viewOf(input));
    if (first === undefined || second === undefined) return places;
    const last = Math.min(first.byteLength, second.byteLength, lengthMax) - form.size;
    for (let at = 0; at <= last; at++) {
      const difference = form.read(second, at) - form.read(first, at);
      const there = places.get(difference);
      if (there === undefined) places.set(difference, [at]);
      else there.push(at);
    }
    return places;
  }

  /** Numbers that are written in digits. */
  #digits(values: readonly number[]): readonly NumberPlace[] {
    const lists = this.#samples.map((_, index) => this.#writtenIn(index));
    const found: NumberPlace[] = [];
    for (const [place, { at, size, form, value }] of (lists[0] ?? []).entries()) {
      const offset = (values[0] ?? 0) - value;
      const isSame = values.every((wanted, index) => {
        const other = lists[index]?.[place];
        return other?.at === at && other.form === form && wanted - other.value === offset;
      });
      if (isSame && Number.isInteger(offset)) found.push({ at, size, form, offset });
    }
    return found;
  }

  #writtenIn(index: number): readonly WrittenNumber[] {
    let found = this.#written.get(index);
    if (found === undefined) {
      found = writtenNumbers(this.#samples[index]?.input ?? new Uint8Array());
      this.#written.set(index, found);
    }
    return found;
  }
}

// --- inside ---

/** A number that seems to stand in more places than this stands in the first of them. */
const placesMax = 6;
/** So much of an input is looked at. */
const lengthMax = 2_048;

interface WrittenNumber {
  readonly at: number;
  readonly size: number;
  readonly form: "dec" | "hex";
  readonly value: number;
}

function writtenNumbers(input: Uint8Array): readonly WrittenNumber[] {
  const text = Buffer.from(input.buffer, input.byteOffset, input.length).toString("latin1");
  const decimals = Array.from(text.matchAll(/\d{1,15}/gu), ({ 0: digits, index }) => {
    return { at: index, size: digits.length, form: "dec", value: Number(digits) } as const;
  });
  const hexadecimals = Array.from(text.matchAll(/[0-9a-fA-F]{2,12}/gu), ({ 0: digits, index }) => {
    const value = Number.parseInt(digits, 16);
    return { at: index, size: digits.length, form: "hex", value } as const;
  });
  return [...decimals, ...hexadecimals];
}
