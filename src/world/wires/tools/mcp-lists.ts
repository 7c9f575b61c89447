import type { ToolFault } from "../../../kernel/agent/agent-fault.ts";
import { isList, isRecord, type Json } from "../json-walk.ts";
import { withCanary } from "../tool-payloads.ts";
import type { PendingStrike, WireScope } from "../wire-scope.ts";
import type { RpcMessage } from "./rpc-text.ts";

/** Whose messages pass, and to whom. */
export interface McpParty {
  readonly agent: string;
  /** The name of the server; where it is an agent, faults name it instead of its tools. */
  readonly server: string;
  readonly wire: "mcp" | "peer";
  readonly url?: string | undefined;
}

/** What a client was told about the tools of one server, and what of it is not so. */
export class DriftedLists {
  readonly #party: McpParty;
  readonly #schemas = new Map<string, Json>();
  /** By the conversation: a drift ends with it. */
  readonly #drifts = new WeakMap<WireScope, Map<string, Drift>>();

  constructor(party: McpParty) {
    this.#party = party;
  }

  /** What a tool says about its structured content, if it was listed. */
  outputSchema(tool: string): Json | undefined {
    return this.#schemas.get(tool);
  }

  /** The tool that a client means; after a drift it may be gone, or have another name. */
  calledName(
    name: string,
    scope: WireScope,
  ): { readonly kind: "known"; readonly name: string } | { readonly kind: "gone" } {
    const drifts = this.#drifts.get(scope);
    if (drifts?.has(name) === true) return { kind: "gone" };
    for (const [tool, drift] of drifts ?? []) {
      if (drift.name === name) return { kind: "known", name: tool };
    }
    return { kind: "known", name };
  }

  /** What the client is given for the answer to `tools/list`; a drift is told of afterwards. */
  listed(answer: RpcMessage, scope: WireScope): readonly RpcMessage[] {
    const { result } = answer;
    const tools = isRecord(result) ? result["tools"] : undefined;
    if (!isRecord(result) || tools === undefined || !isList(tools)) return [answer];
    const before = new Map(this.#drifts.get(scope));
    const changed = tools.flatMap((tool) => this.#listedTool(tool, scope));
    const isSame = changed.length === tools.length && changed.every((one, at) => one === tools[at]);
    if (isSame) return [answer];
    const given = { ...answer, result: { ...result, tools: changed } };
    return isNew(before, this.#drifts.get(scope)) ? [given, listChanged] : [given];
  }

  #listedTool(tool: Json, scope: WireScope): readonly Json[] {
    const name = isRecord(tool) ? tool["name"] : undefined;
    if (!isRecord(tool) || typeof name !== "string") return [tool];
    const { agent, server, wire, url } = this.#party;
    const target = wire === "peer" ? server : name;
    scope.markListed(target);
    if (tool["outputSchema"] !== undefined && this.#schemas.size < schemasMax) {
      this.#schemas.set(name, tool["outputSchema"]);
    }
    this.#drifts.get(scope)?.delete(name);
    const place = { layer: "tool", agent, target, url, call: name, step: "definition" } as const;
    const pending = scope.strike(place);
    if (pending === undefined) return [tool];
    return pending.fault.mode === "list_drift"
      ? this.#drifted({ tool, name, pending, scope })
      : poisoned(tool, pending, scope);
  }

  #drifted({ tool, name, pending, scope }: Drifting): readonly Json[] {
    // Drawn for the tool, not for the list: a tool that is hidden stays so when it is listed again.
    const drawn = scope.plan.draw({ ...pending.strike, occurrence: 0 }, `drift ${name}`, 2);
    const drift: Drift = drawn === 0 ? { name: undefined } : { name: `${name}_v2` };
    const drifts = this.#drifts.get(scope) ?? new Map<string, Drift>();
    this.#drifts.set(scope, drifts.set(name, drift));
    if (drift.name === undefined) {
      scope.fired(pending, `${name} is hidden`);
      return [];
    }
    scope.fired(pending, `${name} is now ${drift.name}`);
    scope.markListed(drift.name);
    return [{ ...tool, name: drift.name }];
  }
}

// --- inside ---

/** A tool that is gone, or that has another name now. */
interface Drift {
  readonly name: string | undefined;
}

interface Drifting {
  readonly tool: { readonly [key: string]: Json };
  readonly name: string;
  readonly pending: PendingStrike<ToolFault>;
  readonly scope: WireScope;
}

const schemasMax = 10_000;

const listChanged: RpcMessage = { jsonrpc: "2.0", method: "notifications/tools/list_changed" };

/** Whoever is told of the same drift again would ask again, for ever. */
function isNew(
  before: ReadonlyMap<string, Drift>,
  now: ReadonlyMap<string, Drift> | undefined,
): boolean {
  return [...(now ?? [])].some(([tool, drift]) => {
    const old = before.get(tool);
    return old === undefined || old.name !== drift.name;
  });
}

function poisoned(
  tool: { readonly [key: string]: Json },
  pending: PendingStrike<ToolFault>,
  scope: WireScope,
): readonly Json[] {
  const payload = withCanary(pending.fault, scope.canary).payload ?? "";
  const { description } = tool;
  scope.fired(pending, "an order stands in its description");
  const text = typeof description === "string" ? `${description}\n\n${payload}` : payload;
  return [{ ...tool, description: text }];
}
