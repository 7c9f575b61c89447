import { open, readFile } from "node:fs/promises";

export interface Entry {
  readonly name: string;
  readonly sha256: string;
  readonly bytes: number;
}

/** What is stored under which name: a file with one line for each upload, the last one counts. */
export class Manifest {
  readonly #path: string;
  readonly #entries = new Map<string, Entry>();

  static async open(path: string): Promise<Manifest> {
    const manifest = new Manifest(path);
    const text = await readFile(path, { encoding: "utf8", flag: "a+" });
    for (const line of text.split("\n")) {
      if (line !== "") manifest.#keep(JSON.parse(line) as Entry);
    }
    return manifest;
  }

  private constructor(path: string) {
    this.#path = path;
  }

  find(name: string): Entry | undefined {
    return this.#entries.get(name);
  }

  async add(entry: Entry): Promise<void> {
    const file = await open(this.#path, "a");
    try {
      await file.appendFile(`${JSON.stringify(entry)}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    this.#keep(entry);
  }

  #keep(entry: Entry): void {
    this.#entries.set(entry.name, entry);
  }
}
