import type { IncomingMessage, ServerResponse } from "node:http";
import { Uploads } from "./src/uploads.ts";

let opening: Promise<Uploads> | undefined;

/** The service that `uploads.scenario.yaml` asks: it is opened by its first client. */
export async function app(request: IncomingMessage, response: ServerResponse): Promise<void> {
  opening ??= Uploads.open("data");
  await (await opening).handle(request, response);
}
