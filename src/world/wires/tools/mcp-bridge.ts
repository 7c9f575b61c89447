import { randomBytes, timingSafeEqual } from "node:crypto";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { type BridgeOptions, BridgedServer } from "./bridged-server.ts";
import { readHello } from "./bridge-protocol.ts";
import { LineReader } from "./line-reader.ts";

/**
 * Where MCP servers on stdio meet the wires. A wrapped server connects, the bridge starts the real
 * one for it, and every message between the two passes the faults of the conversation.
 */
export class McpBridge {
  readonly #server: Server;
  readonly #open = new Set<Socket>();
  readonly #ended = new Set<Promise<void>>();
  readonly #token = randomBytes(16).toString("hex");
  readonly #options: BridgeOptions;

  private constructor(options: BridgeOptions) {
    this.#options = options;
    // A client that has said all it has to say still reads what comes.
    this.#server = createServer({ allowHalfOpen: true }, (socket) => this.#accept(socket));
  }

  /** Opens the listener on a free port of loopback. */
  static async open(options: BridgeOptions): Promise<McpBridge> {
    const bridge = new McpBridge(options);
    await new Promise<void>((resolve, reject) => {
      bridge.#server.once("error", reject);
      bridge.#server.listen(0, "127.0.0.1", resolve);
    });
    return bridge;
  }

  /** What a wrapped server connects to; whoever has it may start processes, so it has a token. */
  get address(): string {
    // It listens on a port, so its address is not a path.
    const { port } = this.#server.address() as AddressInfo;
    return `tcp://127.0.0.1:${port}/${this.#token}`;
  }

  /** Ends every server that it started, then the listener. */
  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => {
      this.#server.close(() => resolve());
    });
    for (const socket of this.#open) socket.destroy();
    await closed;
    await Promise.all(this.#ended);
  }

  #accept(socket: Socket): void {
    this.#open.add(socket);
    socket.once("close", () => this.#open.delete(socket));
    socket.on("error", () => socket.destroy());
    const reader = new LineReader(helloBytesMax);
    const hear = (piece: Buffer): void => {
      const end = piece.indexOf(10);
      const lines = reader.add(end === -1 ? piece : piece.subarray(0, end + 1));
      if (lines === undefined) {
        socket.destroy();
        return;
      }
      const [line] = lines;
      if (line === undefined) return;
      socket.off("data", hear);
      socket.pause();
      this.#start(socket, line, piece.subarray(end + 1));
    };
    socket.on("data", hear);
  }

  #start(socket: Socket, line: Buffer, more: Buffer): void {
    const hello = readHello(line);
    if (hello === undefined || !this.#isKnown(hello.token)) {
      socket.destroy();
      return;
    }
    const server = new BridgedServer({ ...this.#options, hello, socket });
    this.#ended.add(server.ended);
    void server.ended.finally(() => this.#ended.delete(server.ended));
    if (more.length > 0) socket.unshift(more);
    server.start();
  }

  #isKnown(token: string): boolean {
    const given = Buffer.from(token);
    const own = Buffer.from(this.#token);
    return given.length === own.length && timingSafeEqual(given, own);
  }
}

// --- inside ---

/** The first line holds an environment. */
const helloBytesMax = 2_097_152;
