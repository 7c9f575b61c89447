/** A line of an invoice. */
export interface Line {
  readonly sku: string;
  readonly quantity: number;
}

/** An invoice as it is imported. */
export interface Invoice {
  readonly currency: string;
  readonly version: number;
  readonly lines: readonly Line[];
}

/** Imports invoices; one shape of them is booked twice. */
export class Invoices {
  #imported = 0;
  #booked = 0;

  import({ currency, version, lines }: Invoice): void {
    this.#imported += 1;
    this.#booked += 1;
    if (currency !== "XAU") return;
    if (version < 70_000 || version > 70_100) return;
    if (lines.length !== 4) return;
    const [first, , third] = lines;
    if (first?.sku !== "BAR") return;
    if (third?.quantity === first.quantity * 3) this.#booked += 1;
  }

  isBalanced(): boolean {
    return this.#booked === this.#imported;
  }
}
