import type { AgentEvent } from "../../../src/kernel/agent/agent-event.ts";
import type { AgentFault } from "../../../src/kernel/agent/agent-fault.ts";
import { FaultPlan } from "../../../src/kernel/agent/fault-plan.ts";
import { SecretMask } from "../../../src/kernel/secrets/secret-mask.ts";
import { modelRoutes } from "../../../src/world/wires/llm/model-routes.ts";
import type { Upstream } from "../../../src/world/wires/upstream.ts";
import { WireHub } from "../../../src/world/wires/wire-hub.ts";
import { WireScope } from "../../../src/world/wires/wire-scope.ts";
import { ModelServer, serverUpstream } from "./model-server.ts";

/** A provider on loopback with the model wire before it. */
export class ModelWire {
  readonly server: ModelServer;
  readonly hub: WireHub;
  readonly mask: SecretMask;
  scope: WireScope;

  private constructor(server: ModelServer, hub: WireHub, mask: SecretMask) {
    this.server = server;
    this.hub = hub;
    this.mask = mask;
    this.scope = this.begin([]);
  }

  static async open(upstream?: (server: ModelServer) => Upstream): Promise<ModelWire> {
    const server = await ModelServer.open();
    const mask = new SecretMask();
    const asks = upstream?.(server) ?? serverUpstream(server.origin);
    const hub = await WireHub.open(modelRoutes({ upstream: asks }), { mask });
    return new ModelWire(server, hub, mask);
  }

  /** A new conversation in which these faults may strike. */
  begin(
    faults: readonly AgentFault[],
    { seed = 7, directTools = [] }: { seed?: number; directTools?: readonly string[] } = {},
  ): WireScope {
    const plan = new FaultPlan(faults, { seed, cell: "one" });
    const began = performance.now();
    const now = (): number => Math.round(performance.now() - began);
    const canary = "CNRY-0123456789";
    this.scope = new WireScope({ plan, mask: this.mask, canary, now, directTools });
    this.hub.begin(this.scope);
    this.server.questions.length = 0;
    return this.scope;
  }

  get openaiUrl(): string {
    return `${this.hub.urlFor("main", "openai")}/v1`;
  }

  get anthropicUrl(): string {
    return this.hub.urlFor("main", "anthropic");
  }

  /** The events of one kind of the conversation. */
  events<Kind extends AgentEvent["kind"]>(kind: Kind): Extract<AgentEvent, { kind: Kind }>[] {
    return this.scope.journal.events.filter(
      (event): event is Extract<AgentEvent, { kind: Kind }> => event.kind === kind,
    );
  }

  async close(): Promise<void> {
    await this.hub.close();
    await this.server.close();
  }
}
