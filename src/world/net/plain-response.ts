import type { AnyFunction } from "../stand-in.ts";
import type { AnswerHead } from "./exchange.ts";
import type { PlainBody } from "./plain-body.ts";

/** What a `PlainResponse` is made of; a `body` of undefined is none. */
export interface PlainAnswer {
  readonly url: string;
  readonly head: AnswerHead;
  readonly body: PlainBody | undefined;
}

/**
 * Learns which classes are those of Node's `fetch`; user code may have replaced the global ones.
 * False where a later Node has something that is not known here.
 */
export function learnClasses(response: Response): void {
  const classes = { Response: response.constructor, Headers: response.headers.constructor };
  native = classes as typeof native;
  for (const [made, own] of [
    [PlainResponse, native.Response],
    [PlainHeaders, native.Headers],
  ] as const) {
    Object.setPrototypeOf(made.prototype, own.prototype);
    // They are seen as what they stand for.
    Object.defineProperty(made.prototype, "constructor", { value: own, configurable: true });
  }
  const { prototype } = native.Response;
  const names = Object.getOwnPropertyNames(prototype);
  if (!names.includes("bytes")) Reflect.deleteProperty(PlainResponse.prototype, "bytes");
  reading = readingNames.map((name) => prototype[name]);
  // Versions of Node must take the same way to the same answer at the same virtual time, so what a
  // later one adds, such as `textStream`, is left to a response of its own.
  for (const name of names) {
    if (!Object.hasOwn(PlainResponse.prototype, name) && !asItIs.has(name)) leaveToNode(name);
  }
}

/** Whether nobody has put another way to read a body in place of Node's. */
export function isReadAsNodeDoes(): boolean {
  const { prototype } = native.Response;
  return readingNames.every((name, at) => prototype[name] === reading[at]);
}

/** A `Response` as `fetch` gives it. */
export function plainResponse(answer: PlainAnswer): Response {
  return new PlainResponse(answer) as unknown as Response;
}

// --- inside ---

let native: { readonly Response: typeof Response; readonly Headers: typeof Headers };

const readingNames = ["text", "json", "arrayBuffer"] as const;
let reading: unknown[] = [];

/** What a response without a body says of itself is true of one with a body, too. */
const asItIs = new Set(["redirected", "status", "ok", "statusText"]);

const decoder = new TextDecoder();
const { parse } = JSON;

function leaveToNode(name: string): void {
  const own = Object.getOwnPropertyDescriptor(native.Response.prototype, name);
  if (own === undefined) return;
  const { get, value }: { get?: AnyFunction; value?: unknown } = own;
  const asked = (of: PlainResponse, call: AnyFunction, args: unknown[]): unknown =>
    Reflect.apply(call, PlainResponse.nativeOf(of), args);
  Object.defineProperty(PlainResponse.prototype, name, {
    ...own,
    ...(get && {
      get(this: PlainResponse): unknown {
        return asked(this, get, []);
      },
    }),
    ...(typeof value === "function" && {
      value(this: PlainResponse, ...args: unknown[]): unknown {
        return asked(this, value as AnyFunction, args);
      },
    }),
  });
}

/** Node loads the class when it is first asked for, so it is known only later. */
const NodeResponse = function constructResponse(...args: unknown[]): object {
  return Reflect.construct(
    native.Response,
    args,
    new.target as unknown as NewableFunction,
  ) as object;
} as unknown as new (body: null, init: ResponseInit) => object;

const NodeHeaders = function constructHeaders(): object {
  return Reflect.construct(native.Headers, [], new.target as unknown as NewableFunction) as object;
} as unknown as new () => Changeable;

interface Changeable {
  append(name: string, value: string): void;
  set(name: string, value: string): void;
  delete(name: string): void;
}

/**
 * Its headers are made when they are asked for and its body is read without a stream, unless the
 * program asks for one: then a response of Node's takes over.
 */
class PlainResponse extends NodeResponse {
  readonly #answer: PlainAnswer;
  #headers: Headers | undefined;
  /** Node's own, once the body is read in another way than whole. */
  #native: Response | undefined;

  constructor(answer: PlainAnswer, own?: Response) {
    super(null, { status: answer.head.status, statusText: answer.head.text });
    this.#answer = answer;
    this.#native = own;
  }

  static nativeOf(response: PlainResponse): Response {
    return response.#asNative(response.#answer.body);
  }

  get url(): string {
    return this.#answer.url;
  }

  get type(): string {
    return "basic";
  }

  get headers(): Headers {
    this.#headers ??= new PlainHeaders(this.#answer.head.raw) as unknown as Headers;
    return this.#headers;
  }

  get body(): ReadableStream<Uint8Array> | null {
    return this.#answer.body === undefined ? null : this.#asNative(this.#answer.body).body;
  }

  get bodyUsed(): boolean {
    return this.#native?.bodyUsed ?? this.#answer.body?.isReadWhole ?? false;
  }

  text(): Promise<string> {
    return this.#read(
      (bytes) => decoder.decode(bytes),
      (own) => own.text(),
    );
  }

  json(): Promise<unknown> {
    return this.#read(
      (bytes) => parse(decoder.decode(bytes)) as unknown,
      (own) => own.json(),
    );
  }

  arrayBuffer(): Promise<ArrayBuffer> {
    return this.#read(
      (bytes) => new Uint8Array(bytes).buffer,
      (own) => own.arrayBuffer(),
    );
  }

  bytes(): Promise<Uint8Array> {
    return this.#read(
      (bytes) => new Uint8Array(bytes),
      (own) => (own as Response & { bytes(): Promise<Uint8Array> }).bytes(),
    );
  }

  blob(): ReturnType<Response["blob"]> {
    return this.#asNative(this.#answer.body).blob();
  }

  formData(): ReturnType<Response["formData"]> {
    return this.#asNative(this.#answer.body).formData();
  }

  clone(): Response {
    const { body } = this.#answer;
    const copy = body && this.#asNative(body).clone();
    return new PlainResponse(this.#answer, copy) as unknown as Response;
  }

  async #read<Value>(
    make: (bytes: Buffer) => Value,
    natively: (own: Response) => Promise<Value>,
  ): Promise<Value> {
    const { body } = this.#answer;
    if (body === undefined || this.#native !== undefined || body.isReadWhole) {
      return natively(this.#asNative(body));
    }
    return make(await body.whole());
  }

  #asNative(body: PlainBody | undefined): Response {
    if (body?.isReadWhole === true) return usedResponse();
    this.#native ??= new native.Response(body?.stream() ?? null, { headers: this.headers });
    return this.#native;
  }
}

/** The headers of an answer, which nobody may change. */
class PlainHeaders extends NodeHeaders {
  readonly #isMade: boolean;

  constructor(raw: readonly string[]) {
    super();
    for (let at = 0; at + 1 < raw.length; at += 2) {
      super.append(String(raw[at]).toLowerCase(), String(raw[at + 1]));
    }
    this.#isMade = true;
  }

  override append(name: string, value: string): void {
    if (this.#isMade) throw new TypeError("immutable");
    super.append(name, value);
  }

  override set(name: string, value: string): void {
    if (this.#isMade) throw new TypeError("immutable");
    super.set(name, value);
  }

  override delete(name: string): void {
    if (this.#isMade) throw new TypeError("immutable");
    super.delete(name);
  }
}

/** Says in Node's own words that a body can be read only once. */
function usedResponse(): Response {
  const response = new native.Response("read");
  void response.text();
  return response;
}
