import threads from "node:worker_threads";
import { activeWorld } from "../active-world.ts";
import { madeOutside } from "../loading/idle-world.ts";
import { type InertKind, makeInert } from "../loading/inert.ts";
import type { Channel, SimWorld, WorldPart } from "../sim-world.ts";
import { type AnyFunction, imitate, replaceValue } from "../stand-in.ts";
import { replaceGlobalClass } from "./global-class.ts";
import { cloneMessage, type PortMover } from "./port-clone.ts";

/**
 * Simulates the broadcast channels that a run makes: same class, same methods, but the handle that
 * they keep under a private symbol is ours and knows the channels of this run only.
 */
export function installBroadcastChannel(): void {
  const standIn = imitate(SimBroadcastChannel as AnyFunction, Real);
  // Node knows an event target by what its constructor inherits.
  Object.setPrototypeOf(standIn, Object.getPrototypeOf(Real) as object);
  replaceValue(Real.prototype, "constructor", standIn);
  replaceValue(threads, "BroadcastChannel", standIn);
  replaceGlobalClass("BroadcastChannel", standIn);
}

// --- inside ---

const Real = threads.BroadcastChannel;
const symbols = privateSymbols();

/** The names of Node's private parts, read off a channel that is closed at once. */
function privateSymbols(): ReadonlyMap<string, symbol> {
  const channel = new Real("gauntlet");
  const own = Object.getOwnPropertySymbols(channel);
  channel.close();
  return new Map(own.map((symbol) => [symbol.description ?? "", symbol]));
}

const noPorts: PortMover = { isPort: () => false, move: (port) => port };

interface Member {
  readonly name: string;
  readonly target: EventTarget;
  readonly order: Channel;
}

const members: WorldPart<Set<Member>> = { name: "broadcast channels", make: () => new Set() };

function SimBroadcastChannel(...args: unknown[]): unknown {
  const target: unknown = new.target;
  const outside = activeWorld === undefined ? madeOutside() : undefined;
  const world = activeWorld ?? outside?.world;
  if (world === undefined || target === undefined || args.length === 0) {
    return target === undefined
      ? Reflect.apply(Real as unknown as AnyFunction, undefined, args as never[])
      : Reflect.construct(Real, args);
  }
  const name = String(args[0]);
  const made: EventTarget = Reflect.construct(EventTarget, [], target as NewableFunction);
  const member = { name, target: made, order: { name: "BroadcastChannel", lastUs: 0 } };
  world.part(members).add(member);
  keep(made, "kType", "BroadcastChannel");
  keep(made, "kName", name);
  keep(made, "kHandle", handleOf(world, member));
  return outside === undefined ? made : makeInert(made, inertChannel, outside.maker);
}

/** One that was made outside of runs: no run has it among its channels. */
const inertChannel: InertKind = {
  name: "channel",
  noun: "a channel",
  seam: "threads",
  methods: ["postMessage", "addEventListener"],
};

function keep(made: EventTarget, name: string, value: unknown): void {
  const symbol = symbols.get(name);
  if (symbol !== undefined) Reflect.set(made, symbol, value);
}

function handleOf(world: SimWorld, own: Member): object {
  const all = world.part(members);
  return {
    on() {},
    off() {},
    ref() {},
    unref() {},
    close: () => all.delete(own),
    postMessage(value: unknown): boolean {
      // Refused even if nobody listens.
      cloneMessage([value], noPorts);
      for (const member of all) {
        if (member === own || member.name !== own.name) continue;
        // Each reader gets a clone of its own.
        const { data } = cloneMessage([value], noPorts);
        const fire = (): void => {
          if (all.has(member)) member.target.dispatchEvent(new MessageEvent("message", { data }));
        };
        world.complete("BroadcastChannel message", fire, member.order);
      }
      return true;
    },
  };
}
