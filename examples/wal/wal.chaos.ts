import fs from "node:fs";
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { always, chaosTest, fault, simulation, type World } from "gauntlet";
import { type Disk, Wal } from "./src/wal.ts";

const path = "orders.wal";

/** Appends and power cuts in any order; writes may be short. */
export default chaosTest({
  name: "wal",
  faults: [fault.partialWrite({ path })],
  setup: (world) => ({ world, wal: new Wal(path), acknowledged: [] as string[] }),
  rules: {
    append: {
      draw: { entry: fc.string({ maxLength: 600 }) },
      run: (state, { entry }) => {
        state.wal.append(entry);
        state.acknowledged.push(entry);
      },
    },
    losePower: {
      run: (state) => {
        state.world.crash();
        state.wal = new Wal(path);
      },
    },
  },
  invariants: {
    "an acknowledged entry survives": ({ wal, acknowledged }) =>
      isDeepStrictEqual(wal.entries, acknowledged),
  },
});

/** Three appends with the power cut before any call of the disk, while recovering as well. */
export const everyCut = simulation({
  name: "three appends",
  run: (world) => {
    const entries = ["one", "two", "three"];
    const acknowledged: string[] = [];
    untilCut(() => {
      const wal = new Wal(path, diskOf(world));
      for (const entry of entries) {
        wal.append(entry);
        acknowledged.push(entry);
      }
    });
    world.crash();
    untilCut(() => new Wal(path, diskOf(world)));
    world.crash();
    const found = new Wal(path).entries;
    always(found.length >= acknowledged.length, "an acknowledged entry survives");
    always(isDeepStrictEqual(found, entries.slice(0, found.length)), "what survives is in order");
  },
});

const powerCut = new Error("the power is gone");

/** The disk of the run; before each of its calls it is drawn whether the power lasts. */
function diskOf(world: World): Disk {
  return new Proxy(fs, {
    get: (_, name: keyof Disk) => {
      if (world.pick(`power at ${name}`, ["stays", "goes"]) === "goes") throw powerCut;
      return fs[name];
    },
  });
}

function untilCut(body: () => void): void {
  try {
    body();
  } catch (thrown) {
    if (thrown !== powerCut) throw thrown;
  }
}
