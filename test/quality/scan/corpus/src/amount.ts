/** Money of one currency; made by `of`. */
export class Amount {
  private constructor(
    readonly cents: number,
    readonly currency: string,
  ) {}

  static of(cents: number, currency: string): Amount {
    if (!Number.isSafeInteger(cents)) throw new RangeError("cents must be whole");
    return new Amount(cents, currency);
  }

  plus(other: Amount): Amount {
    if (other.currency !== this.currency) throw new Error("the currencies differ");
    return Amount.of(this.cents + other.cents, this.currency);
  }

  times(factor: number): Amount {
    return new Amount(Math.round(this.cents * factor), this.currency);
  }

  toJSON(): { cents: number; currency: string } {
    return { cents: this.cents, currency: this.currency };
  }
}

export abstract class Figure {
  abstract area(): number;

  isLargerThan(other: Figure): boolean {
    return this.area() > other.area();
  }
}

export class Circle extends Figure {
  constructor(readonly radius: number) {
    super();
    if (radius < 0) throw new RangeError("a radius is not negative");
  }

  override area(): number {
    return Math.PI * this.radius ** 2;
  }
}
