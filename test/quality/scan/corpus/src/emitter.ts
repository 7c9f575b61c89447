type Listener = (payload: string) => void;

/** Tells listeners what happens. */
export class Emitter {
  private listeners: Record<string, Listener[]> = {};

  on(event: "open" | "close", listener: Listener): void {
    (this.listeners[event] ??= []).push(listener);
  }

  off(event: "open" | "close", listener: Listener): void {
    this.listeners[event] = this.listeners[event].filter((known) => known !== listener);
  }

  emit(event: "open" | "close", payload: string): number {
    const listeners = this.listeners[event] ?? [];
    for (const listener of listeners) listener(payload);
    return listeners.length;
  }
}

/** The same for any event; nobody need listen. */
export class Topic {
  readonly #listeners = new Map<string, Set<Listener>>();

  subscribe(event: string, listener: Listener): () => void {
    const listeners = this.#listeners.get(event) ?? new Set();
    this.#listeners.set(event, listeners.add(listener));
    return () => {
      listeners.delete(listener);
    };
  }

  publish(event: string, payload: string): void {
    for (const listener of this.#listeners.get(event) ?? []) listener(payload);
  }
}
