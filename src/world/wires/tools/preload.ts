// Loaded into the process of an agent by `node --import`, before anything of its own. Leads the
// requests that go to a tool's address to the wires instead, and touches nothing else. Processes
// and threads that the agent starts inherit it by the environment.
import http, { type ClientRequest, type RequestOptions } from "node:http";
import https from "node:https";
import { syncBuiltinESMExports } from "node:module";
import { urlToHttpOptions } from "node:url";
import { ledHeaders } from "./led-headers.ts";
import { readRedirect, type Redirect } from "./redirect.ts";

const redirect = readRedirect(process.env["GAUNTLET_REDIRECT"]);
if (redirect !== undefined) {
  leadFetch(redirect);
  leadHttp(redirect);
}

// --- inside ---

/** What the dispatchers of undici are asked for; the names are its own. */
interface DispatchOptions {
  readonly origin?: string | URL | undefined;
  readonly path: string;
  readonly headers?: unknown;
  readonly upgrade?: unknown;
}

interface Dispatcher {
  dispatch(options: DispatchOptions, handler: unknown): boolean;
}

/**
 * Below `fetch` and `undici.request` is one dispatcher. There an address changes and nothing else:
 * bodies, signals and what a response says about itself stay as they are.
 */
function leadFetch(to: Redirect): void {
  const symbols = ["undici.globalDispatcher.1", "undici.globalDispatcher.2"].map((name) =>
    Symbol.for(name),
  );
  const adopted = new WeakSet<Dispatcher>();
  const adoptAll = (): void => {
    for (const symbol of symbols) {
      const dispatcher = (globalThis as Record<symbol, unknown>)[symbol] as Dispatcher | undefined;
      if (dispatcher === undefined || adopted.has(dispatcher)) continue;
      adopted.add(dispatcher);
      adopt(dispatcher, to);
    }
  };
  // Asking for it loads the undici of Node, which puts its dispatcher in place.
  if (typeof Response !== "undefined") adoptAll();
  const { fetch } = globalThis;
  // Before each one, because a program may put in a dispatcher of its own at any time.
  const leading = function leading(...args: Parameters<typeof fetch>): Promise<Response> {
    adoptAll();
    return fetch(...args);
  };
  Object.defineProperty(leading, "name", { value: "fetch" });
  Object.defineProperty(globalThis, "fetch", {
    value: leading,
    writable: true,
    configurable: true,
    enumerable: true,
  });
}

function adopt(dispatcher: Dispatcher, to: Redirect): void {
  const original = dispatcher.dispatch;
  const dispatch = (options: DispatchOptions, handler: unknown): boolean => {
    const { origin, path, upgrade } = options;
    const isPlain = origin !== undefined && (upgrade === undefined || upgrade === null);
    const led = isPlain ? to.led(String(origin).replace(/\/$/u, ""), path) : undefined;
    const headers = led === undefined ? options.headers : ledHeaders(options.headers);
    const asked = led === undefined ? options : { ...options, ...led, headers };
    return Reflect.apply(original, dispatcher, [asked, handler]);
  };
  Object.defineProperty(dispatcher, "dispatch", {
    value: dispatch,
    writable: true,
    configurable: true,
  });
}

type Answer = (response: http.IncomingMessage) => void;

function leadHttp(to: Redirect): void {
  const plain = http.request;
  for (const [module, protocol] of [
    [http, "http:"],
    [https, "https:"],
  ] as const) {
    const { request } = module;
    const leading = (...args: unknown[]): ClientRequest => {
      const asked = askedFor(args, protocol);
      const led = asked === undefined ? undefined : ledOptions(asked.options, to);
      if (asked === undefined || led === undefined) return Reflect.apply(request, module, args);
      return Reflect.apply(plain, http, [led, asked.answer]);
    };
    module.request = leading;
    module.get = (...args: unknown[]): ClientRequest => {
      const sent = leading(...args);
      sent.end();
      return sent;
    };
  }
  syncBuiltinESMExports();
}

/** The options of a request, in whichever of its forms it is made. */
function askedFor(
  args: readonly unknown[],
  protocol: string,
): { readonly options: RequestOptions; readonly answer: Answer | undefined } | undefined {
  const [first, ...more] = args;
  const answer = args.find((one): one is Answer => typeof one === "function");
  if (typeof first !== "string" && !(first instanceof URL)) {
    if (typeof first !== "object" || first === null) return undefined;
    const given = first as RequestOptions;
    return { options: { ...given, protocol: given.protocol ?? protocol }, answer };
  }
  if (!URL.canParse(String(first))) return undefined;
  const given = typeof more[0] === "object" ? more[0] : {};
  return { options: { ...urlToHttpOptions(new URL(String(first))), ...given }, answer };
}

function ledOptions(options: RequestOptions, to: Redirect): RequestOptions | undefined {
  if (options.socketPath !== undefined && options.socketPath !== null) return undefined;
  const protocol = options.protocol ?? "http:";
  const host = options.hostname ?? options.host ?? "localhost";
  const usual = protocol === "https:" ? 443 : 80;
  // An empty one, as the addresses of WHATWG have it, is the usual one.
  const given = String(options.port ?? "");
  const port = given === "" ? Number(options.defaultPort ?? usual) : Number(given);
  const name = host.includes(":") && !host.startsWith("[") ? `[${host}]` : host;
  const origin = `${protocol}//${name}${port === usual ? "" : `:${port}`}`;
  const led = to.led(origin, options.path ?? "/");
  if (led === undefined) return undefined;
  const { hostname, port: at } = new URL(led.origin);
  // An agent or a socket that was meant for the tool's own address would not reach the wires.
  const { agent: _, createConnection: _connection, defaultPort: _port, ...kept } = options;
  // Whatever form they had, Node takes them in the same one.
  const headers = ledHeaders(options.headers) as NonNullable<RequestOptions["headers"]>;
  const place = { protocol: "http:", host: hostname, hostname, port: at, path: led.path };
  return { ...kept, ...place, ...(options.headers === undefined ? {} : { headers }) };
}
