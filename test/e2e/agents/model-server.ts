import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { ModelProtocol } from "../../../src/kernel/agent/agent-event.ts";
import type { Upstream } from "../../../src/world/wires/upstream.ts";
import { providerUpstream } from "../../../src/world/wires/upstream/provider-upstream.ts";
import { plainAnswer, type SaidByModel, streamedAnswer } from "./model-formats.ts";

/** A question that the server was asked. */
export interface ServedQuestion {
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: Record<string, unknown>;
}

/** A provider on loopback that speaks the three formats and says what it is told to say. */
export class ModelServer {
  readonly questions: ServedQuestion[] = [];
  readonly #server: Server;
  says: (question: ServedQuestion) => SaidByModel = () => ({ text: usualText });

  private constructor() {
    this.#server = createServer((request, response) => void this.#answer(request, response));
  }

  static async open(): Promise<ModelServer> {
    const server = new ModelServer();
    await new Promise<void>((resolve) => server.#server.listen(0, "127.0.0.1", resolve));
    return server;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const path = request.url ?? "";
    const text = Buffer.concat(pieces).toString("utf8");
    const body = JSON.parse(text === "" ? "{}" : text) as Record<string, unknown>;
    const question = { path, headers: request.headers, body };
    this.questions.push(question);
    const protocol = protocolOf(path);
    if (protocol === undefined) {
      response.writeHead(200, { "content-type": "application/json", "x-other": "yes" });
      response.end(JSON.stringify({ other: path, method: request.method }));
      return;
    }
    const said = this.says(question);
    if (body["stream"] !== true) {
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify(plainAnswer(protocol, said)));
      return;
    }
    response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" });
    for (const frame of streamedAnswer(protocol, said)) response.write(frame);
    response.end();
  }
}

/** What the model says unless it is told otherwise. */
export const usualText = "The parcel left Oslo on Monday and arrives in Bergen on Wednesday.";

/** Asks a server on loopback as any provider is asked. */
export function serverUpstream(origin: string): Upstream {
  return providerUpstream({ openai: origin, anthropic: origin });
}

// --- inside ---

function protocolOf(path: string): ModelProtocol | undefined {
  if (path.startsWith("/v1/chat/completions")) return "chat-completions";
  if (path.startsWith("/v1/responses")) return "responses";
  return path.startsWith("/v1/messages") && !path.includes("count_tokens") ? "messages" : undefined;
}
