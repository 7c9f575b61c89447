import { Readable } from "node:stream";
import { activeWorld } from "../active-world.ts";
import type { WorldPart } from "../sim-world.ts";
import { replaceGetter } from "../stand-in.ts";

/** Gives each run a `process.stdin` of its own, which is at its end as that of a service is. */
export function installStandardInput(): void {
  replaceGetter(process, "stdin", (self, original) =>
    activeWorld === undefined ? Reflect.apply(original, self, []) : activeWorld.part(inputPart),
  );
}

// --- inside ---

const inputPart: WorldPart<Readable> = {
  name: "stdin",
  make: () => {
    const input = new Readable({ read: () => void input.push(null) });
    return Object.assign(input, { fd: 0 });
  },
};
