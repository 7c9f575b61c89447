import net from "node:net";
import tls from "node:tls";
import { GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import { activeWorld } from "../active-world.ts";
import { isObject, moduleObject } from "../builtin-place.ts";
import { madeOutside } from "../loading/idle-world.ts";
import { makeInert } from "../loading/inert.ts";
import { inertSocket } from "./inert-net.ts";
import { replaceFunction } from "../stand-in.ts";
import { connectArguments, connectIn, type ConnectOptions } from "./connect.ts";
import { dressAsTls } from "./tls-socket.ts";

/** Puts the simulated TLS, which is plain, below `tls`, `https` and `fetch`. */
export function installTls(): void {
  const { connect } = tls;
  const standIn = (...args: unknown[]): net.Socket => {
    const { options, callback } = tlsArguments(args);
    // Over a socket that was made outside of a run as well, nothing is ever sent.
    const isOver = activeWorld === undefined && options.socket !== undefined;
    const made = isOver ? undefined : madeOutside("a connection");
    const world = activeWorld ?? made?.world;
    if (world === undefined) {
      return Reflect.apply(connect, tls, args as Parameters<typeof connect>);
    }
    if (options.socket !== undefined) throw overSocketError();
    const socket = new net.Socket({ allowHalfOpen: options.allowHalfOpen ?? false });
    const servername = options.servername || options.host;
    dressAsTls(socket, servername === undefined ? {} : { servername });
    if (typeof callback === "function") socket.once("secureConnect", callback as () => void);
    connectIn(world, socket, { ...options, isTls: true });
    if (options.timeout) socket.setTimeout(options.timeout);
    return made === undefined ? socket : makeInert(socket, inertSocket, made.maker);
  };
  replaceFunction(tls, "connect", standIn);
  // The old name of the same module is an object of its own.
  const old = moduleObject("_tls_wrap");
  if (isObject(old) && "connect" in old) replaceFunction(old, "connect", standIn);
}

// --- inside ---

interface TlsOptions extends ConnectOptions {
  readonly socket?: unknown;
  readonly servername?: string;
  readonly allowHalfOpen?: boolean;
  readonly timeout?: number;
}

function tlsArguments(args: readonly unknown[]): { options: TlsOptions; callback: unknown } {
  const { options, callback } = connectArguments(args);
  // `connect(port, host, options)` carries its options in the second or third place.
  const more = args.slice(1).find((arg) => typeof arg === "object" && arg !== null) ?? {};
  return { options: { ...options, ...more }, callback };
}

function overSocketError(): GauntletError {
  return new GauntletError({
    code: "net-tls-over-socket",
    what: "TLS over a socket that is already open is not simulated",
    help: "connect with TLS from the start, or stand in for this connection with a seam",
  });
}
