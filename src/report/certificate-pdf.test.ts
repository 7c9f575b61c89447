import { describe, expect, test } from "vitest";
import type { CertificateStatement } from "../kernel/agent/agent-certificate.ts";
import { certificatePdf } from "./certificate-pdf.ts";
import { certificate, evil } from "./fixtures/agent-sample.ts";

describe("a certificate as PDF", () => {
  test.each([
    ["ordinary text", certificate()],
    ["hostile text", certificate(evil)],
    ["many pages", withInvariants(300)],
  ])("with %s is a file whose table leads to every object", async (_, statement) => {
    const text = latin1(await certificatePdf(statement));
    expect(text.startsWith("%PDF-1.")).toBe(true);
    const start = Number(/startxref\n(\d+)\n%%EOF\n$/u.exec(text)?.[1]);
    const table = /^xref\n0 (\d+)\n((?:\d{10} \d{5} [fn] \n)+)trailer\n/u.exec(text.slice(start));
    const used = [...(table?.[2] ?? "").matchAll(/(\d{10}) \d{5} n \n/gu)];
    expect(used).toHaveLength(Number(table?.[1]) - 1);
    for (const [at, [, offset]] of used.entries()) {
      expect(text.slice(Number(offset)).startsWith(`${at + 1} 0 obj\n`)).toBe(true);
    }
    expect(text).not.toMatch(/\/(?:JavaScript|JS|URI|Launch|AcroForm|EmbeddedFile)\b/u);
  });

  test("says the outcome in a word, and who answered for the model", async () => {
    const good = certificate();
    const texts = await textsOf(withUpstream(good, "scripted"));
    expect(texts).toContain("PASS   overall 0.999");
    expect(texts).toContain("none: a script answered for the model");
    const [gate] = good.predicate.gates;
    if (gate === undefined) throw new Error("the sample has a gate");
    const gates = [{ ...gate, isMet: false }];
    const bad = { ...good, predicate: { ...good.predicate, gates } };
    expect(await textsOf(bad)).toContain("FAIL   overall 0.999");
    expect((await textsOf(withUpstream(good, "provider"))).join("\n")).not.toContain("script");
  });

  test("says in which rows each rule was put to the test, and why not", async () => {
    const texts = await textsOf(certificate());
    expect(texts).toContain("Rules in each row");
    const whole = texts.join(" ");
    for (const text of ["4 of 5", "52.8 %", "not applicable", "0 of 5", "no tool failed"]) {
      expect(whole).toContain(text);
    }
    const { predicate, ...rest } = certificate();
    const { rows: _, ...first } = predicate;
    expect(await textsOf({ ...rest, predicate: first })).not.toContain("Rules in each row");
  });

  test("spells out what it has no glyph for, and says so", async () => {
    const named = certificate("caf\u00e9 \u20ac \u4e2d (x) \\ \ud83d\ude00");
    const texts = await textsOf(named);
    expect(texts).toContain(
      String.raw`Certificate of caf${"\u00e9 \u0080"} \u4e2d (x) \ \u{1f600}`,
    );
    const note = /^Characters that the fonts of this file have no glyph for are spelt/u;
    expect(texts.filter((text) => note.test(text))).toHaveLength(1);
    expect((await textsOf(certificate())).filter((text) => note.test(text))).toEqual([]);
    expect(latin1(await certificatePdf(named))).toContain("(D:20260131090000Z)");
  });

  test("embeds nothing where Helvetica has everything, and does not read the font", async () => {
    const plain = await certificatePdf(certificate(), () => {
      throw new Error("read");
    });
    expect(latin1(plain)).not.toContain("/FontFile2");
  });

  test("lets no text leave its string", async () => {
    const text = latin1(await certificatePdf(certificate(evil)));
    const blocks = [...text.matchAll(/^BT\n([^]*?)\nET$/gmu)].map(([, inner = ""]) => inner);
    expect(blocks.length).toBeGreaterThan(20);
    const lines = new Set(blocks.flatMap((block) => block.split("\n")).map(withoutNumbers));
    expect([...lines].toSorted()).toEqual(["/F Tf", "Tm", "[<>] TJ"]);
  });

  test("begins a new page where one is full, and keeps everything on its page", async () => {
    const bytes = await certificatePdf(withInvariants(300));
    const pages = pagesOf(latin1(bytes));
    expect(pages.length).toBeGreaterThan(3);
    const foot = `page ${pages.length} of ${pages.length}   key ${"cd".repeat(32)}`;
    expect(pages.at(-1)?.at(-1)).toBe(foot);
    const texts = new Set(pages.flat());
    for (let at = 0; at < 300; at += 1) expect(texts).toContain(`rule-${at}`);
    const places = latin1(bytes).matchAll(/^1 0 0 1 [\d.]+ (-?[\d.]+) Tm$/gmu);
    const heights = [...places].map(([, y]) => Number(y));
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(24.9);
    expect(Math.max(...heights)).toBeLessThan(842);
  });

  test("keeps a heading and a head with their rows, and has the head on each page", async () => {
    for (let count = 1; count < 60; count += 6) {
      const pages = pagesOf(latin1(await certificatePdf(withInvariants(count))));
      for (const lines of pages) {
        const last = lines.at(-2); // the last one is the foot
        expect(last).not.toMatch(/^(?:skipped|Invariants|Gates|Conversations|Scores|Phase)$/u);
        const rules = lines.filter((line) => line.startsWith("rule-"));
        expect(lines.includes("Severity")).toBe(rules.length > 0);
      }
    }
  });

  test("breaks no word that fits its column", async () => {
    const texts = await textsOf(withInvariants(3));
    for (const word of ["inconclusive", "Conversations", "Difference", "Severity"]) {
      expect(texts).toContain(word);
    }
  });

  test("draws the line under a row below the tails of its letters", async () => {
    const gaps = gapsOf(latin1(await certificatePdf(certificate())));
    expect(gaps.length).toBeGreaterThan(20);
    const tail = 8.5 * 0.22; // of a p in Helvetica
    expect(Math.min(...gaps)).toBeGreaterThan(tail);
    expect(Math.max(...gaps)).toBeLessThan(2 * tail);
  });

  test("is the same bytes for the same statement", async () => {
    const [one, other] = [certificatePdf(certificate(evil)), certificatePdf(certificate(evil))];
    expect(await one).toEqual(await other);
  });
});

// --- inside ---

/** The texts of each page, in the order in which they are drawn; Helvetica is WinAnsi. */
function pagesOf(text: string): readonly (readonly string[])[] {
  const drawn = [...text.matchAll(/stream\n([^]*?)\nendstream/gu)].map(([, one = ""]) => one);
  return drawn.map((page) =>
    [...page.matchAll(/^BT\n([^]*?)\nET$/gmu)].map(([, block = ""]) =>
      [...block.matchAll(/<([\da-f]*)>/gu)]
        .map(([, hex = ""]) => Buffer.from(hex, "hex").toString("latin1"))
        .join(""),
    ),
  );
}

/** How far below the last baseline of its row each line is. */
function gapsOf(text: string): readonly number[] {
  const gaps: number[] = [];
  let lowest = Infinity;
  const drawn = /^(?:1 0 0 1 [\d.]+ (?<baseline>[\d.]+) Tm|50 (?<fromTop>[\d.]+) m)$/gmu;
  for (const { groups = {} } of text.matchAll(drawn)) {
    const { baseline, fromTop } = groups;
    if (baseline !== undefined) lowest = Math.min(lowest, Number(baseline));
    if (fromTop === undefined) continue;
    gaps.push(lowest - (pageHeight - Number(fromTop)));
    lowest = Infinity;
  }
  return gaps;
}

const pageHeight = 841.89;

async function textsOf(statement: CertificateStatement): Promise<readonly string[]> {
  return pagesOf(latin1(await certificatePdf(statement))).flat();
}

/** An operator without what it is given. */
function withoutNumbers(line: string): string {
  return line
    .replaceAll(/<[\da-f]*>/gu, "<>")
    .replaceAll(/(?:<> -?[\d.]+ )*<>(?: -?[\d.]+)?/gu, "<>")
    .replaceAll(/-?\d[\d.]* ?/gu, "")
    .replaceAll("/FTf", "/F Tf");
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
