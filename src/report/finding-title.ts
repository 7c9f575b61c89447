import type { Finding } from "../kernel/result/finding.ts";

/** What a finding is called, and what is to be said of it besides. */
export interface FindingTitle {
  /** One line: the property, or the error with the first line of its message. */
  readonly heading: string;
  /** The lines of the message after the first. */
  readonly body: readonly string[];
  /** Why, where the heading does not say it: the error of a check, how an error got away. */
  readonly because: string;
}

/** Names a finding by its property, else by its error. */
export function titleOf(finding: Finding): FindingTitle {
  const { kind, identity, message } = finding;
  const error = errorName(finding);
  const [first = "", ...body] = message.trim().split(/\r?\n/);
  if (identity.property !== "") {
    const isNewMessage = message !== identity.property && message !== "";
    const said = error === "PropertyBroken" || error === "" ? first : `${error}: ${first}`;
    return { heading: identity.property, body, because: isNewMessage ? said : "" };
  }
  const name = namedByKind.has(kind) ? kind : error;
  const heading = first === "" ? name : kind === "divergence" ? first : `${name}: ${first}`;
  return { heading, body, because: gotAway[kind] ?? "" };
}

/** Whether a finding is that something never happened: it has no run to show. */
export function isUnmet({ kind, trace, story }: Finding): boolean {
  return kind === "property" && trace === undefined && story.length === 0;
}

// --- inside ---

/** The class of these errors is ours or Node's and says less than the kind. */
const namedByKind = new Set([
  "deadlock",
  "stalled",
  "escape",
  "leak",
  "timeout",
  "memory",
  "output",
  "crash",
]);

const gotAway: Readonly<Partial<Record<Finding["kind"], string>>> = {
  rejected: "a promise was rejected and nobody listened",
  uncaught: "it left a callback where nothing could catch it",
};

/** The identity appends the kind to the class of most errors. */
function errorName({ kind, identity }: Finding): string {
  const suffix = ` (${kind})`;
  return identity.error.endsWith(suffix) ? identity.error.slice(0, -suffix.length) : identity.error;
}
