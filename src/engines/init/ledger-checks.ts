import type { CallPlan } from "../../kernel/subject/call-plan.ts";
import type { Shape } from "../../kernel/values/shape.ts";
import { type CallRoles, isSameShape, lastName } from "./call-roles.ts";
import { required } from "./sample-code.ts";
import type { StarterCheck } from "./starter-check.ts";

/**
 * What can be asked for by a key is what acknowledged calls have made of it: numbers that calls add
 * to and take from, and values that are put under a key. Only where every call that changes
 * something is understood; one that is not could explain any difference.
 */
export function ledgerChecks(roles: CallRoles): readonly StarterCheck[] {
  for (const read of roles.keyed) {
    const found = sumCheck(read, roles) ?? storeCheck(read, roles);
    if (found !== undefined) return [found];
  }
  return [];
}

// --- inside ---

const lessening = /^(?:withdraw|take|debit|spend|consume|subtract|decrease|decrement|charge)/iu;
const growing = /^(?:deposit|credit|add|increase|increment|topUp|receive|refund|restock)/iu;
const putting = /^(?:put|set|save|write|store|upsert)(?<noun>\w*)$/iu;
const getting = /^(?:get|read|load|find|fetch)(?<noun>\w*)$/iu;

/** Names of the state; the test has one ledger at most. */
const ledger = "expected";
const ledgerField = `${ledger}: new Map<string, unknown>()`;

function sumCheck(read: CallPlan, roles: CallRoles): StarterCheck | undefined {
  if (read.returns.kind !== "number" || roles.changes.length === 0) return undefined;
  const answered: Record<string, readonly string[]> = {};
  const keys: Record<string, string> = {};
  const refused: Record<string, readonly string[]> = {};
  for (const call of roles.changes) {
    const name = lastName(call);
    const [key, amount, ...others] = required(call.params);
    const sign = lessening.test(name) ? "-" : growing.test(name) ? "+" : undefined;
    const fits = key?.shape.kind === "string" && amount?.shape.kind === "number";
    if (sign === undefined || !fits || others.length > 0) return undefined;
    const id = `drawn.${key.name}`;
    const isTold = call.returns.kind === "boolean";
    keys[name] = key.name;
    refused[name] = [`state.${ledger}.set(${id}, undefined);`];
    answered[name] = [
      `const was = state.${ledger}.get(${id});`,
      `if (${isTold ? "done.value && " : ""}typeof was === "number") {`,
      `  state.${ledger}.set(${id}, was ${sign} drawn.${amount.name});`,
      "}",
    ];
  }
  const title = `what ${namesOf(roles)} acknowledged adds up in ${lastName(read)}`;
  const setup = [
    `for (const key of keys) {`,
    `  state.${ledger}.set(key, (await tried(() => ${readCode(read, "key", roles)}))?.value);`,
    "}",
  ];
  return checkOf(read, roles, { title, keys, setup, refused, answered });
}

function storeCheck(read: CallPlan, roles: CallRoles): StarterCheck | undefined {
  const noun = getting.exec(lastName(read))?.groups?.["noun"];
  const [call, ...others] = roles.changes;
  if (noun === undefined || call === undefined || others.length > 0) return undefined;
  const name = lastName(call);
  const [key, value, ...rest] = required(call.params);
  const isPut = putting.exec(name)?.groups?.["noun"] === noun && rest.length === 0;
  if (!isPut || key?.shape.kind !== "string" || value === undefined) return undefined;
  if (!partsOf(read.returns).some((part) => isSameShape(part, value.shape))) return undefined;
  const id = `drawn.${key.name}`;
  // Two writes of one key at once may end in any order, so the test never makes them.
  const before = [`if (state.writing.has(${id})) return;`, `state.writing.add(${id});`];
  const done = `state.writing.delete(${id});`;
  return checkOf(read, roles, {
    title: `what ${name} acknowledged is what ${lastName(read)} gives`,
    keys: { [name]: key.name },
    fields: ["writing: new Set<string>()"],
    before: { [name]: before },
    refused: { [name]: [done, `state.${ledger}.set(${id}, undefined);`] },
    answered: { [name]: [done, `state.${ledger}.set(${id}, drawn.${value.name});`] },
  });
}

interface Lines {
  readonly title: string;
  readonly fields?: readonly string[];
  readonly keys: Readonly<Record<string, string>>;
  readonly setup?: readonly string[];
  readonly before?: Readonly<Record<string, readonly string[]>>;
  readonly refused: Readonly<Record<string, readonly string[]>>;
  readonly answered: Readonly<Record<string, readonly string[]>>;
}

function checkOf(read: CallPlan, roles: CallRoles, lines: Lines): StarterCheck {
  const { title, fields = [], ...rest } = lines;
  return {
    ...rest,
    fields: [ledgerField, ...fields],
    invariant: {
      title,
      uses: [ledger],
      // Where a call failed it is not known whether it was done: such keys are left out.
      holds: () =>
        [
          "{",
          `  for (const [key, value] of ${ledger}) {`,
          "    if (value === undefined) continue;",
          `    const read = await tried(() => ${readCode(read, "key", roles)});`,
          "    if (read !== undefined && !isDeepStrictEqual(read.value, value)) return false;",
          "  }",
          "  return true;",
          "}",
        ].join("\n"),
    },
    needs: ["isDeepStrictEqual"],
  };
}

function readCode(read: CallPlan, key: string, { callee }: CallRoles): string {
  return `${callee(read)}(${key})`;
}

function namesOf({ changes }: CallRoles): string {
  return changes.map(lastName).join(" and ");
}

function partsOf(shape: Shape): readonly Shape[] {
  return shape.kind === "union" ? shape.of : [shape];
}
