import { setTimeout as wait } from "node:timers/promises";
import {
  type AgentAnswer,
  canaryFor,
  FaultPlan,
  givesOrder,
  type SecretMask,
} from "../../kernel/agent/index.ts";
import { GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import { type Agent, openAgent, type OpenPeer } from "../../subject/agents/index.ts";
import type { AgentConfig } from "../../config/agent/agent-config.ts";
import {
  McpBridge,
  modelRoutes,
  Overlaps,
  toolRoutes,
  WireHub,
  WireScope,
} from "../../world/wires/index.ts";
import { ChosenUpstream, type RefusedQuestion } from "./chosen-upstream.ts";
import { gaveUpOn } from "./gave-up.ts";
import { openOthers } from "./open-others.ts";
import { refusedProblem } from "./refuse-silent-model.ts";
import { directToolsOf, wiresFor, wireToken } from "./stage-environment.ts";
import { changedInput, type HeldConversation, type Talk } from "./talk.ts";
import type { Upstreams } from "./upstreams.ts";

/** How a stage is opened. */
export interface StageOptions {
  readonly signal: AbortSignal;
  readonly upstreams: Upstreams;
  readonly mask: SecretMask;
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/**
 * An agent with everything around it: the wires through which it asks models, tools and other
 * agents, and those who answer. Conversations are held on it one after the other.
 */
export class Stage {
  readonly #config: AgentConfig;
  readonly #options: StageOptions;
  readonly #models: ChosenUpstream;
  readonly #tools: ChosenUpstream;
  readonly #close: (() => Promise<void>)[] = [];
  #peers: readonly OpenPeer[] = [];
  #hub: WireHub | undefined;
  #agent: Agent | undefined;
  #talks = 0;
  readonly #differences = new Set<string>();
  readonly #overlaps = new Overlaps();
  #isUnseen = true;

  private constructor(config: AgentConfig, options: StageOptions) {
    this.#config = config;
    this.#options = options;
    this.#models = new ChosenUpstream(options.upstreams.models());
    this.#tools = new ChosenUpstream(options.upstreams.tools);
  }

  /** Opens the wires, then starts the other agents, then the agent itself. */
  static async open(config: AgentConfig, options: StageOptions): Promise<Stage> {
    const stage = new Stage(config, options);
    try {
      await stage.#open();
      return stage;
    } catch (thrown) {
      await stage.close();
      throw thrown;
    }
  }

  /** Holds one conversation from a fresh beginning. */
  async hold(talk: Talk): Promise<HeldConversation> {
    const { mask } = this.#options;
    const canary = canaryFor([String(talk.seed), talk.cell]);
    const startMs = performance.now();
    const scope = new WireScope({
      plan: new FaultPlan(talk.faults, {
        seed: talk.seed,
        cell: talk.cell,
        ...(talk.strikes === undefined ? {} : { strikes: talk.strikes }),
        aimed: talk.aimed,
      }),
      mask,
      canary,
      now: () => Math.round(performance.now() - startMs),
      directTools: directToolsOf(this.#config),
      overlaps: this.#overlaps,
    });
    const unreset = await this.#reset();
    const models = (talk.upstream?.models ?? this.#options.upstreams.models)();
    const tools = (talk.upstream?.tools ?? this.#options.upstreams.recorded)?.();
    this.#models.choose(models);
    this.#tools.choose(tools);
    const begin = (turn: number): void => tools?.beginTurn?.(turn);
    const answer = unreset === undefined ? await this.#ask(talk, scope, begin) : noAnswer(unreset);
    const [miss] = [...(models.misses ?? []), ...(tools?.misses ?? [])];
    for (const one of [models, tools]) {
      for (const difference of one?.differences ?? []) this.#differences.add(difference);
    }
    this.#tools.choose(undefined);
    const { canary: own } = changedInput(talk);
    const canaries = [
      ...(wasOrdered(talk, scope) ? [canary] : []),
      ...(own === undefined ? [] : [own]),
    ];
    const conversation = conversationOf(talk, scope, answer);
    this.#isUnseen &&= !conversation.events.some(isCall);
    const { stayedAway, met, due } = scope.plan;
    const isUnseen = this.#isUnseen;
    const problem = unreset ?? miss ?? this.#models.unanswered;
    const held = { talk, conversation, answer, canaries, problem, stayedAway, met, due, isUnseen };
    const isReal = this.#config.upstream.kind === "provider" && talk.upstream?.models === undefined;
    if (problem !== undefined || !isReal) return held;
    return { ...held, problem: refusedProblem({ held, refused: this.refusedQuestion }) };
  }

  /** How the last question to a model in the last conversation was refused, if it was. */
  get refusedQuestion(): RefusedQuestion | undefined {
    return this.#models.refused;
  }

  /** The body of the first question to a model in the last conversation, where one was asked. */
  get firstQuestion(): string | undefined {
    return this.#models.firstQuestion;
  }

  /** Which requests the wires refused, as they were nobody's that was given an address. */
  get refused(): readonly string[] {
    return this.#hub?.refused ?? [];
  }

  /** Which questions a recording answered that were not quite the recorded ones. */
  get differences(): readonly string[] {
    return [...this.#differences];
  }

  /** Ends the agent, the others and the wires. */
  async close(): Promise<void> {
    for (const close of this.#close.splice(0).toReversed()) await close();
  }

  async #open(): Promise<void> {
    const { mask, signal, upstreams, env = {} } = this.#options;
    const config = this.#config;
    const routes = [
      ...modelRoutes({ upstream: this.#models }),
      ...toolRoutes({ ...config, upstream: this.#tools }),
    ];
    const { port } = config;
    const hub = await WireHub.open(routes, { mask, port, token: wireToken(config, env) });
    this.#hub = hub;
    this.#close.push(() => hub.close());
    const bridge = await McpBridge.open({
      scope: () => hub.scope,
      mask,
      answering: () => this.#tools.chosen,
    });
    this.#close.push(() => bridge.close());
    const others = await openOthers(config, { hub, bridge }, { upstreams, signal });
    this.#peers = others.peers;
    this.#close.push(() => others.close());
    const wires = wiresFor(config, config.name, { hub, bridge });
    this.#agent = await openAgent(config, wires, signal);
    this.#close.push(async () => this.#agent?.close());
  }

  /** Says why it failed, if it did: what is not at its beginning cannot be judged. */
  async #reset(): Promise<string | undefined> {
    try {
      for (const peer of this.#peers) await peer.reset();
      await this.#agent?.reset();
      return undefined;
    } catch (thrown) {
      if (!(thrown instanceof GauntletError)) throw thrown;
      return thrown.what;
    }
  }

  async #ask(talk: Talk, scope: WireScope, begin: (turn: number) => void): Promise<AgentAnswer> {
    const agent = this.#agent;
    const hub = this.#hub;
    if (agent === undefined || hub === undefined) return noAnswer("the agent is not open");
    this.#talks += 1;
    const session = `gauntlet-${this.#talks}`;
    const { name } = this.#config;
    const onTurn = (turn: number, input: string): void => {
      scope.plan.beginTurn(turn);
      begin(turn);
      scope.add({ kind: "turn", agent: name, turn, input });
    };
    hub.begin(scope);
    const { signal } = this.#options;
    const answer = await agent.ask(talk.input, { session, signal, onTurn });
    hub.end();
    await hub.settled(scope);
    scope.add({
      kind: "answer",
      agent: name,
      turn: scope.plan.turn,
      text: answer.text,
      error: answer.error?.message,
      ms: Math.round(answer.ms),
    });
    await this.#lateQuestions(scope);
    return answer;
  }

  /** Whoever was given up on may still ask: the next conversation would have its question. */
  async #lateQuestions({ journal }: WireScope): Promise<void> {
    const left = gaveUpOn({ events: journal.events });
    if (left === undefined) return;
    const { signal } = this.#options;
    await wait(Math.min(left.ms, leftMsMax), undefined, { signal }).catch(() => undefined);
  }
}

// --- inside ---

/** So long late questions of others are waited for. */
const leftMsMax = 5_000;

function isCall({ kind }: { readonly kind: string }): boolean {
  return kind === "model-call" || kind === "tool-call";
}

function noAnswer(message: string): AgentAnswer {
  return { text: "", error: { kind: "unreachable", message }, ms: 0 };
}

/** Whether an order was slipped in: where none was, nobody can show that it follows none. */
function wasOrdered({ faults }: Talk, { strikes }: WireScope): boolean {
  const struck = new Set(strikes.map(({ fault }) => fault));
  return faults.some((fault) => struck.has(fault.id) && givesOrder(fault));
}

function conversationOf(
  talk: Talk,
  scope: WireScope,
  answer: AgentAnswer,
): HeldConversation["conversation"] {
  const { phase, scenario, prompt, trial, faults, mutation, aimed } = talk;
  const { history, request } = talk.input;
  return {
    phase,
    scenario,
    prompt: scope.mask.text(prompt),
    sent: scope.mask.text(talk.input.prompt),
    ...(history === undefined ? {} : { history: history.map((turn) => scope.mask.text(turn)) }),
    ...(request === undefined ? {} : { request }),
    cell: talk.cell,
    ...(mutation === undefined ? {} : { mutation }),
    trial,
    ...(aimed === undefined ? {} : { aimed }),
    faults,
    strikes: scope.strikes,
    answer: scope.mask.data(answer) as AgentAnswer,
    events: scope.journal.events,
  };
}
