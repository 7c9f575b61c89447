import { MessagePort, Worker } from "node:worker_threads";
import type { WorldAct } from "../kernel/services/world-act.ts";
import { activeWorld } from "./active-world.ts";

/** What code asks of the world from now on, until it is stopped. */
export interface ActWatch {
  readonly acts: readonly WorldAct[];
  /** Whether there was a world to watch; else commands, files and requests were not seen. */
  readonly isWhole: boolean;
  stop(): void;
}

/** The name under which hostile code given as data reports that it ran. */
export const codeProbe = "gauntletProbe";

/**
 * Watches what leaves the code that runs: commands, files, requests, messages, and code that was
 * given as data. One watch at a time; the watch that is on is told, whoever acts.
 */
export function watchActs(): ActWatch {
  const acts: WorldAct[] = [];
  const tell = (act: WorldAct): void => {
    if (acts.length < actsMax) acts.push(act);
  };
  const world = activeWorld;
  const before = world?.onAct;
  if (world !== undefined) world.onAct = tell;
  const undo = [...watchMessages(tell), watchCode(tell)];
  return {
    acts,
    isWhole: world !== undefined,
    stop: () => {
      if (world !== undefined) world.onAct = before;
      for (const one of undo) one();
    },
  };
}

// --- inside ---

/** A call that does more than this in one go shows nothing new. */
const actsMax = 1_000;

let isSending = false;

type Tell = (act: WorldAct) => void;
type Undo = () => void;

/** Messages are watched where they are sent; one to the process that started us stays here. */
function watchMessages(tell: Tell): readonly Undo[] {
  const send = (data: unknown): boolean => {
    tell({ kind: "message", channel: "process.send", data });
    return true;
  };
  const holders = [
    { holder: Worker.prototype as object, channel: "Worker" },
    { holder: MessagePort.prototype as object, channel: "MessagePort" },
    { holder: BroadcastChannel.prototype as object, channel: "BroadcastChannel" },
  ];
  return [
    replaced(process, "send", send),
    ...holders.map(({ holder, channel }) => {
      const original: unknown = Reflect.get(holder, "postMessage");
      return replaced(holder, "postMessage", function (this: unknown, ...args: unknown[]) {
        // Node sends what a channel or a thread is given through a port of its own.
        const isOutermost = !isSending;
        if (isOutermost) tell({ kind: "message", channel, data: args[0] });
        isSending = true;
        try {
          return Reflect.apply(original as (...args: unknown[]) => unknown, this, args);
        } finally {
          if (isOutermost) isSending = false;
        }
      });
    }),
  ];
}

function watchCode(tell: Tell): Undo {
  return replaced(globalThis, codeProbe, (detail: unknown) => {
    tell({ kind: "code", detail: String(detail) });
  });
}

function replaced(holder: object, name: string, value: unknown): Undo {
  const before = Reflect.getOwnPropertyDescriptor(holder, name);
  Reflect.defineProperty(holder, name, { value, configurable: true, writable: true });
  return () => {
    if (before === undefined) Reflect.deleteProperty(holder, name);
    else Reflect.defineProperty(holder, name, before);
  };
}
