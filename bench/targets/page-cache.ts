interface Page {
  readonly key: string;
  idle: number;
  pins: number;
  isFreed: boolean;
}

/** A cache whose collector marks idle pages and sweeps them later; readers hold pins. */
export class PageCache {
  readonly #pages = new Map<string, Page>();
  #doomed: Page[] = [];
  #useAfterFree = false;

  load(key: string): void {
    const known = this.#pages.get(key);
    if (known === undefined) this.#pages.set(key, { key, idle: 0, pins: 0, isFreed: false });
    else known.idle = 0;
  }

  pin(key: string): void {
    const page = this.#pages.get(key);
    if (page === undefined) return;
    page.idle = 0;
    page.pins += 1;
  }

  unpin(key: string): void {
    const page = this.#pages.get(key);
    if (page === undefined || page.pins === 0) return;
    page.pins -= 1;
  }

  tick(): void {
    for (const page of this.#pages.values()) page.idle += 1;
  }

  mark(): void {
    // The bug: a page that is pinned after it was marked stays among the doomed.
    this.#doomed = [...this.#pages.values()].filter(({ idle, pins }) => idle >= 3 && pins === 0);
  }

  sweep(): void {
    for (const page of this.#doomed) {
      page.isFreed = true;
      if (page.pins === 0) this.#pages.delete(page.key);
    }
    this.#doomed = [];
  }

  read(key: string): void {
    const page = this.#pages.get(key);
    if (page === undefined) return;
    page.idle = 0;
    if (page.isFreed) this.#useAfterFree = true;
  }

  isSound(): boolean {
    return !this.#useAfterFree;
  }
}
