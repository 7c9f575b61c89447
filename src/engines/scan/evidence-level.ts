import type { CallTarget } from "../../kernel/subject/call-plan.ts";
import type { Decision } from "../../kernel/decisions/decision.ts";
import { isEngineError } from "../../kernel/errors/engine-error.ts";
import type { Finding } from "../../kernel/result/finding.ts";
import type { FindingEvidence } from "../../kernel/result/scan.ts";
import type { Shape } from "../../kernel/values/shape.ts";
import { isGivenByCalls } from "./given-by-calls.ts";
import type { ByFunction } from "../../config/index.ts";
import { noInherited } from "../../subject/calls/judge-native-text.ts";
import { noNaN } from "../../subject/calls/judge-nan.ts";
import { itemsEnd, smallInput, workBounded } from "../../subject/calls/judge-work.ts";
import { areTwins, leadsBack } from "../../subject/laws/index.ts";
import { doubtOfValues } from "./doubt-of-values.ts";
import { confirmingLine, isConfirmedBy } from "./confirmed.ts";

/** Claims of contracts by their name, and whether somebody wrote them down. */
export type Claims = ReadonlyMap<string, "configured" | "found">;

/** What is known of a finding when it is judged. */
export interface JudgedFinding {
  readonly finding: Finding;
  readonly target: CallTarget;
  /** The decisions of the smallest run, with the values that were drawn. */
  readonly decisions: readonly Decision[];
  readonly claims: Claims;
  /** Properties that the author has confirmed, by function. */
  readonly confirmed?: ByFunction | undefined;
  /** Whether a failure that was not reproduced is doubted. */
  readonly requiresReplay: boolean;
}

/** How much a finding is worth, and why; the first doubt that applies is told. */
export function evidenceOf(judged: JudgedFinding): FindingEvidence {
  const { target, finding, claims } = judged;
  const again = finding.isConfirmed ? "reproduced" : "not reproduced";
  // What somebody wrote down is meant for every value, whatever the types say.
  const isWritten =
    claims.get(finding.identity.property) === "configured" ||
    isConfirmedBy(finding, target, judged.confirmed ?? {});
  const asked = isWritten ? doubts.slice(0, 1) : doubts;
  const doubt = asked.map((find) => find(judged)).find((text) => text !== undefined);
  const confirm = doubt === undefined || isWritten ? undefined : confirmingLine(finding, target);
  return {
    level: doubt === undefined ? "supported" : "exploratory",
    why: doubt ?? `values of the declared types, ${again} in a fresh process`,
    target: `${target.module}:${target.name}`,
    ...(confirm === undefined ? {} : { confirm }),
  };
}

// --- inside ---

type Doubt = (judged: JudgedFinding) => string | undefined;

const doubts: readonly Doubt[] = [
  doubtOfProof,
  ({ finding, claims }) =>
    claims.has(finding.identity.property)
      ? "nobody has written down that it must not; whether callers may pass this is not known"
      : undefined,
  doubtOfKind,
  ({ finding }) => doubtOfError(finding),
  ({ target }) =>
    target.isWeak ? "a parameter is `any` or `unknown`, so callers may never do this" : undefined,
  ({ target }) => target.doubt,
  doubtOfCallSites,
  ({ target }) =>
    takesStubs(target)
      ? "a callback or collaborator was made up, and real ones may not do this"
      : undefined,
  doubtOfValues,
];

function doubtOfProof({ finding, requiresReplay }: JudgedFinding): string | undefined {
  const { isConfirmed, isUnproven, kind } = finding;
  // A machine may be busy: that a call hangs is never believed of one sighting.
  const isDoubted = requiresReplay || (isUnproven === true && kind === "timeout");
  if (isConfirmed || !isDoubted) return undefined;
  return isUnproven === true
    ? "there was no time to show it again in a fresh process"
    : "a fresh process did not show it again with the same values";
}

function doubtOfKind(judged: JudgedFinding): string | undefined {
  const { kind, identity, message } = judged.finding;
  switch (kind) {
    case "deadlock":
    case "stalled":
      return "it waits for something that a scan does not bring about";
    case "escape":
    case "leak":
    case "divergence":
      return "it left the simulated world, so the run is not decided alone by its values";
    case "crash":
      return identity.error.startsWith("ProcessExit")
        ? "it ends the process on purpose"
        : undefined;
    case "property":
      return doubtOfWork(identity.property, message) ?? doubtOfClaim(judged);
    default:
      return undefined;
  }
}

/** Much work is no failure where the input or the function itself may be a reason for it. */
function doubtOfWork(property: string, message: string): string | undefined {
  if (!property.endsWith(` ${workBounded}`) || message.endsWith(smallInput)) return undefined;
  return message.endsWith(" for a small input")
    ? "no other call shows that it usually needs little, so it may be meant"
    : "the input is not small; whether so much work is meant for it is not written anywhere";
}

/** Claims that nobody has confirmed, each with how it was learnt. */
function doubtOfClaim({ finding, target }: JudgedFinding): string | undefined {
  const { property } = finding.identity;
  const stated = target.calls
    .flatMap(({ name, stated: words }) =>
      (words?.laws ?? []).map((law) => ({ ...law, call: name })),
    )
    .find(({ call, name }) => property === `law ${call}: ${name}`);
  if (stated !== undefined) return `read off the words "${stated.from}", which may say too much`;
  if (isNamedPair(property)) {
    return "learnt from the names of the two functions, and it held for other values";
  }
  if (/^law \S+: gives (?:the (?:first|last)|all but|what is left) /u.test(property)) {
    return "learnt from the name of the function, and it held for other values";
  }
  if (/^law \S+: (?:is (?:found|given back) by|is (?:there|gone) for) /u.test(property)) {
    return "learnt from the names of the two methods, and it held for other values";
  }
  if (/^law .+: equivalent to .+ of \S+@\d/u.test(property)) {
    return "an older version, which is installed, does otherwise; it may have been mended since";
  }
  if (property.endsWith(": results are the caller's own")) {
    return "its type lets callers change what they are given; whether they may is not written";
  }
  if (property.startsWith("law ")) {
    return "a law that held for other values; whether it was meant is not written anywhere";
  }
  if (property.includes(" example: ")) {
    return `${finding.message}; which of them is wrong is not known`;
  }
  if (property.endsWith(` ${itemsEnd}`)) {
    return "other calls of it end; whether this one is to go on is not written anywhere";
  }
  if (property.endsWith(` ${noNaN}`)) {
    return "finite numbers gave NaN; whether that is meant is not written anywhere";
  }
  if (property.endsWith(` ${noInherited}`)) {
    return "a name that every object inherits; whether callers pass one is not written anywhere";
  }
  if (property.endsWith(" does not grow faster than n log n")) {
    return "work grows faster than the input; whether inputs get large is not written anywhere";
  }
  return undefined;
}

/** Whether it is the names of two functions that say what is broken. */
function isNamedPair(property: string): boolean {
  const [, one = "", , other = ""] =
    /^law (\S+): (round trip through|equivalent to) (\S+)$/u.exec(property) ?? [];
  return leadsBack(one, other) || areTwins(one, other);
}

function doubtOfError(finding: Finding): string | undefined {
  const { kind, identity, message, place } = finding;
  if (kind !== "thrown" && kind !== "rejected" && kind !== "uncaught") return undefined;
  if (identity.property !== "") return undefined;
  const text = place?.text ?? "";
  if (/\bthrow\b|\breject\s*\(|\bassert\w*\s*[.(]/u.test(text)) return ownThrow;
  if (message === "Cannot convert object to primitive value") {
    return "an object that cannot become a text is made one; callers seldom pass such an object";
  }
  if (identity.error === "ReferenceError" && runnerGlobal.test(message)) {
    return "it is written for a test runner, whose globals are there in its tests only";
  }
  if (isEngineError(identity.error, message)) return undefined;
  if (makesError(text, identity.error)) return ownThrow;
  return "a builtin or package refused the value; whether callers may pass it is not written";
}

const runnerNames =
  "jest|vi|vitest|sinon|expect|describe|it|test|suite|(?:before|after)(?:Each|All)?";
const runnerGlobal = new RegExp(`^(?:${runnerNames}) is not defined$`, "u");

const ownThrow = "the code throws this itself, and its condition is not on the parameters alone";

/** Whether a line makes the error, which another line throws or rejects with. */
function makesError(text: string, error: string): boolean {
  const made = text.matchAll(/(?<new>\bnew\s+)?(?<name>[\w$]+)\s*\(/gu);
  return [...made].some(({ groups = {} }) => {
    const { name = "" } = groups;
    return name === error || (groups["new"] !== undefined && /(?:Error|Exception)$/u.test(name));
  });
}

function doubtOfCallSites({ target, decisions }: JudgedFinding): string | undefined {
  return isGivenByCalls(target, decisions)
    ? undefined
    : "the package does not export it, and no call of it is known to give such arguments";
}

function takesStubs({ calls, receiver }: CallTarget): boolean {
  const definitions = Object.assign({}, ...calls.map((call) => call.definitions));
  const params = [...calls.flatMap((call) => call.params), ...(receiver?.params ?? [])];
  return params.some(({ shape }) => hasFunction(shape, definitions, new Set()));
}

function hasFunction(
  shape: Shape,
  definitions: Readonly<Record<string, Shape>>,
  seen: Set<string>,
): boolean {
  const within = (part: Shape): boolean => hasFunction(part, definitions, seen);
  switch (shape.kind) {
    case "function":
      return true;
    case "ref": {
      const found = definitions[shape.name];
      if (found === undefined || seen.has(shape.name)) return false;
      seen.add(shape.name);
      return within(found);
    }
    case "union":
      return shape.of.some(within);
    case "array":
    case "set":
    case "promise":
    case "iterable":
      return within(shape.of);
    case "tuple":
      return (
        shape.items.some((item) => within(item.shape)) ||
        (shape.rest !== undefined && within(shape.rest))
      );
    case "object":
      return shape.fields.some((field) => within(field.shape));
    case "record":
    case "map":
      return within(shape.key) || within(shape.value);
    case "instance":
      return shape.params.some((param) => within(param.shape));
    default:
      return false;
  }
}
