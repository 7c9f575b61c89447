/** The frameworks whose services a starter test can ask. */
export type ServiceFramework = "express" | "fastify" | "hono";

/** A service that answers requests, as far as its source tells. */
export interface StarterService {
  readonly framework: ServiceFramework;
  /** The file that exports it, relative to the project root. */
  readonly module: string;
  /** The name it is exported under. */
  readonly exportName: string;
  /** Whether the export is called to get the service, and whether that has to be waited for. */
  readonly how: "value" | "factory" | "async factory";
  readonly routes: readonly ServiceRoute[];
  /** The hosts that it asks in turn: `https://mail.example`. */
  readonly hosts: readonly string[];
}

/** One kind of request that a service answers. */
export interface ServiceRoute {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** As it is declared, with what routers are mounted under: `/orders/:id/pay`. */
  readonly path: string;
  /** What is read off the body. */
  readonly body: readonly BodyField[];
}

/** A field of a body, and what it seems to hold. */
export interface BodyField {
  readonly name: string;
  readonly type: "number" | "string" | "boolean" | "strings";
}
