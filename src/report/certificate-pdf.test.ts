import { describe, expect, test } from "vitest";
import type { CertificateStatement } from "../kernel/agent/agent-certificate.ts";
import { certificatePdf } from "./certificate-pdf.ts";
import { certificate, evil } from "./fixtures/agent-sample.ts";
import { smallFont } from "./fixtures/small-font.ts";

describe("a certificate as PDF", () => {
  test.each([
    ["ordinary text", certificate()],
    ["hostile text", certificate(evil)],
    ["many pages", withInvariants(300)],
  ])("with %s is a file whose table leads to every object", (_, statement) => {
    const text = latin1(certificatePdf(statement));
    expect(text.startsWith("%PDF-1.4\n")).toBe(true);
    const start = Number(/startxref\n(\d+)\n%%EOF\n$/u.exec(text)?.[1]);
    const table = /^xref\n0 (\d+)\n((?:\d{10} \d{5} [fn] \n)+)trailer\n<< \/Size (\d+) /u.exec(
      text.slice(start),
    );
    const entries = [...(table?.[2] ?? "").matchAll(/(\d{10}) \d{5} ([fn]) \n/gu)];
    expect(table?.[1]).toBe(String(entries.length));
    expect(table?.[3]).toBe(String(entries.length));
    const [free, ...used] = entries.map(([, offset, kind]) => `${kind} ${Number(offset)}`);
    expect(free).toBe("f 0");
    const starts = [...text.matchAll(/^(\d+) 0 obj$/gmu)];
    expect(starts.map(({ 1: number }) => Number(number))).toEqual(starts.map((_one, at) => at + 1));
    expect(used).toEqual(starts.map(({ index }) => `n ${index}`));
    for (const [, length, rest] of text.matchAll(/\/Length (\d+) >>\nstream\n([^]*?)endobj/gu)) {
      expect(rest?.slice(Number(length))).toBe("\nendstream\n");
    }
  });

  test("says the outcome in a word, and who answered for the model", () => {
    const good = certificate();
    const text = latin1(certificatePdf(withUpstream(good, "scripted")));
    expect(text).toContain("(PASS   overall 0.999) Tj");
    expect(text).toContain("(none: a script answered for the model) Tj");
    const [gate] = good.predicate.gates;
    if (gate === undefined) throw new Error("the sample has a gate");
    const gates = [{ ...gate, isMet: false }];
    const bad = { ...good, predicate: { ...good.predicate, gates } };
    expect(latin1(certificatePdf(bad))).toContain("(FAIL   overall 0.999) Tj");
    expect(latin1(certificatePdf(withUpstream(good, "provider")))).not.toContain("script");
  });

  test("spells out what it has no glyph for, and says so", () => {
    const text = latin1(certificatePdf(certificate("caf\u00e9 \u20ac \u4e2d (x) \\ \ud83d\ude00")));
    expect(text).toContain(
      String.raw`(Certificate of caf${"\u00e9 \u0080"} \\u4e2d \(x\) \\ \\u{1f600}) Tj`,
    );
    expect(text).toContain("(Characters that the fonts of this file have no glyph for are spelt");
    expect(text).toContain("/CreationDate (D:20260131090000Z)");
    expect(latin1(certificatePdf(certificate()))).not.toContain("(Characters that the fonts");
  });

  test("embeds the glyphs of other scripts, once each, and which characters they are", () => {
    const text = latin1(certificatePdf(certificate("\u5c71\u7530 \u0434\u0430 \u5c71"), smallFont));
    expect(text).toContain("(Certificate of ) Tj /F3 18 Tf <00030004> Tj /F2 18 Tf ( ) Tj");
    expect(text).not.toContain(String.raw`\u5c71`);
    expect(text).toContain("/FontFile2");
    expect(text).toContain("4 beginbfchar\n<0001> <0430>\n<0002> <0434>\n<0003> <5c71>");
    // Nothing is embedded where Helvetica has everything, and the font is not even read.
    const plain = certificatePdf(certificate(), () => {
      throw new Error("read");
    });
    expect(latin1(plain)).not.toContain("/FontFile2");
  });

  test("lets no text leave its string", () => {
    const text = latin1(certificatePdf(certificate(evil)));
    const strings = [...text.matchAll(/^BT .*? Td \((.*)\) Tj ET$/gmu)].map(([, inner]) => inner);
    expect(strings.length).toBeGreaterThan(20);
    for (const inner of strings) expect(inner).toMatch(/^(?:[^\\()]|\\[\\()])*$/u);
    expect(text.split("\n").filter((line) => line.startsWith("BT "))).toHaveLength(strings.length);
  });

  test("begins a new page where one is full, and keeps everything on its page", () => {
    const text = latin1(certificatePdf(withInvariants(300)));
    const pages = Number(/\/Type \/Pages \/Count (\d+)/u.exec(text)?.[1]);
    expect(pages).toBeGreaterThan(3);
    expect(text).toContain(`(page ${pages} of ${pages}   key ${"cd".repeat(32)}) Tj`);
    for (let at = 0; at < 300; at += 1) expect(text).toContain(`(rule-${at}) Tj`);
    const heights = [...text.matchAll(/Tf [\d.]+ (-?[\d.]+) Td/gu)].map(([, y]) => Number(y));
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(25);
    expect(Math.max(...heights)).toBeLessThan(842);
  });

  test("keeps a heading and a head with their rows, and has the head on each page", () => {
    for (let count = 1; count < 60; count += 3) {
      const pages = pagesOf(latin1(certificatePdf(withInvariants(count))));
      for (const lines of pages) {
        const last = lines.at(-2); // the last one is the foot
        expect(last).not.toMatch(/^(?:skipped|Invariants|Gates|Conversations|Scores|Phase)$/u);
        const rules = lines.filter((line) => line.startsWith("rule-"));
        expect(lines.includes("Severity")).toBe(rules.length > 0);
      }
    }
  });

  test("breaks no word that fits its column", () => {
    const text = latin1(certificatePdf(withInvariants(3)));
    for (const word of ["inconclusive", "Conversations", "Difference", "Severity"]) {
      expect(text).toContain(`(${word}) Tj`);
    }
  });

  test("is the same bytes for the same statement", () => {
    expect(certificatePdf(certificate(evil))).toEqual(certificatePdf(certificate(evil)));
  });
});

// --- inside ---

/** The texts of each page, in the order in which they are drawn. */
function pagesOf(text: string): readonly (readonly string[])[] {
  return [...text.matchAll(/stream\n([^]*?)\nendstream/gu)].map(([, drawn = ""]) =>
    [...drawn.matchAll(/\((.*)\) Tj ET$/gmu)].map(([, line = ""]) => line),
  );
}

function withUpstream(
  statement: CertificateStatement,
  upstream: "provider" | "scripted",
): CertificateStatement {
  return { ...statement, predicate: { ...statement.predicate, upstream } };
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("latin1");
}

function withInvariants(count: number): CertificateStatement {
  const statement = certificate();
  const { predicate } = statement;
  const [first] = predicate.invariants;
  if (first === undefined) throw new Error("the sample has an invariant");
  const invariants = Array.from({ length: count }, (_, at) => ({ ...first, id: `rule-${at}` }));
  return { ...statement, predicate: { ...predicate, invariants } };
}
