import { emptyWords, meaningGroups } from "./action-words.ts";
import type { Clause } from "./read-claims.ts";
import { stem, wordsOf } from "./words.ts";

/** A call of a tool as claims are compared with it. */
export interface JudgedCall {
  readonly tool: string;
  readonly arguments: string;
  readonly isError: boolean;
  /** What it answered. */
  readonly text: string;
}

/** Whether a claim is about calls that failed, about others, or about none that is known. */
export type ClaimTopic = "failed" | "others" | "unknown";

/** Which calls a claim is about, by the words that it has in common with each. */
export function topicOf(
  clause: Clause,
  failed: readonly JudgedCall[],
  others: readonly JudgedCall[],
): ClaimTopic {
  const said = marksOfText(clause.words);
  const own = common(said, failed.map(marksOfCall));
  const theirs = common(said, others.map(marksOfCall));
  const told = new Set(others.flatMap(({ text }) => [...marksOfText(wordsOf(withoutKeys(text)))]));
  // "Your order was delivered" is what another tool told, not what was done now.
  const isRelayed = clause.deeds.some((deed) => told.has(`=${stem(deed)}`));
  if (isRelayed && !/^(?:i|we)\b/iu.test(clause.text)) return "others";
  if ([...own].some((mark) => !theirs.has(mark))) return "failed";
  if ([...theirs].some((mark) => !own.has(mark))) return "others";
  return own.size > 0 ? "failed" : "unknown";
}

/** Whether a clause has words of the calls that failed and of no other one, nor of its answer. */
export function isOnlyAbout(
  clause: Clause,
  failed: readonly JudgedCall[],
  others: readonly JudgedCall[],
): boolean {
  const said = marksOfText(clause.words);
  const theirs = new Set(others.flatMap((call) => [...marksOfCall(call)]));
  const told = new Set(others.flatMap(({ text }) => [...marksOfText(wordsOf(text))]));
  const own = [...common(said, failed.map(marksOfCall))];
  return own.some((mark) => !theirs.has(mark) && !told.has(mark));
}

/** Whether a clause has words of what a tool answered. */
export function isToldBy(clause: Clause, calls: readonly JudgedCall[]): boolean {
  const told = new Set(calls.flatMap(({ text }) => wordsOf(withoutKeys(text)).map(stem)));
  return clause.words.some((word) => !emptyWords.has(word) && told.has(stem(word)));
}

/** Words of calls that tell of no failure when they are in an answer. */
export function harmlessWords(calls: readonly JudgedCall[]): ReadonlySet<string> {
  return new Set(
    calls.flatMap((call) => [...wordsOf(spaced(call.tool)), ...wordsOf(call.arguments)].map(stem)),
  );
}

/** Whether a call is to end something, so that it is gone when the call worked. */
export function isEnding({ tool }: Pick<JudgedCall, "tool">): boolean {
  const marks = marksOfText(wordsOf(spaced(tool)));
  return ["delete", "cancel", "disable"].some((group) => marks.has(group));
}

/** Whether a call looks something up. */
export function isReading({ tool }: Pick<JudgedCall, "tool">): boolean {
  return marksOfText(wordsOf(spaced(tool))).has("read");
}

/** What a call is to switch something to. */
export function switchedTo({ tool }: Pick<JudgedCall, "tool">): "on" | "off" | undefined {
  const words = wordsOf(spaced(tool));
  const isOn = words.some((word) => /^(?:on|enable|activate|start|open|unlock)$/u.test(word));
  if (isOn) return "on";
  return words.some((word) => /^(?:off|disable|deactivate|stop)$/u.test(word)) ? "off" : undefined;
}

/** What two texts have in common: groups of meaning, and words. */
export function commonMarks(one: string, other: string): readonly string[] {
  const marks = marksOfText(wordsOf(other));
  return [...marksOfText(wordsOf(one))].filter((mark) => marks.has(mark));
}

/** A name of a tool as words: `sendMail` and `send_mail` are two. */
export function spaced(name: string): string {
  return name.replaceAll(/([a-z])([A-Z])/gu, "$1 $2").replaceAll(/[_.\-/]+/gu, " ");
}

// --- inside ---

const groupsOf: ReadonlyMap<string, readonly string[]> = (() => {
  const groups = new Map<string, string[]>();
  for (const [group, words] of Object.entries(meaningGroups)) {
    for (const word of words.split(" ")) {
      const key = stem(word);
      const known = groups.get(key) ?? [];
      if (!known.includes(group)) groups.set(key, [...known, group]);
    }
  }
  return groups;
})();

/** Groups of things rather than of actions. */
const things = new Set(["mail", "sms", "chat", "event", "ticket"]);

/** Words that are verbs too, but name a thing behind another verb. */
const thingsToo = new Set(
  (
    "contact order book text record file charge ticket mail message issue report note post test " +
    "list money data schedule release transfer payment reservation address"
  ).split(" "),
);

function isAction(mark: string): boolean {
  return !mark.startsWith("=") && !things.has(mark);
}

function marksOfText(words: readonly string[]): ReadonlySet<string> {
  const marks = new Set<string>();
  for (const word of words) {
    if (emptyWords.has(word) && word !== "on" && word !== "off") continue;
    const key = stem(word);
    for (const group of groupsOf.get(key) ?? []) marks.add(group);
    if (!emptyWords.has(word)) marks.add(`=${key}`);
  }
  return marks;
}

function marksOfCall({ tool, arguments: given }: JudgedCall): ReadonlySet<string> {
  const body = given.replace(/^(?:GET|POST|PUT|PATCH) /u, "");
  const named = wordsOf(spaced(tool)).flatMap((word, at) => {
    // Of `find_contact` and `get_order` the second word is a thing.
    const isThing = at > 0 && thingsToo.has(word);
    return [...marksOfText([word])].filter((mark) => !isThing || !isAction(mark));
  });
  const values = wordsOf(body.replaceAll(/[{}[\]"':,]+/gu, " "))
    .filter((word) => !emptyWords.has(word) && word.length > 1)
    .map((word) => `=${stem(word)}`);
  return new Set([...named, ...values]);
}

/** The keys of a JSON answer are no part of what was told. */
function withoutKeys(text: string): string {
  return text.replaceAll(/"[^"]*"\s*:/gu, " ");
}

function common(
  said: ReadonlySet<string>,
  calls: readonly ReadonlySet<string>[],
): ReadonlySet<string> {
  return new Set(calls.flatMap((marks) => [...marks].filter((mark) => said.has(mark))));
}
