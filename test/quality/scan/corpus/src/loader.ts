export interface Article {
  slug: string;
  body: string;
}

/** Articles, each loaded once. */
export class ArticleLoader {
  readonly #loading = new Map<string, Promise<Article>>();

  /** Begins to load what will be needed soon. */
  prefetch(slug: string): void {
    if (!this.#loading.has(slug)) this.#loading.set(slug, this.#load(slug));
  }

  async #load(slug: string): Promise<Article> {
    await Promise.resolve();
    const [first, ...rest] = slug.split("/");
    return { slug: first, body: rest.at(-1)!.toUpperCase() };
  }
}

/** Values that are made once and then kept. */
export class Memo {
  readonly #known = new Map<number, Promise<number>>();

  async square(value: number): Promise<number> {
    const known = this.#known.get(value);
    if (known !== undefined) return known;
    const made = this.#make(value);
    this.#known.set(value, made);
    try {
      return await made;
    } catch (error) {
      this.#known.delete(value);
      throw error;
    }
  }

  async #make(value: number): Promise<number> {
    await new Promise((resolve) => setTimeout(resolve, 10));
    return value * value;
  }
}
