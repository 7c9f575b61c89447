import http, { type Agent, type ClientRequest } from "node:http";
import { activeWorld } from "../active-world.ts";
import { seamOf } from "../seam.ts";
import type { SimWorld } from "../sim-world.ts";
import { replaceFunction } from "../stand-in.ts";
import { Gateway, isOfGateway } from "./gateway.ts";
import { connectToHost, isForHost, type RequestTarget } from "./host-request.ts";
import { throughSeam } from "./through-seam.ts";

/** What a fault at `world:http.request` is told; `proceed` gives a promise of the `Response`. */
export interface HttpRequestInfo {
  readonly method: string;
  readonly url: string;
}

/**
 * Every request of `http`, `https` and, in a run, of `fetch` goes through an agent: here faults may
 * answer it, and sockets of another run, which are dead, are forgotten.
 */
export function installHttpClient(): void {
  const { addRequest } = http.Agent.prototype as InnerAgent;
  const standIn = function standInAddRequest(this: InnerAgent, ...args: AddRequest): void {
    const world = activeWorld;
    if (owners.get(this) !== world) empty(this, world);
    if (world?.onAct !== undefined && !isOfGateway(world, this)) {
      const { method } = args[0];
      world.onAct({ kind: "request", method, url: urlOf(args[0], args[1]) });
    }
    if (world !== undefined && requestSeam.isOn && isForFaults(world, this, args[0])) {
      throughFaults(world, args);
    } else if (world !== undefined && isForHost(world, args[0], targetOf(args))) {
      args[0].shouldKeepAlive = false;
      args[0].onSocket(connectToHost(world, args[0], targetOf(args)));
    } else {
      Reflect.apply(addRequest, this, args);
    }
  };
  replaceFunction(http.Agent.prototype, "addRequest", standIn);
}

// --- inside ---

const requestSeam = seamOf("world:http.request");

/** What an agent has inside; the names are Node's. */
interface InnerAgent extends Omit<Agent, "requests" | "sockets" | "freeSockets"> {
  addRequest: (...args: AddRequest) => void;
  requests: object;
  sockets: object;
  freeSockets: object;
  totalSocketCount: number;
}

interface RequestOptions {
  readonly host?: string;
  readonly port?: number | string;
  readonly defaultPort?: number;
}

type InnerRequest = ClientRequest & { onSocket(socket: unknown, error?: unknown): void };
type AddRequest = [InnerRequest, RequestOptions, ...unknown[]];

/** The run that an agent's sockets belong to; undefined is the real world. */
const owners = new WeakMap<object, SimWorld>();

function empty(agent: InnerAgent, world: SimWorld | undefined): void {
  if (world === undefined) owners.delete(agent);
  else owners.set(agent, world);
  agent.requests = Object.create(null) as object;
  agent.sockets = Object.create(null) as object;
  agent.freeSockets = Object.create(null) as object;
  agent.totalSocketCount = 0;
}

/** What becomes another protocol has no answer that a fault could change. */
function isForFaults(world: SimWorld, agent: object, request: ClientRequest): boolean {
  if (request.method === "CONNECT" || request.hasHeader("upgrade")) return false;
  return !isOfGateway(world, agent);
}

function targetOf([request, { host = "localhost", port }]: AddRequest): RequestTarget {
  return { host, port: Number(port ?? (request.protocol === "https:" ? 443 : 80)) };
}

function throughFaults(world: SimWorld, args: AddRequest): void {
  const [request, options] = args;
  const isTls = request.protocol === "https:";
  const target = { ...targetOf(args), path: request.path, isTls };
  const gateway = new Gateway(world, target);
  try {
    // Called here, so that an error which a fault makes carries the stack of whoever asked.
    const info: HttpRequestInfo = { method: request.method, url: urlOf(request, options) };
    const answer = throughSeam(requestSeam, info, () => gateway.forward());
    request.shouldKeepAlive = false;
    request.onSocket(gateway.connect(Promise.resolve(answer as Response | Promise<Response>)));
  } catch (thrown) {
    request.onSocket(null, thrown);
  }
}

function urlOf(request: ClientRequest, { host, port, defaultPort }: RequestOptions): string {
  const { protocol } = request;
  const standard = defaultPort ?? (protocol === "https:" ? 443 : 80);
  const suffix = port === undefined || Number(port) === standard ? "" : `:${port}`;
  return `${protocol}//${host ?? "localhost"}${suffix}${request.path}`;
}
