import type { CallPlan } from "../../kernel/subject/call-plan.ts";
import type { ExportReference, Shape } from "../../kernel/values/shape.ts";
import { required } from "./sample-code.ts";
import type { StarterSubject } from "./starter-subject.ts";

/** Something that can be looked at without changing anything. */
export interface StarterRead {
  /** How it is told: `entries`, `gateway.charges`, `read()`. */
  readonly title: string;
  /** The expression, with what it is read off: `wal.entries`. */
  readonly code: string;
  /** Whether it is a call, which may be refused. */
  readonly isCall: boolean;
  readonly isAsync: boolean;
  readonly shape: Shape;
}

/** The calls of a subject by what they are for, as far as names and types tell. */
export interface CallRoles {
  /** What the instance is called in the test; undefined for functions. */
  readonly service: string | undefined;
  /** Calls that do something: each becomes a rule. */
  readonly changes: readonly CallPlan[];
  /** Reads that take nothing. */
  readonly reads: readonly StarterRead[];
  /** Reads by a key: `balanceOf(id)`. */
  readonly keyed: readonly CallPlan[];
  /** Whether something takes away what others put there. */
  readonly hasRemovals: boolean;
  /** The expression that a call is made by, without its arguments. */
  readonly callee: (call: CallPlan) => string;
}

/** Sorts the calls of a subject. */
export function callRoles(
  { name, receiver, calls, state }: StarterSubject,
  imported: (place: ExportReference) => string,
): CallRoles {
  const service = receiver === undefined ? undefined : lowerFirst(name);
  const callee = (call: CallPlan): string =>
    service === undefined ? imported(call.from) : `${service}.${lastName(call)}`;
  const isRead = (call: CallPlan): boolean => isPlainRead(call) || isKeyedRead(call);
  const changes = calls.filter((call) => !isRead(call) && !closing.test(lastName(call)));
  const fields = state.map(({ path, shape }): StarterRead => {
    const title = path.join(".");
    const code = `${service ?? ""}.${title}`;
    return { title, code, isCall: false, isAsync: false, shape };
  });
  const plain = calls.filter(isPlainRead).map((call): StarterRead => {
    const title = `${lastName(call)}()`;
    const code = `${callee(call)}()`;
    return { title, code, isCall: true, isAsync: call.isAsync, shape: call.returns };
  });
  return {
    service,
    changes,
    reads: [...fields, ...plain],
    keyed: calls.filter((call) => isKeyedRead(call)),
    hasRemovals: changes.some((call) => removing.test(lastName(call))),
    callee,
  };
}

/** The name of a function or method without its class. */
export function lastName({ from }: CallPlan): string {
  return from.path.at(-1) ?? "";
}

/** Whether two shapes mean the same values; names of types do not matter. */
export function isSameShape(one: Shape, other: Shape): boolean {
  return plainText(one) === plainText(other);
}

// --- inside ---

const closing = /^(?:close|stop|end|destroy|dispose|quit|kill|shutdown|disconnect|terminate)$/iu;
const removing = new RegExp(
  "^(?:remove|delete|pop|shift|take|clear|drop|cancel|done|ack|lease|dequeue|expire|evict|" +
    "reset|prune|flush|set|update|replace)",
  "iu",
);
const listing = new RegExp(
  "^(?:list|all|read|readAll|getAll|entries|items|keys|values|size|count|length|total|" +
    "is[A-Z]|has[A-Z]|check|validate|verify)",
  "u",
);
const looking = /^(?:get|find|read|load|lookup|peek|has|is|balance|count|total|stock)|Of$/u;

function isPlainRead(call: CallPlan): boolean {
  const given = ["array", "number", "boolean"].includes(call.returns.kind);
  return call.params.length === 0 && given && listing.test(lastName(call));
}

function isKeyedRead(call: CallPlan): boolean {
  const [first, ...others] = required(call.params);
  if (first === undefined || others.length > 0 || first.shape.kind !== "string") return false;
  return call.returns.kind !== "void" && looking.test(lastName(call));
}

function lowerFirst(name: string): string {
  return `${name.slice(0, 1).toLowerCase()}${name.slice(1)}`;
}

function plainText(shape: Shape): string {
  return JSON.stringify(shape, (key, value: unknown) => (key === "name" ? undefined : value));
}
