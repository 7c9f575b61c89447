import { fileURLToPath } from "node:url";
import { type Case, provenanceText } from "../../data/case.ts";
import { type ReachCount, reachMin } from "../../data/reach.ts";
import type { Decision } from "../../kernel/decisions/decision.ts";
import { decisionsToToken } from "../../kernel/decisions/token.ts";
import type { Broken } from "./run-case.ts";

/** What is told of a case that broke something. */
export interface CaseFacts {
  readonly kind: string;
  readonly made: Case;
  readonly decisions: readonly Decision[];
  /** The payload in lines. */
  readonly lines: readonly string[];
  readonly broken: Broken;
  /** Which of so many cases it was; undefined where it was replayed. */
  readonly index: number | undefined;
  readonly cases: number;
  /** How many decisions it had before it was made small. */
  readonly from: number;
  /** Whether it failed again in the same way. */
  readonly repeats: boolean;
}

/** A case that broke the code under test; its message is the whole report, with the replay last. */
export class CaseFailure extends Error {
  override readonly name: string = "CaseFailure";
  readonly kind: string;
  readonly case: Case;
  /** What replays it. */
  readonly token: string;

  constructor(facts: CaseFacts) {
    const token = decisionsToToken(facts.decisions);
    super(messageOf(facts, token), { cause: facts.broken.thrown });
    this.stack = withoutOwnFrames(this.stack ?? "");
    this.kind = facts.kind;
    this.case = facts.made;
    this.token = token;
  }
}

/** Cases that did not get far enough to be a check. */
export class VacuousCases extends Error {
  override readonly name: string = "VacuousCases";

  constructor(
    kind: string,
    { door, reach }: { readonly door: string; readonly reach: ReachCount },
  ) {
    const share = Math.round(reach.share(door) * 1_000) / 10;
    const lines = [
      `${kind}: the cases are vacuous: ${share} % reached \`${door}\``,
      `at least ${reachMin * 100} % have to, or a check is one of nothing`,
      "",
      ...reach.lines().map((line) => `  ${line}`),
      "",
      reach.isUntouched
        ? "note: nothing asked for a case; is the address used that the check gives?"
        : "note: what does not get there checks only that nonsense is refused",
    ];
    super(lines.join("\n"));
    this.stack = withoutOwnFrames(this.stack ?? "");
  }
}

/** The name of the variable that replays a case in a test run. */
export const replayVariable = "GAUNTLET_CASE";

// --- inside ---

/** Test runners show the first line of code that a stack names, which is to be the user's. */
const ownFolder = fileURLToPath(new URL("../../", import.meta.url));

function withoutOwnFrames(stack: string): string {
  return stack
    .split("\n")
    .filter((line) => !/^ {4}at /u.test(line) || !line.includes(ownFolder))
    .join("\n");
}

const becauseLinesMax = 12;

function messageOf(facts: CaseFacts, token: string): string {
  const { kind, made, lines, broken, repeats } = facts;
  const [first = "", ...more] = broken.because.trimEnd().split("\n").slice(0, becauseLinesMax);
  const from = made.variations.map(
    ({ name, provenance }) => `${name}: ${provenanceText(provenance)}`,
  );
  return [
    `${kind}: ${first}`,
    ...more,
    "",
    ...field("broken", [`${broken.oracle} (${made.tier} data)`]),
    ...field("sent", lines),
    ...field("varied", from),
    ...field("found", [foundText(facts)]),
    ...(repeats
      ? []
      : field("note", ["it did not fail again: something besides the case decides"])),
    "",
    `replay   ${replayVariable}=${kind}.${token}`,
  ].join("\n");
}

function field(name: string, lines: readonly string[]): readonly string[] {
  return lines.map((line, at) => `  ${(at === 0 ? name : "").padEnd(8)} ${line}`);
}

function foundText({ index, cases, from, decisions }: CaseFacts): string {
  const place = index === undefined ? "in a replay" : `in case ${index + 1} of ${cases}`;
  const isSmaller = decisions.length < from;
  return `${place}${isSmaller ? `, shrunk from ${from} decisions to ${decisions.length}` : ""}`;
}
