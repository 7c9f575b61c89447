import { mkdir, open, readFile } from "node:fs/promises";
import { dirname } from "node:path";
import type { Order } from "./order.ts";

/** A file with one line for each change of an order; a line that was written stays written. */
export class Journal {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  async read(): Promise<readonly Order[]> {
    await mkdir(dirname(this.#path), { recursive: true });
    const text = await readFile(this.#path, { encoding: "utf8", flag: "a+" });
    const lines = text.split("\n").filter((line) => line !== "");
    return lines.map((line) => JSON.parse(line) as Order);
  }

  async append(order: Order): Promise<void> {
    const file = await open(this.#path, "a");
    try {
      await file.appendFile(`${JSON.stringify(order)}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
  }
}
