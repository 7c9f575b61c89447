import type { ServeHandler } from "../../../kernel/subject/subject.ts";
import { exportAt } from "../../calls/instance-maker.ts";
import type { CodeSteps } from "../step-fields/code-fields.ts";
import type { Answer } from "./matchers.ts";
import { harnessError } from "./step-failure.ts";
import type { PartKind, ScopePart, StepScope } from "./step-scope.ts";

/** Apps of the user's that answer requests inside of the run, each at an address of its own. */
export class AppPart implements ScopePart {
  static readonly kind: PartKind<AppPart> = {
    name: "apps",
    make: (scope) => new AppPart(scope),
  };

  readonly #scope: StepScope;
  readonly #addresses = new Map<string, string>();

  constructor(scope: StepScope) {
    this.#scope = scope;
  }

  /** Sends a request through the simulated network, as any client would. */
  async ask(app: string, request: Omit<CodeSteps["http"], "app">): Promise<Answer> {
    const { path, method = "GET", headers = {}, body, json } = request;
    const isJson = "json" in request;
    const sent = isJson ? JSON.stringify(json) : body;
    const response = await fetch(`${this.#address(app)}${path}`, {
      method,
      headers: { ...(isJson ? { "content-type": "application/json" } : {}), ...headers },
      ...(sent === undefined ? {} : { body: sent }),
      redirect: "manual",
    });
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: await response.text(),
    };
  }

  /** What is mounted stays mounted: an app has state of its own, which nobody can take back. */
  snapshot(): () => void {
    return () => {};
  }

  #address(app: string): string {
    const known = this.#addresses.get(app);
    if (known !== undefined) return known;
    const at = app.indexOf("#");
    const place = { module: app.slice(0, at), path: app.slice(at + 1).split(".") };
    const { value } = exportAt(place, this.#scope.modules);
    if (typeof value !== "function" && (typeof value !== "object" || value === null)) {
      throw harnessError("not_an_app", `\`${app}\` answers no requests`);
    }
    const address = `http://app-${this.#addresses.size + 1}.scenario`;
    this.#scope.context.world.serve(address, handlerOf(value));
    this.#addresses.set(app, address);
    return address;
  }
}

// --- inside ---

/** A hono app and others have the handler in `fetch`. */
function handlerOf(app: object): ServeHandler {
  const handler: unknown = Reflect.get(app, "fetch");
  if (typeof handler !== "function") return app;
  return (request: Request) =>
    Reflect.apply(handler, app, [request]) as Response | Promise<Response>;
}
