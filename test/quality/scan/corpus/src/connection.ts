/** A line that must be open to be used. */
export class Connection {
  #isOpen = false;
  readonly #sent: string[] = [];

  open(): void {
    if (this.#isOpen) throw new Error("the connection is already open");
    this.#isOpen = true;
  }

  send(message: string): number {
    this.#assertOpen();
    return this.#sent.push(message);
  }

  close(): void {
    this.#assertOpen();
    this.#isOpen = false;
  }

  #assertOpen(): void {
    if (!this.#isOpen) throw new Error("the connection is not open");
  }
}

/** What was put last comes first. */
export class Stack {
  private readonly items: string[] = [];

  push(item: string): void {
    this.items.push(item);
  }

  pop(): string {
    const item = this.items.pop();
    if (item === undefined) throw new Error("the stack is empty");
    return item;
  }

  peek(): string | undefined {
    return this.items.at(-1);
  }
}

/** Steps that can be taken back. */
export class History {
  #past: string[] = [];
  #present = "";
  #future: string[] = [];

  get canUndo(): boolean {
    return this.#past.length > 0;
  }

  write(text: string): this {
    this.#past.push(this.#present);
    this.#present += text;
    this.#future = [];
    return this;
  }

  undo(): string {
    const last = this.#past.pop();
    if (last === undefined) return this.#present;
    this.#future.push(this.#present);
    return (this.#present = last);
  }

  redo(): string {
    const next = this.#future.pop();
    if (next === undefined) return this.#present;
    this.#past.push(this.#present);
    return (this.#present = next);
  }
}
