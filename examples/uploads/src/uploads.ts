import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { Manifest } from "./manifest.ts";
import { receive } from "./receive.ts";

/** Stores files: `PUT /name` takes one, `GET /name` gives it back. */
export class Uploads {
  readonly #root: string;
  readonly #manifest: Manifest;

  static async open(root: string): Promise<Uploads> {
    await mkdir(join(root, "incoming"), { recursive: true });
    await mkdir(join(root, "blobs"), { recursive: true });
    return new Uploads(root, await Manifest.open(join(root, "manifest")));
  }

  private constructor(root: string, manifest: Manifest) {
    this.#root = root;
    this.#manifest = manifest;
  }

  /** A listener for `http.createServer`. */
  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const name = (request.url ?? "/").slice(1);
    try {
      if (request.method === "PUT") await this.#put(name, request, response);
      else await this.#get(name, response);
    } catch (error) {
      if (response.headersSent) response.destroy();
      else response.writeHead(507).end(String(error));
    }
  }

  async #put(name: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const part = join(this.#root, "incoming", randomUUID());
    const received = await receive(request, { part, blob: (sha256) => this.#blob(sha256) });
    await this.#manifest.add({ name, ...received });
    response.writeHead(201).end(received.sha256);
  }

  async #get(name: string, response: ServerResponse): Promise<void> {
    const entry = this.#manifest.find(name);
    if (entry === undefined) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200);
    await pipeline(createReadStream(this.#blob(entry.sha256)), response);
  }

  #blob(sha256: string): string {
    return join(this.#root, "blobs", sha256);
  }
}
