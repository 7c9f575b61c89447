export interface Price {
  cents: number;
  currency: string;
}

/** A price that was written wrongly. */
export class ValidationError extends Error {
  override name = "ValidationError";
}

/** The average of what was paid, in cents. */
export function averageCents(prices: Price[]): number {
  return prices.map((price) => price.cents).reduce((a, b) => a + b) / prices.length;
}

/** Reads `12.50 EUR`. */
export function parsePrice(text: string): Price {
  const match = /^(\d{1,9})(?:\.(\d{2}))? ([A-Z]{3})$/.exec(text.trim());
  if (!match) throw new ValidationError(`"${text}" is not a price`);
  return { cents: Number(match[1]) * 100 + Number(match[2] ?? 0), currency: match[3] };
}

/** `12.50 EUR` */
export function formatPrice(price: Price): string {
  return `${(price.cents / 100).toFixed(2)} ${price.currency}`;
}

/** What part of the whole this is, in percent. */
export function percentOf(part: number, whole: number): number {
  return (part / whole) * 100;
}

/** The price after a discount in percent. */
export function applyDiscount(price: Price, percent: number): Price {
  requirePercent(percent);
  return { ...price, cents: Math.round(price.cents * (1 - percent / 100)) };
}

/** Splits a bill so that the parts sum up exactly. */
export function splitBill(totalCents: number, people: number): number[] {
  if (!Number.isInteger(people) || people < 1 || people > 1000) {
    throw new RangeError("a bill is split between 1 and 1000 people");
  }
  const share = Math.floor(totalCents / people);
  const rest = totalCents - share * people;
  return Array.from({ length: people }, (_, index) => share + (index < rest ? 1 : 0));
}

/** In the way of a locale: `€12.50`. */
export function formatCurrency(amount: number, currency: string): string {
  return new Intl.NumberFormat("en-US", { style: "currency", currency }).format(amount);
}

function requirePercent(percent: number): void {
  if (Number.isNaN(percent) || percent < 0 || percent > 100) {
    throw new RangeError(`${percent} is no percentage`);
  }
}
