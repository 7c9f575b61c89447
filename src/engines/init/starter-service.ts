import type { ExportReference } from "../../kernel/values/shape.ts";

/** The frameworks whose services a starter test can ask. */
export type ServiceFramework = "express" | "fastify" | "hono" | "nest" | "next";

/** A service that answers requests, as far as its source tells. */
export interface StarterService {
  readonly framework: ServiceFramework;
  /** The file that exports it, relative to the project root; for Next.js the folder of routes. */
  readonly module: string;
  /** The name it is exported under; for NestJS that of the root module. */
  readonly exportName: string;
  /** Whether the export is called to get the service, and whether that has to be waited for. */
  readonly how: "value" | "factory" | "async factory";
  readonly routes: readonly ServiceRoute[];
  /** The hosts that it asks in turn: `https://mail.example`. */
  readonly hosts: readonly string[];
  /** How the project itself starts it, where that is more than the export. */
  readonly start?: ServiceStart | undefined;
  /** Routes that no rule is written for, with the reason: `GET /me needs next/headers`. */
  readonly leftOut?: readonly string[] | undefined;
}

/** How a NestJS application is set up where the project starts it. */
export interface ServiceStart {
  /** The HTTP server below it. */
  readonly platform: "express" | "fastify";
  /** What is called on `app` before it listens: `app.setGlobalPrefix("api");` */
  readonly calls: readonly string[];
  /** What these calls name. */
  readonly names: readonly ExportReference[];
}

/** One kind of request that a service answers. */
export interface ServiceRoute {
  readonly method: RouteMethod;
  /** As it is declared, with what routers are mounted under: `/orders/:id/pay`. */
  readonly path: string;
  /** What is read off the body. */
  readonly body: readonly BodyField[];
  /** The function that answers, where it is called and not asked over HTTP. */
  readonly handler?: RouteHandler | undefined;
}

/** A method of HTTP that rules are written for. */
export type RouteMethod = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** A function that answers a request of Next.js. */
export interface RouteHandler {
  readonly from: ExportReference;
  /** How many of the request and its context it takes. */
  readonly takes: 0 | 1 | 2;
  /** Whether it gets the parameters of the path as a promise, as it does since Next.js 15. */
  readonly awaitsParams: boolean;
}

/** A field of a body, and what it seems to hold. */
export interface BodyField {
  readonly name: string;
  readonly type: "number" | "string" | "boolean" | "strings";
  /** The only texts that it may hold. */
  readonly choices?: readonly string[] | undefined;
}
