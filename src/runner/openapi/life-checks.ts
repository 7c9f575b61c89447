import { isSuccess, jsonOf } from "../../data/openapi/answer-checks.ts";
import { drawRequest, type ServiceRequest } from "../../data/openapi/draw-request.ts";
import type { Operation } from "../../data/openapi/read-openapi.ts";
import { RandomSource } from "../../kernel/decisions/random-source.ts";
import { RecordedDecisions } from "../../kernel/decisions/recorded-decisions.ts";
import { type Seed, seedWords } from "../../kernel/decisions/seed.ts";
import { fastCheck } from "../../subject/calls/fast-check.ts";
import type { ServiceFinding } from "./service-finding.ts";
import type { ServiceClient } from "./service-client.ts";

/** What is known after things were made, read and deleted. */
export interface LifeReport {
  readonly findings: readonly ServiceFinding[];
  /** Values of parameters that lead to a thing that is there, by the name of the operation. */
  readonly known: ReadonlyMap<string, Readonly<Record<string, string>>>;
}

/**
 * Makes a thing, reads it, deletes it and reads it again, wherever a service can: `POST` to a path,
 * and `GET` and `DELETE` of what lies one parameter below it.
 */
export async function lifeProblems(
  operations: readonly Operation[],
  { client, seed }: { readonly client: ServiceClient; readonly seed: Seed },
): Promise<LifeReport> {
  const findings: ServiceFinding[] = [];
  const known = new Map<string, Readonly<Record<string, string>>>();
  for (const making of operations.filter(({ method }) => method === "POST")) {
    const below = operations.filter((one) => isBelow(one, making));
    const kept = below.length === 0 ? undefined : await made(making, { client, seed, turn: 0 });
    if (kept === undefined) continue;
    for (const one of below) known.set(one.name, { [lastName(one)]: kept.id });
    const lost = await made(making, { client, seed, turn: 1 });
    if (lost !== undefined) findings.push(...(await lived(below, lost, client)));
  }
  return { findings, known };
}

// --- inside ---

/** So many requests are tried until one makes something. */
const triesMax = 20;

interface Made {
  readonly id: string;
  readonly text: string;
}

/** `/orders/{id}` is below `/orders`. */
function isBelow({ path, method }: Operation, { path: making }: Operation): boolean {
  const rest = path.startsWith(`${making}/`) ? path.slice(making.length + 1) : "";
  return /^\{[^}/]+\}$/u.test(rest) && ["GET", "DELETE", "PUT", "PATCH"].includes(method);
}

function lastName({ path }: Operation): string {
  return /\{([^}]+)\}$/u.exec(path)?.[1] ?? "";
}

async function made(
  making: Operation,
  of: { readonly client: ServiceClient; readonly seed: Seed; readonly turn: number },
): Promise<Made | undefined> {
  const words = seedWords(`${String(of.seed)} life ${making.name} ${of.turn}`);
  for (let index = 0; index < triesMax; index += 1) {
    const decisions = new RecordedDecisions(new RandomSource().restart(words, index));
    const request = drawRequest(decisions, making, { fc: fastCheck(), tier: "legal" });
    if (request === undefined) return undefined;
    const answer = await of.client.send(request);
    const id = isSuccess(answer) ? idOf(jsonOf(answer)?.value) : undefined;
    if (id !== undefined) return { id, text: `${request.method} ${request.target} → ${id}` };
  }
  return undefined;
}

function idOf(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const named = Object.entries(value).find(([key]) =>
    /^(?:id|_id|uuid)$/iu.test(key),
  )?.[1] as unknown;
  return typeof named === "string" || typeof named === "number" ? String(named) : undefined;
}

async function lived(
  below: readonly Operation[],
  { id, text }: Made,
  client: ServiceClient,
): Promise<readonly ServiceFinding[]> {
  const reading = below.find(({ method }) => method === "GET");
  const deleting = below.find(({ method }) => method === "DELETE");
  if (reading === undefined) return [];
  const request = (one: Operation): Omit<ServiceRequest, "wrong"> => ({
    method: one.method,
    target: one.path.replace(/\{[^}]+\}$/u, encodeURIComponent(id)),
    headers: [],
    body: undefined,
  });
  const line = (one: Operation): string => `${one.method} ${request(one).target}`;
  const first = await client.send(request(reading));
  if (first.status === 404) {
    const because = "what was made just now is not there";
    const requests = [text, line(reading)];
    return [{ check: "ensure_resource_availability", operation: reading.name, because, requests }];
  }
  if (deleting === undefined || !isSuccess(await client.send(request(deleting)))) return [];
  const after = await client.send(request(reading));
  if (!isSuccess(after)) return [];
  const because = `it answered ${after.status} for what was deleted`;
  const requests = [text, line(deleting), line(reading)];
  return [{ check: "use_after_free", operation: reading.name, because, requests }];
}
