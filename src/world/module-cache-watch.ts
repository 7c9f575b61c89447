import Module from "node:module";

/** Sees whether modules that Node has loaded are still those that it would give again. */
export class ModuleCacheWatch {
  #known: [string, NodeJS.Module][] = [];

  /** Takes what is loaded now for what has to be; what fails to load is taken out by Node. */
  settle(): void {
    const entries = Object.entries(cache) as [string, NodeJS.Module][];
    this.#known = entries.filter(([, { loaded }]) => loaded);
  }

  isSame(): boolean {
    for (let at = 0; at < this.#known.length; at++) {
      const [file, module] = this.#known[at] as [string, NodeJS.Module];
      if (cache[file] !== module) return false;
    }
    return true;
  }

  /** Puts back what was taken out or replaced; whether there was anything. */
  putBack(): boolean {
    if (this.isSame()) return false;
    for (const [file, module] of this.#known) cache[file] = module;
    return true;
  }
}

// --- inside ---

const cache = Reflect.get(Module, "_cache") as Record<string, NodeJS.Module | undefined>;
