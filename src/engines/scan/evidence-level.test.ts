import { describe, expect, test } from "vitest";
import type { CallTarget } from "../../kernel/call-plan.ts";
import type { Decision } from "../../kernel/decision.ts";
import type { Finding } from "../../kernel/finding.ts";
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

  test("large values do not make a slip less of one", () => {
    const slip = thrown("TypeError", "Cannot read properties of undefined (reading 'a')");
    expect(levelOf(slip, [1e9, ["a", "b", "c", "d", "e", "f", "g"]])).toBe("supported");
    expect(levelOf(slip, [Number.NaN])).toBe("exploratory");
  });
});

// --- inside ---

interface Seen {
  readonly kind: string;
  readonly error: string;
  readonly message: string;
}

function thrown(error: string, message: string): Seen {
  return { kind: "thrown", error, message };
}

function levelOf({ kind, error, message }: Seen, values: readonly unknown[]): string {
  const identity = { error, message, frame: "src/a.ts#f", property: "", key: "1" };
  const finding = { kind, identity, message, isConfirmed: true } as Finding;
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
  return evidenceOf({ finding, target, decisions, claims: new Map(), requiresReplay: true }).level;
}
