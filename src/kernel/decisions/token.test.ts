import * as fc from "fast-check";
import { expect, test } from "vitest";
import { base64FromBytes } from "../values/base64.ts";
import { bytesFromHex } from "../values/bytes.ts";
import type { Decision } from "./decision.ts";
import { errorText, GauntletError } from "../errors/gauntlet-error.ts";
import { sha256 } from "../values/sha256.ts";
import { decisionsFromToken, decisionsToToken } from "./token.ts";
import { anyDecisions, sampleTrace } from "../trace/trace.fuzz.ts";

function errorOf(token: string): string {
  try {
    decisionsFromToken(token);
  } catch (error) {
    if (error instanceof GauntletError) return errorText(error);
    throw error;
  }
  return "no error";
}

test("decisions come back from their token", () => {
  fc.assert(
    fc.property(anyDecisions, (decisions) => {
      const token = decisionsToToken(decisions);
      const back = decisionsFromToken(token);
      expect(back).toEqual(decisions);
      expect(decisionsToToken(back)).toBe(token);
    }),
    { numRuns: 500 },
  );
});

test("tokens do not change between versions, because people keep them", () => {
  expect(`${decisionsToToken(sampleTrace.decisions)}\n`).toMatchInlineSnapshot(
    `
    "g1.BgRzdGVwCARydWxlAgNwYXkdBWNlbnRzFwIAAQESAQAAAAAAAAAAAgABATEmBmZhdWx0cyoKbG9zdCByZXBseQcHMwdsYXRlbmN5ugM8BGJvZHkCAP9FBGNhcmQYAgQCtKdlxw
    "
  `,
  );
  expect(decisionsToToken([])).toMatchInlineSnapshot(`"g1.47DEQg"`);
});

test("a step of a run takes few characters", () => {
  const step: readonly Decision[] = [
    { kind: "span", label: "step" },
    { kind: "pick", label: "rule", value: "pay" },
    { kind: "value", label: "cents", bias: 2, draws: [3, 1_000], path: [] },
    { kind: "integer", label: "latency", value: 250 },
    { kind: "end" },
  ];
  const one = decisionsToToken(step).length;
  const many = decisionsToToken(Array.from({ length: 100 }, () => step).flat()).length;
  expect((many - one) / 99).toBeLessThan(20);
});

test("more labels than fit in a byte are kept apart", () => {
  const decisions = Array.from({ length: 300 }, (_, index): Decision => {
    return { kind: "chance", label: `label ${index % 90}`, value: index % 2 === 0 };
  });
  expect(decisionsFromToken(decisionsToToken(decisions))).toEqual(decisions);
});

test("spaces and line breaks from copying do no harm", () => {
  const token = decisionsToToken(sampleTrace.decisions);
  const wrapped = ` ${token.slice(0, 20)}\n  ${token.slice(20)}\n`;
  expect(decisionsFromToken(wrapped)).toEqual(sampleTrace.decisions);
});

test("a damaged token is told", () => {
  const token = decisionsToToken(sampleTrace.decisions);
  const told = ["", "0x9f3c", "g2.AAAA", "g1.", "g1.é", token.slice(0, -4)].map(errorOf);
  expect(`\n${told.map((text) => text.split("\n")[1]).join("\n")}\n`).toMatchInlineSnapshot(`
    "
    note: a token begins with \`g1.\`
    note: a token begins with \`g1.\`
    note: it has version 2; this gauntlet reads version 1 only
    note: its checksum does not fit
    note: a character is missing or is not of base64url
    note: a character is missing or is not of base64url
    "
  `);
  expect(errorOf("nonsense")).toMatchInlineSnapshot(`
    "error[T020]: the token is not a list of decisions
    note: a token begins with \`g1.\`
    help: copy the whole token again, from \`g1.\` to its last character"
  `);
});

test("any damage is an error, and never a crash", () => {
  const token = decisionsToToken(sampleTrace.decisions);
  fc.assert(
    fc.property(fc.nat(), fc.nat({ max: 2 }), fc.string(), (at, length, inserted) => {
      const start = at % token.length;
      const changed = token.slice(0, start) + inserted + token.slice(start + length);
      fc.pre(changed.replaceAll(/\s+/g, "") !== token);
      expect(errorOf(changed)).toContain("error[T020]");
    }),
    { numRuns: 1_000 },
  );
});

test("bytes with a good checksum give decisions or an error, and never a crash", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), (body) => {
      const sum = bytesFromHex(sha256(body).slice(0, 8)) ?? new Uint8Array();
      const text = errorOf(`g1.${base64FromBytes(Uint8Array.of(...body, ...sum))}`);
      expect(text).toMatch(/^error\[T020\]|^no error/);
    }),
    { numRuns: 5_000 },
  );
});
