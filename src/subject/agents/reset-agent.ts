import { GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import type { AgentReset } from "../../config/agent/agent-config.ts";
import { fillVariables, type Variables } from "./fill-variables.ts";
import type { FunctionProcess } from "./function-agent.ts";
import { sendRequest } from "./send-request.ts";

/** What is needed to put an agent back to its beginning. */
export interface ResetOptions {
  /** What messages call it. */
  readonly name: string;
  readonly variables: Variables;
  /** Where a function of the project is called. */
  readonly functions: FunctionProcess;
}

/** Puts an agent back to its beginning; throws where it does not say that it is. */
export async function resetAgent(reset: AgentReset, options: ResetOptions): Promise<void> {
  const problem =
    reset.kind === "endpoint"
      ? await resetByEndpoint(reset.url, options)
      : await resetByFunction(reset, options);
  if (problem === undefined) return;
  throw new GauntletError({
    code: "A004",
    what: `\`${options.name}\` could not be reset: ${problem}`,
    where: reset.kind === "endpoint" ? "[agent] reset_endpoint" : "[agent] reset_function",
    note: "what an agent kept from another conversation would be judged in this one",
    help: "let it answer with a status from 200 to 299, or return without throwing",
  });
}

// --- inside ---

const timeoutMs = 10_000; // a reset that takes longer is a start
const answerBytesMax = 65_536;

async function resetByEndpoint(
  text: string,
  { variables }: ResetOptions,
): Promise<string | undefined> {
  const url = new URL(fillVariables(text, variables, "[agent] reset_endpoint"));
  const { signal } = new AbortController();
  const headers = [
    ["Content-Type", "application/json"],
    ["Connection", "close"],
  ] as const;
  const request = { url, method: "POST", headers, body: "{}" };
  const { status = 0, error } = await sendRequest(request, { timeoutMs, answerBytesMax, signal });
  if (error !== undefined) return error.message;
  return status >= 200 && status < 300 ? undefined : `it answered ${status}`;
}

async function resetByFunction(
  place: Extract<AgentReset, { readonly kind: "function" }>,
  { functions }: ResetOptions,
): Promise<string | undefined> {
  const { signal } = new AbortController();
  const problem = await functions.ready(place, signal);
  if (problem !== undefined) return problem.error?.message;
  const came = await functions.call(place, [], signal);
  return "value" in came ? undefined : came.error?.message;
}
