import http, { type ClientRequest, type IncomingMessage, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import { type HostHttpEnd, startHostHttp } from "../host/ask-host-http.ts";
import { hostLimits } from "../host/host-limits.ts";
import { lateHostCall } from "../host/late-host-call.ts";
import type { SimWorld } from "../sim-world.ts";
import { connectPrivately } from "./connect.ts";
import { networkPart } from "./network.ts";

/** Where a request goes. */
export interface RequestTarget {
  readonly host: string;
  readonly port: number;
}

/**
 * Whether a request leaves the run: where the host may be asked, and nobody in the run serves the
 * place. What becomes another protocol stays, because only a whole exchange can be recorded.
 */
export function isForHost(
  world: SimWorld,
  request: ClientRequest,
  { host, port }: RequestTarget,
): boolean {
  if (!world.host.http || request.method === "CONNECT" || request.hasHeader("upgrade"))
    return false;
  const network = world.part(networkPart);
  return network.find(network.resolve(host) ?? host, port) === undefined;
}

/**
 * A connection over which a client gets what the host really answers. The request is made once the
 * client has sent it, and its answer arrives after the virtual time that it really took.
 */
export function connectToHost(
  world: SimWorld,
  request: ClientRequest,
  { host, port }: RequestTarget,
): Socket {
  const isTls = request.protocol === "https:";
  const name = host.includes(":") ? `[${host}]` : host;
  const isStandard = port === (isTls ? 443 : 80);
  const origin = `${request.protocol}//${name}${isStandard ? "" : `:${port}`}`;
  const relay = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    carry(world, `${origin}${request.path}`, incoming)
      .then((end) => {
        const error = socket.destroyed ? undefined : limitOf(end, `${origin}${request.path}`);
        if (error !== undefined) world.onLimit(error);
        deliver(end, outgoing, socket);
      })
      .catch((error: unknown) => socket.destroy(error as Error));
  };
  const server = http.createServer(relay);
  server.keepAliveTimeout = 0;
  const place = { address: "10.0.0.2", port: 80, isTls, isPrivate: true };
  const socket = connectPrivately(world, { ...place, server, context: undefined });
  return socket;
}

// --- inside ---

async function carry(
  world: SimWorld,
  url: string,
  incoming: IncomingMessage,
): Promise<HostHttpEnd> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(incoming.headers)) headers[name] = String(value);
  const body = Buffer.concat(chunks).toString("base64");
  const { end, ms } = startHostHttp(world, {
    method: incoming.method ?? "GET",
    url,
    headers,
    ...(chunks.length === 0 ? {} : { body, isBodyBase64: true }),
    ...hostLimits(world),
  });
  await new Promise<void>((resolve) => void world.after(ms * 1_000, "host http answer", resolve));
  return end;
}

/** What belongs to one connection and not to the message. */
const hopHeaders: ReadonlySet<string> = new Set(["connection", "keep-alive", "transfer-encoding"]);

function deliver(end: HostHttpEnd, outgoing: ServerResponse, client: Socket): void {
  switch (end.kind) {
    case "answer": {
      outgoing.sendDate = false;
      outgoing.statusCode = end.status;
      outgoing.statusMessage = end.statusText;
      for (const [name, value] of end.headerPairs) {
        if (!hopHeaders.has(name)) outgoing.appendHeader(name, value);
      }
      outgoing.end(Buffer.from(end.body, end.isText ? "utf8" : "base64"));
      return;
    }
    case "timeout":
      client.destroy(systemError("ETIMEDOUT", `${callOf[end.phase]} ETIMEDOUT`));
      return;
    case "failed":
      client.destroy(systemError(end.code, end.because));
      return;
    case "too long":
      client.destroy(tooLong(end));
  }
}

const callOf = { connect: "connect", headers: "read", body: "read" };

/** An error in the words in which the host gave it. */
function systemError(code: string, message: string): Error {
  const [syscall = ""] = message.split(" ");
  return Object.assign(new Error(message), { code, syscall });
}

/** The limit of ours that a call has passed. */
function limitOf(end: HostHttpEnd, url: string): GauntletError | undefined {
  if (end.kind === "timeout") return lateHostCall(`the request to \`${url}\``, end.afterMs);
  return end.kind === "too long" ? tooLong(end) : undefined;
}

function tooLong({ seen, limit }: Extract<HostHttpEnd, { kind: "too long" }>): GauntletError {
  return new GauntletError({
    code: "W417",
    what: `an answer of the host was given up: its body had ${seen} bytes, at most ${limit}`,
    note: "what the host answers is recorded as a whole",
    help: "ask for less, or raise the limit for the bytes of a host call",
  });
}
