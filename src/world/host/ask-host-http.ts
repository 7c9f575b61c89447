import { secretsInAddress, secretsInHeader } from "../../kernel/secrets/secret-sources.ts";
import { learnSecrets } from "../../kernel/secrets/process-secrets.ts";
import type { SimWorld } from "../sim-world.ts";
import { demandGranted } from "./demand-granted.ts";
import { askHostOnce } from "./host-link.ts";
import { countHostCall } from "./host-calls.ts";
import type { Facts } from "./host-question.ts";
import { bytesOf, cutText, type EncodedText, textOf } from "./encoded-text.ts";
import { recordedFact } from "./recorded-fact.ts";

/** A request that a run really makes, once; redirects are not followed. */
export interface HostHttpSpec {
  readonly method: string;
  /** Absolute, http or https. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  /** Whether the body is written in base64. */
  readonly isBodyBase64?: boolean | undefined;
  /** Real time for all of it, to the end of the body. */
  readonly timeoutMs: number;
  /** So many bytes of the body. */
  readonly bytesMax: number;
}

/** What came of it. */
export type HostHttpEnd =
  | {
      readonly kind: "answer";
      readonly status: number;
      readonly statusText: string;
      /** By lower-case name; several of one name are joined by a comma. */
      readonly headers: Readonly<Record<string, string>>;
      /** Each header by itself, in the order in which they came. */
      readonly headerPairs: readonly (readonly [string, string])[];
      /** In base64 where `isText` is false. */
      readonly body: string;
      readonly isText: boolean;
      readonly ms: number;
    }
  | {
      readonly kind: "timeout";
      readonly phase: "connect" | "headers" | "body";
      readonly afterMs: number;
    }
  | {
      readonly kind: "too long";
      readonly limit: number;
      readonly seen: number;
      readonly first: string;
      readonly last: string;
    }
  | { readonly kind: "failed"; readonly code: string; readonly because: string };

/** Makes a real request and waits for its answer; virtual time moves by the time that it took. */
export function askHostHttp(world: SimWorld, spec: HostHttpSpec): HostHttpEnd {
  const { end, ms } = startHostHttp(world, spec);
  world.nowUs += ms * 1_000;
  return end;
}

/** The same, for who lets the time pass in another way. */
export function startHostHttp(
  world: SimWorld,
  spec: HostHttpSpec,
): { readonly end: HostHttpEnd; readonly ms: number } {
  const label = `host http ${spec.method} ${placeOf(spec.url)}`;
  const { facts, texts } = recordedFact(world, label, () => {
    demandGranted(world, "http", label);
    const fact = askReal(spec);
    learnExchange(spec, fact.facts);
    return fact;
  });
  const end = endOf(facts as unknown as HttpFacts, texts);
  world.onNote(label, endText(end));
  return { end, ms: Number(facts["ms"]) };
}

// --- inside ---

/** What opens something on the way there or back must not be in the trace. */
function learnExchange({ url, headers }: HostHttpSpec, { pairs }: Facts): void {
  const answered = Array.isArray(pairs) ? (pairs as readonly (readonly [string, string])[]) : [];
  learnSecrets([
    ...secretsInAddress(url),
    ...[...Object.entries(headers), ...answered].flatMap(([name, value]) =>
      secretsInHeader(name, value),
    ),
  ]);
}

type HttpFacts =
  | {
      readonly kind: "answer";
      readonly status: number;
      readonly statusText: string;
      readonly pairs: readonly (readonly [string, string])[];
      readonly ms: number;
    }
  | {
      readonly kind: "timeout";
      readonly phase: "connect" | "headers" | "body";
      readonly ms: number;
    }
  | { readonly kind: "too long"; readonly limit: number; readonly seen: number }
  | { readonly kind: "failed"; readonly code: string; readonly because: string };

const placeLengthMax = 200;

/** What a request goes to, without what may be secret or long in it. */
function placeOf(url: string): string {
  if (!URL.canParse(url)) return url.slice(0, placeLengthMax);
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`.slice(0, placeLengthMax);
}

function askReal(spec: HostHttpSpec): ReturnType<typeof askHostOnce> {
  const { method, url, headers, body, isBodyBase64 = false, timeoutMs, bytesMax } = spec;
  countHostCall();
  return askHostOnce({
    kind: "http",
    question: {
      method,
      url,
      headers: { ...headers },
      body: body === undefined ? undefined : bytesOf({ isText: !isBodyBase64, text: body }),
      timeoutMs,
      bytesMax,
    },
  });
}

const nothing: EncodedText = { isText: true, text: "" };

function endOf(facts: HttpFacts, texts: Readonly<Record<string, EncodedText>>): HostHttpEnd {
  switch (facts.kind) {
    case "answer": {
      const { status, statusText, pairs, ms } = facts;
      const { body = nothing } = texts;
      const { text, isExact } = textOf(body);
      const head = { status, statusText, headers: joined(pairs), headerPairs: pairs };
      const read = isExact ? { body: text, isText: true } : { body: body.text, isText: false };
      return { kind: "answer", ...head, ...read, ms };
    }
    case "timeout":
      return { kind: "timeout", phase: facts.phase, afterMs: facts.ms };
    case "too long": {
      const { limit, seen } = facts;
      const { first = nothing, last = nothing } = texts;
      return { kind: "too long", limit, seen, first: cutText(first), last: cutText(last) };
    }
    case "failed":
      return { kind: "failed", code: facts.code, because: facts.because };
  }
}

function joined(pairs: readonly (readonly [string, string])[]): Record<string, string> {
  const values = new Map<string, string>();
  for (const [name, value] of pairs) {
    const before = values.get(name);
    values.set(name, before === undefined ? value : `${before}, ${value}`);
  }
  return Object.fromEntries(values);
}

function endText(end: HostHttpEnd): string {
  switch (end.kind) {
    case "answer":
      return `answered ${end.status} after ${end.ms} ms`;
    case "timeout":
      return `was given up after ${end.afterMs} ms, waiting for ${waitedFor[end.phase]}`;
    case "too long":
      return `was given up: ${end.seen} bytes of body, at most ${end.limit}`;
    case "failed":
      return `failed: ${end.because}`;
  }
}

const waitedFor = { connect: "a connection", headers: "headers", body: "the end of the body" };
