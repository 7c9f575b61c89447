import { describe, expect, test } from "vitest";
import type { CallTarget } from "../../kernel/subject/call-plan.ts";
import type { Decision } from "../../kernel/decisions/decision.ts";
import type { Finding } from "../../kernel/result/finding.ts";
import type { FindingEvidence } from "../../kernel/result/scan.ts";
import { evidenceOf } from "./evidence-level.ts";

describe("what is too much only for large values is exploratory", () => {
  test("a recursion as deep as a number says, and not one without end", () => {
    const deep = thrown("RangeError", "Maximum call stack size exceeded");
    expect(levelOf(deep, [2 ** 31])).toBe("exploratory");
    expect(levelOf(deep, [-1])).toBe("supported");
  });

  test("a call that hangs with many items, and not with few", () => {
    const hung = { kind: "timeout", error: "Timeout (timeout)", message: "no sign of life" };
    expect(levelOf(hung, [["a", "b", "c", "d", "e", "f", "g"]])).toBe("exploratory");
    expect(levelOf(hung, [["a"], 0])).toBe("supported");
    expect(levelOf(hung, [["a"], 1e9])).toBe("exploratory");
    expect(levelOf(hung, [{ width: 1e9 }])).toBe("exploratory");
    expect(levelOf(hung, [[1e9]])).toBe("supported");
  });

  test("a call that hangs because its input grew, and not one of few items", () => {
    const hung = { kind: "timeout", error: "Timeout (timeout)", message: "no sign of life" };
    const grows = { kind: "pick", label: "grows", value: "input" } as unknown as Decision;
    expect(evidence(hung, ["00"], { more: [grows] }).level).toBe("exploratory");
    expect(evidence(hung, ["00"]).level).toBe("supported");
    const slip = thrown("TypeError", "Cannot read properties of undefined (reading 'a')");
    expect(evidence(slip, ["00"], { more: [grows] }).level).toBe("supported");
  });

  test("odd objects are what callers seldom pass", () => {
    const slip = thrown("TypeError", "Cannot read properties of undefined (reading 'a')");
    const bare = { "gauntlet:make": "bare object", of: {} };
    expect(evidence(slip, [[bare]]).why).toBe(
      "it takes an object without prototype, which callers seldom pass",
    );
    expect(levelOf(slip, [[{ a: {} }]])).toBe("supported");
  });

  test("large values do not make a slip less of one", () => {
    const slip = thrown("TypeError", "Cannot read properties of undefined (reading 'a')");
    expect(levelOf(slip, [1e9, ["a", "b", "c", "d", "e", "f", "g"]])).toBe("supported");
    expect(levelOf(slip, [Number.NaN])).toBe("exploratory");
  });
});

test("a helper of tests needs its runner, and another name that is missing is a slip", () => {
  expect(levelOf(thrown("ReferenceError", "jest is not defined"), [])).toBe("exploratory");
  expect(levelOf(thrown("ReferenceError", "total is not defined"), [])).toBe("supported");
});

test("a hang that there was no time to show again is exploratory under any policy", () => {
  const isConfirmed = false;
  const unproven = { error: "x", message: "x", isConfirmed, isUnproven: true };
  const noTime = "there was no time to show it again in a fresh process";
  const policy = { requiresReplay: false };
  expect(evidence({ ...unproven, kind: "timeout" }, [], policy).why).toBe(noTime);
  const slip = { ...thrown("TypeError", "Cannot read properties of undefined (reading 'a')") };
  expect(evidence({ ...slip, isConfirmed, isUnproven: true }, []).why).toBe(noTime);
  expect(evidence({ ...slip, isConfirmed, isUnproven: true }, [], policy).level).toBe("supported");
});

describe("why a throw is doubted", () => {
  const own = "the code throws this itself, and its condition is not on the parameters alone";
  const foreign =
    "a builtin or package refused the value; whether callers may pass it is not written";

  test.each([
    ["Error", '  let last: unknown = new Error("no attempt was made");', own],
    ["HttpError", "      last = new HttpError(answer.status);", own],
    ["Refused", '  const why = new errors.Refused("no");', own],
    ["E_BUSY", "  failed ??= new ServerError(code);", own],
    ["Error", '  const no = Error("x");', own],
    ["HttpError", "  throw last;", own],
    ["TypeError", "  const answer = await fetch(url, { signal });", foreign],
    ["TypeError", "  const { host } = new URL(text);", foreign],
    ["TypeError", "  if (isTypeError(read(text))) return 1;", foreign],
    ["SyntaxError", "  return JSON.parse(text);", foreign],
  ])("`%s` of the line `%s`", (error, text, why) => {
    const place = { file: "src/a.ts", line: 1, column: 1, text };
    expect(evidence({ ...thrown(error, "no"), place }, []).why).toBe(why);
  });

  test("a slip while an error is made is still one", () => {
    const place = { file: "src/a.ts", line: 1, column: 1, text: "  last = new Error(a.b.c);" };
    const slip = thrown("TypeError", "Cannot read properties of undefined (reading 'c')");
    expect(evidence({ ...slip, place }, []).level).toBe("supported");
  });
});

// --- inside ---

interface Seen {
  readonly kind: string;
  readonly error: string;
  readonly message: string;
  readonly place?: Finding["place"];
  readonly isConfirmed?: boolean;
  readonly isUnproven?: boolean;
}

function thrown(error: string, message: string): Seen {
  return { kind: "thrown", error, message };
}

function levelOf(seen: Seen, values: readonly unknown[]): string {
  return evidence(seen, values).level;
}

function evidence(
  { error, ...seen }: Seen,
  values: readonly unknown[],
  {
    requiresReplay = true,
    more = [],
  }: { readonly requiresReplay?: boolean; readonly more?: readonly Decision[] } = {},
): FindingEvidence {
  const { message } = seen;
  const identity = { error, message, frame: "src/a.ts#f", property: "", key: "1" };
  const finding = { isConfirmed: true, ...seen, identity } as Finding;
  const target: CallTarget = {
    name: "f",
    module: "src/a.ts",
    calls: [],
    harness: "fresh",
    isWeak: false,
  };
  const decisions = values.map(
    (value) => ({ kind: "value", label: "x", literal: { value } }) as unknown as Decision,
  );
  const all = [...more, ...decisions];
  return evidenceOf({ finding, target, decisions: all, claims: new Map(), requiresReplay });
}
