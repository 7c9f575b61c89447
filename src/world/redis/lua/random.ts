import type { RedisHost } from "../call.ts";
import type { Arguments, Library } from "./arguments.ts";

/** `math.random` of a script: a server begins with the same numbers each time, as Redis does. */
export function randomLibrary(host: RedisHost): Library {
  const draw = (): number => {
    host.randomState = (host.randomState * 0x5_de_ec_e6_6dn + 0xbn) & 0xff_ff_ff_ff_ff_ffn;
    return (Number(host.randomState >> 17n) % max) / max;
  };
  return {
    random: (args) => ranged(args, draw()),
    randomseed: (args) => {
      host.randomState = seeded(Math.trunc(args.number(0)));
      return [];
    },
  };
}

// --- inside ---

const max = 2 ** 31 - 1;

function seeded(seed: number): bigint {
  return (BigInt.asUintN(32, BigInt(seed)) << 16n) + 0x33_0en;
}

function ranged(args: Arguments, drawn: number): number {
  if (args.all.length === 0) return drawn;
  const from = args.all.length > 1 ? args.number(0) : 1;
  const to = args.number(args.all.length > 1 ? 1 : 0);
  if (from > to) args.fail(args.all.length > 1 ? 1 : 0, "interval is empty");
  return Math.floor(drawn * (to - from + 1)) + from;
}
