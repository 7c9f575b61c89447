import type { OutsideSteps } from "../step-fields/outside-fields.ts";
import { durationMs } from "../shapes/values.ts";
import type { Answer } from "./matchers.ts";
import { stepToPaste } from "./rule-book.ts";

/** An `http_when` as it is kept. */
export interface HttpRule {
  readonly method: string;
  readonly path: string;
  readonly answer: Answer;
  readonly delayMs: number;
  /** What the step said, for a contract with a real server. */
  readonly said: OutsideSteps["http_when"];
}

/** Reads an `http_when`. */
export function httpRule(said: OutsideSteps["http_when"]): HttpRule {
  const { method, path, status, headers = {}, body = "", delay } = said;
  const isJson = "json" in said && said.json !== undefined;
  const named = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  const type = isJson ? { "content-type": "application/json" } : {};
  const answer = {
    status,
    headers: { ...type, ...(Object.fromEntries(named) as Record<string, string>) },
    body: isJson ? JSON.stringify(said.json) : body,
  };
  const delayMs = delay === undefined ? 0 : durationMs(delay);
  return { method, path, answer, delayMs, said };
}

/** Whether a rule is about a request of this method and path, or address. */
export function fitsRequest({ method, path }: HttpRule, request: HttpTarget): boolean {
  if (method.toUpperCase() !== request.method.toUpperCase()) return false;
  if (path === request.path) return true;
  const [own, asked] = [addressOf(path), addressOf(request.path)];
  return own !== undefined && own.href === asked?.href;
}

/** The same for a real request, whose rule may leave the origin out. */
export function fitsHostRequest(rule: HttpRule, request: HttpTarget): boolean {
  if (fitsRequest(rule, request)) return true;
  const asked = addressOf(request.path);
  if (asked === undefined || rule.method.toUpperCase() !== request.method.toUpperCase()) {
    return false;
  }
  return rule.path === `${asked.pathname}${asked.search}`;
}

/** What a request is about. */
export interface HttpTarget {
  readonly method: string;
  /** A path, or an absolute address. */
  readonly path: string;
}

/** An absolute http or https address; undefined for anything else. */
export function addressOf(path: string): URL | undefined {
  if (!/^https?:\/\//iu.test(path) || !URL.canParse(path)) return undefined;
  const address = new URL(path);
  address.hash = "";
  return address;
}

/** A step that would answer a request, ready to be pasted into a scenario of either form. */
export function suggestedHttpWhen({ method, path }: HttpTarget): string {
  return stepToPaste({ type: "http_when", method, path, status: 200, body: "", times: 1 });
}
