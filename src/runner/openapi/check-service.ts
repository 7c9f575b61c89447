import { answerProblems, isSuccess, type ServiceAnswer } from "../../data/openapi/answer-checks.ts";
import { drawRequest, type ServiceRequest } from "../../data/openapi/draw-request.ts";
import { type Operation, readOpenApi } from "../../data/openapi/read-openapi.ts";
import type { Tier } from "../../data/case.ts";
import type { Decision } from "../../kernel/decisions/decision.ts";
import type { DecisionSource } from "../../kernel/decisions/decisions.ts";
import { RandomSource, SimplestSource } from "../../kernel/decisions/random-source.ts";
import { RecordedDecisions } from "../../kernel/decisions/recorded-decisions.ts";
import { ReplaySource } from "../../kernel/decisions/replay-source.ts";
import { type Seed, seedWords } from "../../kernel/decisions/seed.ts";
import { shrink } from "../../kernel/shrink/shrink.ts";
import { fastCheck } from "../../subject/calls/fast-check.ts";
import { authProblems, methodProblems } from "./operation-checks.ts";
import { type Answering, ServiceClient } from "./service-client.ts";
import { lifeProblems } from "./life-checks.ts";
import type { ServiceFinding } from "./service-finding.ts";

/** How a service is checked. */
export interface ServiceCheckOptions {
  /** Answers a request: a handler of fetch's kind, or a `fetch` to a server of your own. */
  readonly answer: Answering;
  /** Headers that let a request in, such as `{ authorization: "Bearer …" }`. */
  readonly auth?: Readonly<Record<string, string>> | undefined;
  /** How many legal and how many invalid requests each operation gets (default 100). */
  readonly cases?: number | undefined;
  /** Another seed draws other requests. */
  readonly seed?: Seed | undefined;
  /** An answer that takes longer three times in a row is slow; left out, none is. */
  readonly slowMs?: number | undefined;
}

/** What became of a check. */
export interface ServiceReport {
  readonly findings: readonly ServiceFinding[];
  readonly operations: number;
  readonly requests: number;
  /** Operations of which no legal request was accepted: of these, nothing is known. */
  readonly unreached: readonly string[];
}

/**
 * Sends a service requests that its OpenAPI document allows, and some that it does not, and says
 * what is wrong with the answers, each thing once for each operation.
 */
export async function checkService(
  document: unknown,
  { answer, auth = {}, cases = 100, seed = 1, slowMs }: ServiceCheckOptions,
): Promise<ServiceReport> {
  const { operations } = readOpenApi(document);
  const client = new ServiceClient(answer, auth);
  const findings = new Map<string, ServiceFinding>();
  const add = (finding: ServiceFinding): void => {
    const key = `${finding.check} ${finding.operation}`;
    if (!findings.has(key)) findings.set(key, finding);
  };
  const life = await lifeProblems(operations, { client, seed });
  const unreached: string[] = [];
  for (const operation of operations) {
    const known = life.known.get(operation.name);
    const tried = { operation, client, cases, seed, slowMs, known };
    const { found, isReached } = await tryOperation(tried);
    for (const finding of found) add(finding);
    if (!isReached) unreached.push(operation.name);
    const request = sampleOf(operation, seed, known);
    if (request === undefined) continue;
    for (const finding of await authProblems(operation, request, client)) add(finding);
  }
  for (const finding of await methodProblems(operations, client)) add(finding);
  for (const finding of life.findings) add(finding);
  return {
    findings: [...findings.values()],
    operations: operations.length,
    requests: client.count,
    unreached,
  };
}

/** A request for people. */
export function requestText({ method, target, body }: Omit<ServiceRequest, "wrong">): string {
  const whole = `${method} ${target}${body === undefined ? "" : ` ${body}`}`;
  return whole.length > textMax ? `${whole.slice(0, textMax - 1)}…` : whole;
}

// --- inside ---

const textMax = 300;

/** Making a request small may take so many tries. */
const attemptsMax = 100;

interface Tried {
  readonly operation: Operation;
  readonly client: ServiceClient;
  readonly cases: number;
  readonly seed: Seed;
  readonly slowMs: number | undefined;
  readonly known: Readonly<Record<string, string>> | undefined;
}

interface Sent {
  readonly request: ServiceRequest;
  readonly problems: readonly Problem[];
  readonly log: readonly Decision[];
  readonly isAccepted: boolean;
}

type Problem = Pick<ServiceFinding, "check" | "because">;

async function tryOperation(
  tried: Tried,
): Promise<{ readonly found: readonly ServiceFinding[]; readonly isReached: boolean }> {
  const { operation, cases, seed } = tried;
  const found = new Map<string, ServiceFinding>();
  let isReached = false;
  for (const tier of ["legal", "invalid"] as const) {
    const words = seedWords(`${String(seed)} ${operation.name} ${tier}`);
    for (let index = 0; index < cases; index += 1) {
      const source = new RandomSource().restart(words, index);
      // What is known to be slow is not waited for three times.
      const isSlow = found.has("max_response_time");
      const sent = await sendOne(isSlow ? { ...tried, slowMs: undefined } : tried, tier, source);
      if (sent === undefined) continue;
      isReached ||= sent.isAccepted;
      for (const problem of sent.problems) {
        if (found.has(problem.check)) continue;
        found.set(problem.check, await smallest(tried, { tier, sent, problem }));
      }
    }
  }
  return { found: [...found.values()], isReached };
}

async function sendOne(
  { operation, client, known, slowMs }: Tried,
  tier: Tier,
  source: DecisionSource,
): Promise<Sent | undefined> {
  const decisions = new RecordedDecisions(source);
  const given = { fc: fastCheck(), tier, ...(known === undefined ? {} : { known }) };
  const request = drawRequest(decisions, operation, given);
  if (request === undefined) return undefined;
  const answer = await client.send(request);
  const slow = await slowProblem({ request, answer, client, slowMs });
  const problems = [
    ...answerProblems(operation, request, answer),
    ...(slow === undefined ? [] : [slow]),
  ];
  return { request, problems, log: decisions.log, isAccepted: isSuccess(answer) };
}

/** Once may be the machine's doing. */
async function slowProblem({
  request,
  answer,
  client,
  slowMs,
}: {
  readonly request: ServiceRequest;
  readonly answer: ServiceAnswer;
  readonly client: ServiceClient;
  readonly slowMs: number | undefined;
}): Promise<Problem | undefined> {
  if (slowMs === undefined || answer.tookMs <= slowMs) return undefined;
  for (let again = 0; again < 2; again += 1) {
    if ((await client.send(request)).tookMs <= slowMs) return undefined;
  }
  return { check: "max_response_time", because: `it took longer than ${slowMs} ms, three times` };
}

async function smallest(
  tried: Tried,
  of: { readonly tier: Tier; readonly sent: Sent; readonly problem: Problem },
): Promise<ServiceFinding> {
  let { sent, problem } = of;
  const { check } = problem;
  const steps = shrink(sent.log, { attemptsMax: check === "max_response_time" ? 0 : attemptsMax });
  let step = steps.next();
  while (step.done !== true) {
    const source = new ReplaySource(step.value, { atDrift: new SimplestSource() });
    const again = await sendOne(tried, of.tier, source);
    const same = again?.problems.find((one) => one.check === check);
    if (again !== undefined && same !== undefined) [sent, problem] = [again, same];
    step = steps.next(same === undefined ? undefined : again?.log);
  }
  const { name: operation } = tried.operation;
  return { check, operation, because: problem.because, requests: [requestText(sent.request)] };
}

function sampleOf(
  operation: Operation,
  seed: Seed,
  known: Tried["known"],
): ServiceRequest | undefined {
  const source = new RandomSource().restart(seedWords(`${String(seed)} ${operation.name}`), 0);
  const given = { fc: fastCheck(), tier: "legal" as const };
  const all = known === undefined ? given : { ...given, known };
  return drawRequest(new RecordedDecisions(source), operation, all);
}
