/** Stock of one article: what is free, what is reserved, what has left the house. */
export class Inventory {
  free: number;
  reserved = 0;
  shipped = 0;

  constructor(stock: number) {
    this.free = stock;
  }

  reserve(count: number): boolean {
    if (count > this.free) return false;
    this.free -= count;
    this.reserved += count;
    return true;
  }

  ship(count: number): void {
    const leaving = Math.min(count, this.reserved);
    this.reserved -= leaving;
    this.shipped += leaving;
  }

  /** Gives back what was reserved. */
  release(count: number): void {
    const released = Math.min(count, this.reserved);
    this.reserved -= released;
    this.free += released;
  }
}
