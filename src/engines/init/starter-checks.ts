import type { CallPlan } from "../../kernel/subject/call-plan.ts";
import type { ObjectShape, Shape } from "../../kernel/values/shape.ts";
import { ledgerChecks } from "./ledger-checks.ts";
import { type CallRoles, isSameShape, lastName, type StarterRead } from "./call-roles.ts";
import { required } from "./sample-code.ts";
import type { StarterCheck, StarterInvariant } from "./starter-check.ts";

/** The checks that names and types of a subject give reason for. */
export function starterChecks(roles: CallRoles): readonly StarterCheck[] {
  return [
    ...keptChecks(roles),
    ...ledgerChecks(roles),
    ...distinctChecks(roles),
    ...soundChecks(roles),
    ...refusalChecks(roles),
  ];
}

// --- inside ---

const adding = /^(?:add|append|push|put|insert|save|store|write|record|enqueue|create|register)/iu;

/** What a call took or gave back is in a list of the same things. */
function keptChecks({ changes, reads, hasRemovals }: CallRoles): readonly StarterCheck[] {
  if (hasRemovals) return [];
  const lists = reads.flatMap((read) =>
    read.shape.kind === "array" ? [{ read, of: read.shape.of }] : [],
  );
  return changes.flatMap((call, index): StarterCheck[] => {
    const name = lastName(call);
    const [only, ...others] = required(call.params);
    const isTaken = ({ of }: { readonly of: Shape }): boolean =>
      adding.test(name) && only !== undefined && others.length === 0 && isSameShape(only.shape, of);
    const taken = lists.find(isTaken);
    const given = lists.find(
      ({ of }) => call.returns.kind === "object" && isSameShape(call.returns, of),
    );
    const found = taken ?? given;
    if (found === undefined) return [];
    const value = taken === undefined ? "done.value" : `drawn.${only?.name ?? ""}`;
    const field = index === 0 ? "kept" : `kept${String(index + 1)}`;
    return [
      {
        fields: [`${field}: [] as unknown[]`],
        answered: { [name]: [`state.${field}.push(${value});`] },
        invariant: {
          title: `what ${name} acknowledged is in ${found.read.title}`,
          uses: [field],
          read: found.read,
          holds: (read) => `${field}.every((one) => has(${read}, one))`,
        },
        needs: ["has"],
      },
    ];
  });
}

const diary = /(?:log|history|events?|errors?|messages?|lines?|notes?|audit|trace)$/iu;
const sorting = /^(?:type|kind|status|state|level|message|text|event|currency|unit)$/iu;

/** What the code numbers or names itself is there once. */
function distinctChecks({ changes, reads }: CallRoles): readonly StarterCheck[] {
  const given = new Set(changes.flatMap(({ params }) => params.flatMap(textNames)));
  return reads.flatMap((read): StarterCheck[] => {
    if (read.shape.kind !== "array" || diary.test(read.title.replace("()", ""))) return [];
    const list = (code: string): string | undefined => distinctCode(read, code, given);
    if (list("") === undefined) return [];
    const invariant: StarterInvariant = {
      title: `nothing is in ${read.title} twice`,
      uses: [],
      read,
      holds: (code) => `isDistinct(${list(code) ?? code})`,
    };
    return [{ invariant, needs: ["isDistinct"] }];
  });
}

function distinctCode(
  { shape }: StarterRead,
  code: string,
  given: ReadonlySet<string>,
): string | undefined {
  if (shape.kind !== "array") return undefined;
  const { of } = shape;
  if (of.kind === "string") return given.size === 0 ? code : undefined;
  if (of.kind !== "object") return undefined;
  const id = of.fields.find(({ key }) => /^(?:id|uuid|key)$/iu.test(key) && !given.has(key));
  if (id !== undefined) return `${code}.map((one) => one.${id.key})`;
  const isNamed = hasName(of) && given.size === 0;
  return isNamed ? code : undefined;
}

function hasName({ fields }: ObjectShape): boolean {
  return fields.some(({ key, shape }) => shape.kind === "string" && !sorting.test(key));
}

/** The names under which texts are given to a call. */
function textNames({ name, shape }: { readonly name: string; readonly shape: Shape }): string[] {
  if (shape.kind === "string") return [name];
  if (shape.kind === "object") {
    return shape.fields.flatMap((field) => textNames({ name: field.key, shape: field.shape }));
  }
  if (shape.kind === "array") return textNames({ name, shape: shape.of });
  return shape.kind === "boolean" || shape.kind === "number" ? [] : [name];
}

const claims = /^(?:is(?:Balanced|Valid|Consistent|Sound|Intact)|check|validate|verify)/u;
const amounts = /(?:total|count|size|stock|free|reserved|quantity|available|remaining|length)$/iu;

/** What a subject says about itself, and what is never below nothing. */
function soundChecks({ reads }: CallRoles): readonly StarterCheck[] {
  return reads.flatMap((read): StarterCheck[] => {
    const bare = read.title.replace("()", "");
    const last = bare.slice(bare.lastIndexOf(".") + 1);
    if (read.shape.kind === "boolean" && claims.test(last)) {
      const title = `${read.title} says that all is well`;
      return [{ invariant: { title, uses: [], read, holds: (code) => code } }];
    }
    if (read.shape.kind === "number" && amounts.test(last)) {
      const title = `${read.title} is never below zero`;
      return [{ invariant: { title, uses: [], read, holds: (code) => `${code} >= 0` } }];
    }
    if (!read.isCall || read.isAsync || read.shape.kind === "boolean") return [];
    const title = `${read.title} gives the same when asked twice`;
    const holds = (code: string): string => `isDeepStrictEqual(${code}, ${read.code})`;
    return [{ invariant: { title, uses: [], read, holds }, needs: ["isDeepStrictEqual"] }];
  });
}

/** A call that must answer at once and is refused has changed nothing. */
function refusalChecks({ changes, reads }: CallRoles): readonly StarterCheck[] {
  const list = reads.find(({ shape, isCall }) => shape.kind === "array" && !isCall);
  if (list === undefined) return [];
  return changes
    .filter((call: CallPlan) => !call.isAsync && call.returns.kind !== "promise")
    .map((call): StarterCheck => {
      const name = lastName(call);
      const title = `a refused ${name} leaves ${list.title} as it was`;
      return {
        before: { [name]: [`const before = ${list.code}.length;`] },
        refused: { [name]: [`always(${list.code}.length === before, "${title}");`] },
        needs: ["always"],
      };
    });
}
