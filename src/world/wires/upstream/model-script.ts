import { Fields } from "../../../kernel/values/fields.ts";
import { GauntletError } from "../../../kernel/errors/gauntlet-error.ts";

/** What a scripted model says: the first rule that fits a question answers it. */
export interface ModelScript {
  /** How the script is called in messages, usually its path. */
  readonly shown: string;
  readonly rules: readonly ScriptRule[];
  /** The line and column of what a pointer leads to, where the script is of a file. */
  readonly lineOf?: ((pointer: string) => string | undefined) | undefined;
}

/** When a rule fits, and what the model answers then. */
export interface ScriptRule {
  readonly when: ScriptWhen;
  readonly say: string | undefined;
  readonly calls: readonly ScriptCall[];
  readonly finish: ScriptFinish | undefined;
  /** How many characters a piece of a stream has. */
  readonly chunk: number;
}

/** All that is said must hold; where nothing is said, the rule always fits. */
export interface ScriptWhen {
  /** What the user said last; without a word about tools, only where no tool has answered since. */
  readonly user?: RegExp | undefined;
  /** A tool whose result the model is given now. */
  readonly toolResult?: string | undefined;
  /** What such a result says. */
  readonly toolResultMatches?: RegExp | undefined;
  readonly system?: RegExp | undefined;
  /** Anything that the model reads, so that a naive script follows an injected order. */
  readonly any?: RegExp | undefined;
  /** The how many-th time the user speaks; the first one is 1. */
  readonly turn?: number | undefined;
  /** The how many-th question to the model since the user spoke; the first one is 1. */
  readonly call?: number | undefined;
}

/** A tool that the model wants called. */
export interface ScriptCall {
  readonly tool: string;
  readonly arguments: unknown;
}

/** Why an answer ends; each protocol has a word of its own for it. */
export type ScriptFinish = (typeof scriptFinishes)[number];

/** Reads a script strictly; what is wrong is told with its place in the data. */
export function parseScript(data: unknown, shown: string): ModelScript {
  const root = at("", shown, () => {
    const fields = new Fields(data, "the script");
    const rules = fields.list("rules", (item) => ({ item }), "rules");
    fields.done();
    return rules;
  });
  if (root.length === 0) {
    throw bad("`rules` of the script is empty", { shown, pointer: "/rules" });
  }
  if (root.length > rulesMax) {
    throw bad(`the script has ${root.length} rules, at most ${rulesMax}`, {
      shown,
      pointer: "/rules",
    });
  }
  const rules = root.map(({ item }, index) => {
    const pointer = `/rules/${index}`;
    return at(pointer, shown, () => parseRule(item, pointer, shown));
  });
  return { shown, rules };
}

// --- inside ---

const rulesMax = 1_000;
const chunkDefault = 16;
const scriptFinishes = ["stop", "length", "tool_calls", "content_filter"] as const;

function parseRule(item: unknown, pointer: string, shown: string): ScriptRule {
  const fields = new Fields(item, "a rule");
  const when = fields.has("when")
    ? at(`${pointer}/when`, shown, () => parseWhen(fields.raw("when")))
    : {};
  const say = fields.has("say") ? fields.text("say") : undefined;
  const calls = fields.has("call") ? parseCalls(fields.raw("call"), `${pointer}/call`, shown) : [];
  if (say === undefined && calls.length === 0) {
    throw bad("a rule has neither `say` nor `call`", { shown, pointer });
  }
  const finish = fields.has("finish") ? fields.word("finish", scriptFinishes) : undefined;
  const chunk = fields.has("chunk") ? fields.whole("chunk", 1) : chunkDefault;
  fields.done();
  return { when, say, calls, finish, chunk };
}

function parseWhen(item: unknown): ScriptWhen {
  const fields = new Fields(item, "`when`");
  const pattern = (key: string): RegExp | undefined =>
    fields.has(key) ? patternOf(fields.text(key), key) : undefined;
  const whole = (key: string): number | undefined =>
    fields.has(key) ? fields.whole(key, 1) : undefined;
  const when: ScriptWhen = {
    user: pattern("user"),
    toolResult: fields.has("tool_result") ? fields.text("tool_result") : undefined,
    toolResultMatches: pattern("tool_result_matches"),
    system: pattern("system"),
    any: pattern("any"),
    turn: whole("turn"),
    call: whole("call"),
  };
  fields.done();
  return when;
}

function parseCalls(item: unknown, pointer: string, shown: string): readonly ScriptCall[] {
  const items = Array.isArray(item) ? item : [item];
  return items.map((one: unknown, index) =>
    at(Array.isArray(item) ? `${pointer}/${index}` : pointer, shown, () => {
      const fields = new Fields(one, "a call");
      const tool = fields.text("tool");
      const given = fields.has("arguments") ? fields.raw("arguments") : {};
      fields.done();
      return { tool, arguments: given };
    }),
  );
}

/** A text stands for itself wherever it is found, in any case; `/…/` is a regular expression. */
function patternOf(text: string, key: string): RegExp {
  const [, source, flags] = /^\/(.*)\/([a-z]*)$/su.exec(text) ?? [];
  if (source === undefined) return new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"), "i");
  if (/[gy]/.test(flags ?? "")) {
    throw new GauntletError({ code: "A031", what: `\`${key}\` has the flag g or y` });
  }
  try {
    return new RegExp(source, flags);
  } catch (thrown) {
    const why = thrown instanceof Error ? thrown.message : String(thrown);
    const what = `\`${key}\` is not a regular expression: ${why}`;
    throw new GauntletError({ code: "A031", what });
  }
}

interface ScriptPlace {
  readonly shown: string;
  readonly pointer: string;
}

function bad(what: string, { shown, pointer }: ScriptPlace): GauntletError {
  return new GauntletError({ code: "A031", what, where: shown, pointer, help });
}

const help = "a rule is `when`, `say` or `call`, `finish`, `chunk`";

/** Gives an error that has no place yet the one that is being read. */
function at<T>(pointer: string, shown: string, read: () => T): T {
  try {
    return read();
  } catch (thrown) {
    if (!(thrown instanceof GauntletError) || thrown.where !== undefined) throw thrown;
    const { what, note } = thrown;
    throw new GauntletError({ code: "A031", what, where: shown, pointer, note, help });
  }
}
