import { describe, expect, test } from "vitest";
import type { CertificateStatement } from "../kernel/agent/agent-certificate.ts";
import { certificatePdf } from "./certificate-pdf.ts";
import { certificate, evil } from "./fixtures/agent-sample.ts";

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

  test("has the facts, and spells out what its font cannot write", () => {
    const text = latin1(certificatePdf(certificate("caf\u00e9 \u20ac \u4e2d (x) \\ \ud83d\ude00")));
    expect(text).toContain(
      String.raw`(Certificate of caf${"\u00e9 \u0080"} \\u4e2d \(x\) \\ \\u{1f600}) Tj`,
    );
    expect(text).toContain("(gauntlet agent: overall 0.999) Tj");
    expect(text).toContain("/CreationDate (D:20260131090000Z)");
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

  test("is the same bytes for the same statement", () => {
    expect(certificatePdf(certificate(evil))).toEqual(certificatePdf(certificate(evil)));
  });
});

// --- inside ---

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
