import http, { type RequestListener } from "node:http";
import { Server } from "node:net";
import { GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import type { SimWorld } from "../sim-world.ts";
import { fetchListener } from "./fetch-listener.ts";
import { listenAt } from "./listen.ts";
import { familyNumber, type FetchHandler, networkPart } from "./network.ts";

/**
 * Lets a name of the network be answered: by a handler of fetch's kind, which takes one argument,
 * by a request listener, which takes two (an express app is one), or by a server.
 */
export function serve(world: SimWorld, url: string, handler: FetchHandler): void;
/** The same for a request listener; a form of its own, so that a handler's request has its type. */
export function serve(world: SimWorld, url: string, listener: RequestListener): void;
/** The same for a server, which then listens there. */
export function serve(world: SimWorld, url: string, server: Server): void;
export function serve(
  world: SimWorld,
  url: string,
  served: FetchHandler | RequestListener | Server,
): void {
  const { protocol, hostname, port, pathname } = parsed(url);
  if (pathname !== "/") throw urlError(url, "a name is mounted as a whole, without a path");
  const network = world.part(networkPart);
  const isTls = protocol === "https:";
  const address = network.addHost(hostname.replace(/^\[|\]$/g, ""));
  const place = { address, port: Number(port) || (isTls ? 443 : 80), isTls };
  if (network.find(place.address, place.port) !== undefined) {
    throw urlError(url, "something is mounted there already");
  }
  if (served instanceof Server) return listenAt(world, served, place);
  if (served.length >= 2) {
    return listenAt(world, http.createServer(served as RequestListener), place);
  }
  const fetchHandler = served as FetchHandler;
  listenAt(world, http.createServer(fetchListener(fetchHandler)), { ...place, fetchHandler });
}

/** Whether something of the run answers at the origin of an address. */
export function isServed(world: SimWorld, url: URL): boolean {
  const network = world.part(networkPart);
  const name = url.hostname.replace(/^\[|\]$/g, "");
  const address = familyNumber(name) === 0 ? network.resolve(name) : name;
  const port = Number(url.port) || (url.protocol === "https:" ? 443 : 80);
  return address !== undefined && network.find(address, port) !== undefined;
}

// --- inside ---

function parsed(url: string): URL {
  const address = URL.canParse(url) ? new URL(url) : undefined;
  if (address?.protocol === "http:" || address?.protocol === "https:") return address;
  throw urlError(url, "it is not an address of the form https://name or http://name:port");
}

function urlError(url: string, because: string): GauntletError {
  return new GauntletError({
    code: "net-serve-url",
    what: `\`world.serve\` cannot mount a handler at \`${url}\`: ${because}`,
    help: 'give each name once, as in world.serve("https://rates.example", handler)',
  });
}
