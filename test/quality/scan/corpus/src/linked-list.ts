interface Link {
  value: string;
  next: Link | null;
}

/** A list that is cheap at both ends. */
export class LinkedList {
  #head: Link | null = null;
  #tail: Link | null = null;
  #length = 0;

  push(value: string): number {
    const link: Link = { value, next: null };
    if (this.#tail) this.#tail.next = link;
    else this.#head = link;
    this.#tail = link;
    return ++this.#length;
  }

  shift(): string | undefined {
    const link = this.#head;
    if (!link) return undefined;
    this.#head = link.next;
    this.#length--;
    return link.value;
  }

  toArray(): string[] {
    const values: string[] = [];
    let link = this.#head;
    while (values.length < this.#length) {
      values.push(link!.value);
      link = link!.next;
    }
    return values;
  }
}
