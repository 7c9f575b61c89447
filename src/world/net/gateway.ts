import http, { type ClientRequest, type IncomingMessage } from "node:http";
import https from "node:https";
import type { Socket } from "node:net";
import type { SimWorld, WorldPart } from "../sim-world.ts";
import { connectPrivately } from "./connect.ts";
import { fetchListener } from "./fetch-listener.ts";

/**
 * Stands between a client and its server while a fault may change requests or answers: the client
 * is connected to it, and hears from it what the faults have made of the answer.
 */
export class Gateway {
  readonly #world: SimWorld;
  readonly #target: GatewayTarget;
  #arrive: (request: Request) => void = () => {};
  readonly #arrival = new Promise<Request>((resolve) => {
    this.#arrive = resolve;
  });

  constructor(world: SimWorld, target: GatewayTarget) {
    this.#world = world;
    this.#target = target;
  }

  /** Makes the request, once the client has sent it; it may be made more than once. */
  async forward(): Promise<Response> {
    const request = await this.#arrival;
    return new Promise((resolve, reject) => {
      send(this.#world, this.#target, request).then((sent) => {
        sent.once("error", reject);
        sent.once("response", (response) => resolve(responseOf(response, request.method)));
      }, reject);
    });
  }

  /** A connection over which the client gets this answer, or its error. */
  connect(answer: Promise<Response>): Socket {
    const { isTls } = this.#target;
    const handle = (request: Request): Promise<Response> => {
      this.#arrive(request);
      return answer;
    };
    const server = http.createServer(fetchListener(handle, { throwsErrors: false }));
    server.keepAliveTimeout = 0;
    const place = { address: "10.0.0.2", port: 80, isTls, isPrivate: true };
    const socket = connectPrivately(this.#world, { ...place, server, context: undefined });
    answer.catch((error: unknown) => socket.destroy(error as Error));
    return socket;
  }
}

/** Where the requests of a gateway go. */
export interface GatewayTarget {
  readonly host: string;
  readonly port: number;
  readonly path: string;
  readonly isTls: boolean;
}

/** Whether an agent makes the requests of a gateway, which the faults have seen already. */
export function isOfGateway(world: SimWorld, agent: object): boolean {
  const { http: plain, https: secure } = world.part(agentsPart);
  return agent === plain || agent === secure;
}

// --- inside ---

const agentsPart: WorldPart<{ readonly http: http.Agent; readonly https: https.Agent }> = {
  name: "gateway agents",
  make: () => ({
    http: new http.Agent({ keepAlive: true }),
    https: new https.Agent({ keepAlive: true }),
  }),
};

/** What belongs to one connection and not to the message. */
const hopHeaders = new Set(["connection", "keep-alive", "transfer-encoding"]);

async function send(
  world: SimWorld,
  { isTls, ...place }: GatewayTarget,
  request: Request,
): Promise<ClientRequest> {
  const headers: Record<string, string> = {};
  for (const [name, value] of request.headers) if (!hopHeaders.has(name)) headers[name] = value;
  // Read as a whole, so that a request can be made again; its client has sent it by now.
  const body = request.body === null ? undefined : Buffer.from(await request.clone().arrayBuffer());
  const agents = world.part(agentsPart);
  const agent = isTls ? agents.https : agents.http;
  const { method } = request;
  const sent = (isTls ? https : http).request({ ...place, method, headers, agent });
  sent.end(body);
  return sent;
}

function responseOf(incoming: IncomingMessage, method: string): Response {
  const { statusCode: status = 502, statusMessage: statusText = "", rawHeaders } = incoming;
  const headers = new Headers();
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? "";
    if (!hopHeaders.has(name.toLowerCase())) headers.append(name, rawHeaders[at + 1] ?? "");
  }
  const isEmpty = method === "HEAD" || status === 204 || status === 205 || status === 304;
  if (isEmpty) incoming.resume();
  const body = isEmpty ? null : ReadableStream.from(incoming);
  return new Response(body, { status, statusText, headers });
}
