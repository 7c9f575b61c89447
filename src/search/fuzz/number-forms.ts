/** A way in which a number may stand in bytes. */
export interface NumberForm {
  readonly name: string;
  readonly size: number;
  /** What stands there; a form is never asked beyond the end. */
  read(view: DataView, at: number): number;
  /** The bytes of a number; undefined where it has none of this form. */
  write(value: number): Uint8Array | undefined;
}

/** One to four bytes and eight, in both orders, and fractions. */
export const numberForms: readonly NumberForm[] = [
  whole("u8", 1, true),
  ...[2, 3, 4, 6].flatMap((size) => [
    whole(`u${size * 8}be`, size, false),
    whole(`u${size * 8}le`, size, true),
  ]),
  fraction("f64be", 8, false),
  fraction("f64le", 8, true),
  fraction("f32be", 4, false),
  fraction("f32le", 4, true),
];

/** The form of this name. */
export function numberForm(name: string): NumberForm | undefined {
  return numberForms.find((form) => form.name === name);
}

/** A view on bytes. */
export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

// --- inside ---

function whole(name: string, size: number, isLittle: boolean): NumberForm {
  const limit = 2 ** (size * 8);
  return {
    name,
    size,
    read: (view, at) => {
      let value = 0;
      for (let i = 0; i < size; i++) {
        value = value * 256 + view.getUint8(isLittle ? at + size - 1 - i : at + i);
      }
      return value;
    },
    write: (value) => {
      // What is negative stands there as its complement.
      if (!Number.isInteger(value) || value >= limit || value < -limit / 2) return undefined;
      const bytes = new Uint8Array(size);
      let left = value < 0 ? value + limit : value;
      for (let i = 0; i < size; i++) {
        bytes[isLittle ? i : size - 1 - i] = left % 256;
        left = Math.floor(left / 256);
      }
      return bytes;
    },
  };
}

function fraction(name: string, size: 4 | 8, isLittle: boolean): NumberForm {
  return {
    name,
    size,
    read: (view, at) =>
      size === 8 ? view.getFloat64(at, isLittle) : view.getFloat32(at, isLittle),
    write: (value) => {
      const view = new DataView(new ArrayBuffer(size));
      if (size === 8) view.setFloat64(0, value, isLittle);
      else view.setFloat32(0, value, isLittle);
      return new Uint8Array(view.buffer);
    },
  };
}
