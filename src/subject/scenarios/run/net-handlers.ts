import { literalText } from "../../../kernel/values/literal.ts";
import type { Link, OutsideSteps } from "../step-fields/outside-fields.ts";
import { StepFailed } from "./step-failure.ts";
import type { PartKind, ScopePart, StepHandlers } from "./step-scope.ts";

/** Does the steps about messages between the named nodes of one scenario. */
export const netHandlers: StepHandlers<Extract<keyof OutsideSteps, `net_${string}`>> = {
  net_partition: (link, scope) => void scope.part(NetPart.kind).cut.add(linkKey(link)),
  net_heal: (link, scope) => void scope.part(NetPart.kind).cut.delete(linkKey(link)),
  net_set_drop_rate: ({ rate }, scope) => void (scope.part(NetPart.kind).dropRate = rate),
  net_set_reorder: ({ enabled }, scope) => void (scope.part(NetPart.kind).reorders = enabled),
  net_send: ({ from, to, payload }, scope) => scope.part(NetPart.kind).send({ from, to, payload }),
  net_deliver_one: ({ strategy }, scope) => {
    const net = scope.part(NetPart.kind);
    const { decisions, state } = scope.context;
    const ready = net.deliverable();
    if (ready.length === 0) {
      const held = net.sent.length === 0 ? "none was sent" : "all that wait are behind a partition";
      throw new StepFailed("net_deliver", `no message can be delivered: ${held}`);
    }
    const isAny = strategy === "random" || net.reorders;
    const at = isAny ? decisions.integer("net deliver", { min: 0, max: ready.length - 1 }) : 0;
    const message = ready[at] ?? ready[0];
    if (message === undefined) return;
    const isLost = net.dropRate > 0 && decisions.chance("net drop", net.dropRate);
    net.arrive(message, isLost);
    state.note("note", isLost ? "net_drop" : "net_deliver", messageText(message));
  },
  net_recv_assert: ({ node, from, payload }, scope) => {
    const inbox = scope.part(NetPart.kind).inboxOf(node);
    const at = inbox.findIndex(
      (message) => message.payload === payload && (from === undefined || from === message.from),
    );
    if (at >= 0) {
      inbox.splice(at, 1);
      return;
    }
    const there = inbox.map((message) => `${literalText(message.payload)} from ${message.from}`);
    const found = there.length === 0 ? "it has no message" : `it has ${there.join(", ")}`;
    const wanted = `${literalText(payload)}${from === undefined ? "" : ` from ${from}`}`;
    throw new StepFailed("net_recv_assert", `\`${node}\` did not get ${wanted}: ${found}`);
  },
};

// --- inside ---

interface Message {
  readonly from: string;
  readonly to: string;
  readonly payload: string;
}

class NetPart implements ScopePart {
  static readonly kind: PartKind<NetPart> = { name: "net", make: () => new NetPart() };

  /** On their way, in the order in which they were sent. */
  sent: readonly Message[] = [];
  cut: Set<string> = new Set();
  dropRate = 0;
  reorders = false;
  #inboxes = new Map<string, Message[]>();

  send(message: Message): void {
    this.sent = [...this.sent, message];
  }

  /** Behind a partition a message waits; it is not lost. */
  deliverable(): readonly Message[] {
    return this.sent.filter(({ from, to }) => !this.cut.has(linkKey({ a: from, b: to })));
  }

  arrive(message: Message, isLost: boolean): void {
    this.sent = this.sent.filter((other) => other !== message);
    if (!isLost) this.inboxOf(message.to).push(message);
  }

  inboxOf(node: string): Message[] {
    const known = this.#inboxes.get(node);
    if (known !== undefined) return known;
    const inbox: Message[] = [];
    this.#inboxes.set(node, inbox);
    return inbox;
  }

  snapshot(): () => void {
    const { sent, dropRate, reorders } = this;
    const cut = new Set(this.cut);
    const inboxes = [...this.#inboxes].map(([node, inbox]) => [node, [...inbox]] as const);
    return () => {
      this.sent = sent;
      this.dropRate = dropRate;
      this.reorders = reorders;
      this.cut = new Set(cut);
      this.#inboxes = new Map(inboxes.map(([node, inbox]) => [node, [...inbox]]));
    };
  }
}

/** A link is the same from both of its ends. */
function linkKey({ a, b }: Link): string {
  return JSON.stringify(a < b ? [a, b] : [b, a]);
}

function messageText({ from, to, payload }: Message): string {
  return `${from} to ${to}: ${literalText(payload)}`;
}
