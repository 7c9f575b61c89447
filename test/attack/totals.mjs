/** What is a crash besides an error of ours: the limits of one mutant. */
export const limits = { cpuMs: 5_000, hangMs: 30_000, grownMb: 512 };

/** Counts mutants and crashes by kind. */
export class Totals {
  crashes = [];
  spawned = 0;
  #kinds = new Map();
  #done = 0;
  #planned;

  constructor(planned) {
    this.#planned = planned;
  }

  /** A mutant that was read. */
  ended(mutant, { ms, cpuMs, grownMb, crash }) {
    const total = this.#of(mutant.kind);
    total.msMax = Math.max(total.msMax, cpuMs);
    total.ms += cpuMs;
    total.mbMax = Math.max(total.mbMax, grownMb);
    if (crash !== undefined) this.crashed(mutant, crash);
    // The machine may be busy with others: what counts is the time that was really used.
    else if (cpuMs > limits.cpuMs)
      this.crashed(mutant, `${Math.round(cpuMs)} ms (${Math.round(ms)})`);
    else if (grownMb > limits.grownMb) this.crashed(mutant, `it took ${Math.round(grownMb)} MB`);
    else this.#count(total);
  }

  /** A mutant that was too much. */
  crashed({ started, kind, how, call }, why) {
    const total = this.#of(kind);
    total.crashes += 1;
    this.#count(total);
    this.crashes.push({ started, kind, how, call, why });
    console.error(`crash: mutant ${started} (${kind}, ${how}) ${call}\n${why.slice(0, 1_500)}\n`);
  }

  table(names) {
    const rows = names.map((name) => {
      const { count, crashes, ms, msMax, mbMax } = this.#of(name);
      const mean = (ms / Math.max(1, count)).toFixed(1);
      return row(name, count, crashes, mean, Math.round(msMax), Math.round(mbMax));
    });
    const head = row("kind", "mutants", "crashes", "mean ms", "max ms", "max MB");
    const all = row("all", this.#done, this.crashes.length, "", "", "");
    return [head, ...rows, all].join("\n");
  }

  #count(total) {
    total.count += 1;
    this.#done += 1;
    if (this.#done % 5_000 === 0) {
      console.error(`${this.#done} of ${this.#planned}, ${this.crashes.length} crashes`);
    }
  }

  #of(kind) {
    const known = this.#kinds.get(kind) ?? { count: 0, crashes: 0, ms: 0, msMax: 0, mbMax: 0 };
    this.#kinds.set(kind, known);
    return known;
  }
}

// --- inside ---

function row(first, ...cells) {
  return [first.padEnd(20), ...cells.map((cell) => String(cell).padStart(9))].join(" ");
}
