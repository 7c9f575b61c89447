import { expect, test } from "vitest";
import type { MinedFunction, MinedLaw } from "../../kernel/result/mined.ts";
import { emptyEvidence, type Result } from "../../kernel/result/result.ts";
import { resultJson } from "../json.ts";
import { sectionOf } from "../section.ts";
import { resultText } from "../text.ts";
import { minedSection } from "./mined.ts";

const plain = { color: false, isAscii: false };

test("laws are told with how sure they are, those that almost hold with what breaks them", () => {
  expect(resultText(result([slug, pool]), plain)).toMatchInlineSnapshot(`
    "mine  src/text.ts   seed 42   500 runs   1.2 s

    src/text.ts:slug   500 results
      always    deterministic   500 of 500, at least 99.2 %
      usually   idempotent      480 of 500, at least 93.9 %
      ? not idempotent: slug("a a") gave "a-a", which gave "a"
      seen: output length from 0 to 12
      as declared: never null
      does not hold: involution

    src/text.ts:connect   not called: no value of \`Pool\` can be made
      add a factory

    not checked
      whether the result is right

    ✓ nothing broke in 500 runs

    next     npx gauntlet check src/text.ts:slug --property "idempotent"
    "
  `);
});

test("with all wanted, nothing that was looked at is left out but what is unclear", () => {
  const text = resultText(result([slug]), { ...plain, showAll: true });
  expect(text).toContain("never null");
  expect(text).toContain("  no        involution");
  expect(text).toContain("len(output) <= len(title)");
  expect(text).not.toContain("associative");
});

test("a share is rounded down, so that nearly all is not all", () => {
  const laws = [law("finite", { held: 99_999, atLeast: 0.99996 })];
  expect(resultText(result([{ ...slug, laws }]), plain)).toContain("at least 99.9 %");
});

test("the document has the laws as they are", () => {
  expect(resultJson(result([slug])).mined?.functions).toEqual([slug]);
  expect(resultJson({ ...result([]), sections: [] })).not.toHaveProperty("mined");
});

// --- inside ---

function law(name: string, about: Partial<MinedLaw> = {}): MinedLaw {
  return {
    name,
    standing: "always",
    held: 500,
    broken: 0,
    trivial: 0,
    atLeast: 0.9924,
    isDeclared: false,
    isRelation: false,
    isMeant: true,
    isImplied: false,
    ...about,
  };
}

const slug: MinedFunction = {
  name: "slug",
  module: "src/text.ts",
  line: 1,
  returned: 500,
  runs: 500,
  laws: [
    law("deterministic"),
    law("never null", { isDeclared: true }),
    law("idempotent", {
      standing: "usually",
      held: 480,
      broken: 20,
      atLeast: 0.9391,
      shown: 'slug("a a") gave "a-a", which gave "a"',
    }),
    law("output length from 0 to 12", { standing: "seen" }),
    law("involution", { standing: "no", held: 3, broken: 497 }),
    law("len(output) <= len(title)", { isImplied: true }),
    law("associative", { standing: "unclear", held: 2 }),
  ],
};

const pool: MinedFunction = {
  ...slug,
  name: "connect",
  returned: 0,
  laws: [],
  blocked: { why: "no value of `Pool` can be made", help: "add a factory" },
};

function result(functions: readonly MinedFunction[]): Result {
  return {
    command: "mine",
    subject: "src/text.ts",
    verdict: "held",
    because: "",
    summary: { runs: 500, seconds: 1.2, seed: 42 },
    findings: [],
    properties: [],
    evidence: emptyEvidence,
    sections: [sectionOf(minedSection, { functions, notChecked: ["whether the result is right"] })],
    notes: [],
    artifacts: [],
    next: ['npx gauntlet check src/text.ts:slug --property "idempotent"'],
  };
}
