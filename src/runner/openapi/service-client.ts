import type { ServiceAnswer } from "../../data/openapi/answer-checks.ts";
import type { ServiceRequest } from "../../data/openapi/draw-request.ts";
import { real } from "../../world/real.ts";

/** Answers a request: a handler of fetch's kind, or a `fetch` to a server of one's own. */
export type Answering = (request: Request) => Promise<Response> | Response;

/** Sends requests to a service, with what lets them in. */
export class ServiceClient {
  readonly #answering: Answering;
  readonly #auth: Readonly<Record<string, string>>;
  #count = 0;

  constructor(answering: Answering, auth: Readonly<Record<string, string>>) {
    this.#answering = answering;
    this.#auth = auth;
  }

  /** How many requests were sent. */
  get count(): number {
    return this.#count;
  }

  /** Sends a request; `auth` stands in the place of what lets it in. */
  async send(
    { method, target, headers, body }: Omit<ServiceRequest, "wrong">,
    auth: Readonly<Record<string, string>> = this.#auth,
  ): Promise<ServiceAnswer> {
    this.#count += 1;
    const request = new Request(`http://127.0.0.1${target}`, {
      method,
      headers: [
        ...headers.map(([name, value]): [string, string] => [name, value]),
        ...entries(auth),
      ],
      ...(body === undefined ? {} : { body }),
    });
    const startMs = real.performanceNow();
    try {
      const response = await this.#answering(request);
      const text = await response.text();
      const tookMs = real.performanceNow() - startMs;
      return { status: response.status, headers: new Map(response.headers), text, tookMs };
    } catch (thrown) {
      // A handler that throws is what its server answers 500 for.
      const text = thrown instanceof Error ? thrown.message : String(thrown);
      return { status: 500, headers: new Map(), text, tookMs: real.performanceNow() - startMs };
    }
  }
}

// --- inside ---

function entries(auth: Readonly<Record<string, string>>): [string, string][] {
  return Object.entries(auth);
}
