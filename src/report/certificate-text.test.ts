import { describe, expect, test } from "vitest";
import { certificateText, type CheckedCertificate } from "./certificate-text.ts";
import { certificate, evil } from "./fixtures/agent-sample.ts";

const plain = { color: false, isAscii: false };

const held: CheckedCertificate = {
  file: "certificate.json",
  kind: "held",
  because: "",
  statement: certificate(),
  keyid: "cd".repeat(32),
  notes: ["the key is the one in the file itself"],
};

describe("a verified certificate as text", () => {
  test("says whose it is, how long it lasts, and what it does not prove", () => {
    expect(certificateText(held, plain)).toMatchInlineSnapshot(`
      "✓ certificate.json: whole, signed and in date
        support: overall 0.999
        issued 2026-01-31T09:00:00.000Z by support, expires 2026-05-01T09:00:00.000Z
        key cdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcd
      note: the key is the one in the file itself"
    `);
  });

  test("says that no model answered where a script did", () => {
    const { predicate, ...rest } = certificate();
    const statement = { ...rest, predicate: { ...predicate, upstream: "scripted" as const } };
    expect(certificateText({ ...held, statement }, plain)).toContain(
      "\n  a script answered for the model\n",
    );
    expect(certificateText(held, plain)).not.toContain("answered");
  });

  test("says why it does not hold, and nothing of what cannot be believed", () => {
    const because = "the signature does not match";
    const broken = { ...held, kind: "broken", because, statement: undefined } as const;
    expect(certificateText({ ...broken, keyid: undefined, notes: [] }, plain)).toBe(
      "✗ certificate.json: the signature does not match",
    );
  });

  test("cannot be driven by what a stranger signed", () => {
    const hostile = { ...held, file: evil, statement: certificate(evil), notes: [evil] };
    for (const kind of ["held", "broken"] as const) {
      const text = certificateText({ ...hostile, kind, because: evil }, plain);
      expect(text.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
      expect(text).not.toMatch(/^✓ all/mu);
    }
  });
});
