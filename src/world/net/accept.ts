import net, { type Server, type Socket } from "node:net";
import tls from "node:tls";
import { callIn } from "../async-context.ts";
import { type Listener, networkPart } from "./network.ts";
import { simulate } from "./sim-socket.ts";
import { dressAsTls } from "./tls-socket.ts";
import { Wire } from "./wire.ts";

/** The server's side of a connection that a client has opened. */
export function accept(listener: Listener, client: Wire): void {
  const server = listener.server as InnerServer;
  const known = client.world.part(networkPart).find(listener.address, listener.port);
  const isGone = known !== listener && !listener.isPrivate;
  callIn(
    listener.context,
    () => {
      const socket = new net.Socket({ allowHalfOpen: server.allowHalfOpen ?? false });
      const wire = new Wire(client.world, socket, "socket to client");
      wire.isTls = listener.isTls;
      wire.isPrivate = client.isPrivate;
      wire.host = client.host;
      wire.local = client.remote;
      wire.remote = client.local;
      wire.peer = client;
      client.peer = wire;
      simulate(socket, wire);
      if (isGone || listener.isTls !== client.isTls) return void socket.resetAndDestroy();
      // Nothing was read and nothing is lost: the client sees an end.
      if (isFull(server, wire)) return void socket.destroy();
      if (listener.isTls) dressAsTls(socket, {});
      return begin(server, socket);
    },
    {},
  );
}

// --- inside ---

interface InnerServer extends Server {
  _connections: number;
  allowHalfOpen?: boolean;
  pauseOnConnect?: boolean;
}

function begin(server: InnerServer, socket: Socket): void {
  if (server.pauseOnConnect === true) socket.pause();
  else socket.read(0);
  server._connections += 1;
  Object.assign(socket, { server, _server: server });
  // A TLS server would begin a handshake on `connection`; here the socket is secure already.
  server.emit(server instanceof tls.Server ? "secureConnection" : "connection", socket);
}

function isFull(server: InnerServer, wire: Wire): boolean {
  if (!server.maxConnections || server._connections < server.maxConnections) return false;
  const { local, remote } = wire;
  server.emit("drop", {
    localAddress: local?.address,
    localPort: local?.port,
    localFamily: local?.family,
    remoteAddress: remote?.address,
    remotePort: remote?.port,
    remoteFamily: remote?.family,
  });
  return true;
}
