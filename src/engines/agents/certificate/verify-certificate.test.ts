import { generateKeyPairSync, sign } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import type { CertificatePredicate, StateCounts } from "../../../kernel/agent/agent-certificate.ts";
import { canonicalJson } from "../../../kernel/values/canonical-json.ts";
import { configDigest } from "./config-digest.ts";
import { payloadType, sealed } from "./envelope.ts";
import { configIn, nowMs, report } from "./fixtures/sample-report.ts";
import { issueCertificate, type IssuedCertificate } from "./issue-certificate.ts";
import { keyidOf } from "./signing-key.ts";
import { verifyCertificate } from "./verify-certificate.ts";

const root = mkdtempSync(path.join(tmpdir(), "certificate-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const config = configIn(root);
const judged = { verdict: "held", because: "" } as const;
const about = { config, judged, root, version: "0.1.0", nowMs };

const dayMs = 86_400_000;

describe("a changed certificate does not verify", () => {
  test("whichever of its bytes is changed", async () => {
    const { text } = await issued();
    const bytes = Buffer.from(text);
    // A sample of all, and every byte of the beginning, of the key's id and of the signature.
    const places = [...bytes.keys()].filter(
      (at) => at % 29 === 0 || at < 30 || at > bytes.length - 200,
    );
    for (const at of places) {
      for (const mask of at % 2 === 0 ? [1] : [32]) {
        const changed = Buffer.from(bytes);
        changed[at] = (changed[at] ?? 0) ^ mask;
        const verified = verifyCertificate(changed, { nowMs });
        expect([at, verified.kind]).toEqual([at, "broken"]);
      }
    }
  });

  test.each<[string, (text: string) => string, string]>([
    ["cut short", (text) => text.slice(0, -40), "the file is not JSON"],
    ["with a space", (text) => text.replace(":", ": "), "not written the one way"],
    ["without its line end", (text) => text.trimEnd(), "not written the one way"],
    ["with another line end", (text) => text.replace("\n", "\r\n"), "not written the one way"],
    ["with a key twice", (text) => text.replace("{", '{"payload":"",'), "not written the one way"],
    ["with another key", (text) => text.replace("{", '{"a":1,'), "unknown key `a`"],
    ["with loose base64", (text) => text.replace('"payload":"', '"payload":" '), "strict base64"],
    ["as another type", (text) => text.replace("in-toto", "in-t0t0"), "the payload is"],
    ["with no signature", (text) => text.replace(/\[.*\]/u, "[]"), "0 signatures"],
    ["with two", (text) => text.replace(/\[(.*)\]/u, "[$1,$1]"), "2 signatures"],
    ["with a byte order mark", (text) => `\ufeff${text}`, "the file is not JSON"],
    ["as a list", () => "[]\n", "must be a JSON object"],
    ["as nothing", () => "", "the file is not JSON"],
    ["as 11 MB", () => " ".repeat(11 * 1024 * 1024), "more than"],
  ])("%s", async (_, change, because) => {
    const { text } = await issued();
    const verified = verifyCertificate(Buffer.from(change(text)), { nowMs });
    expect(verified).toMatchObject({ kind: "broken", statement: undefined });
    expect(verified).toHaveProperty("because", expect.stringContaining(because));
  });

  test("with spare bits in the padding of its base64", async () => {
    const { text } = await issued();
    const sig = /"sig":"([^"]*)=="/u.exec(text)?.[1] ?? "";
    const last = sig.at(-1) ?? "";
    const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const spare = alphabet[alphabet.indexOf(last) + 1] ?? "";
    const changed = text.replace(`${sig}==`, `${sig.slice(0, -1)}${spare}==`);
    // Loose readers see the same bytes.
    expect(Buffer.from(`${sig.slice(0, -1)}${spare}==`, "base64")).toEqual(
      Buffer.from(`${sig}==`, "base64"),
    );
    expect(verifyCertificate(Buffer.from(changed), { nowMs })).toMatchObject({
      because: "the signature is not strict base64",
    });
  });
});

describe("a signed statement is believed", () => {
  test("until it expires, with what it says still shown", async () => {
    const { text, statement } = await issued();
    const late = verifyCertificate(Buffer.from(text), { nowMs: nowMs + 90 * dayMs });
    expect(late).toEqual({
      kind: "broken",
      because: "the certificate expired at 2026-05-01T09:00:00.000Z",
      statement,
    });
    const early = verifyCertificate(Buffer.from(text), { nowMs: nowMs - dayMs });
    expect(early).toHaveProperty("because", expect.stringContaining("issued in the future"));
  });

  test("only of the key that is asked for", async () => {
    const { text } = await issued();
    const { publicKey } = generateKeyPairSync("ed25519");
    const verified = verifyCertificate(Buffer.from(text), { nowMs, publicKey });
    expect(verified).toHaveProperty("because", expect.stringContaining("but the given key is"));
  });

  test("only for the config that was tested", async () => {
    const { text } = await issued();
    const configSha256 = configDigest({ ...config, trials: 2 });
    const verified = verifyCertificate(Buffer.from(text), { nowMs, configSha256 });
    expect(verified).toHaveProperty("because", expect.stringContaining("another one now"));
  });

  test("only where it is canonical and has the form of a certificate", async () => {
    const { statement } = await issued();
    const { privateKey, publicKey } = generateKeyPairSync("ed25519");
    const verifiedAs = (payload: string): unknown =>
      verifyCertificate(Buffer.from(sealed(Buffer.from(payload), privateKey, keyidOf(publicKey))), {
        nowMs,
        publicKey,
      });
    expect(verifiedAs(JSON.stringify(statement, undefined, 2))).toHaveProperty(
      "because",
      "the payload is not canonical JSON",
    );
    expect(verifiedAs(canonicalJson({ ...statement, more: 1 }))).toHaveProperty(
      "because",
      "the statement has the unknown key `more`",
    );
    expect(verifiedAs(canonicalJson(statement))).toHaveProperty(
      "because",
      "the statement names another signer than the envelope",
    );
  });

  test.each<[string, (is: CertificatePredicate) => Partial<CertificatePredicate>, string]>([
    ["nothing is changed", () => ({}), ""],
    [
      "a gate was not met",
      ({ gates }) => ({
        gates: gates.map((one, at) => (at === 0 ? { ...one, isMet: false } : one)),
      }),
      "the gate `overall score` is not met",
    ],
    [
      "a gate only says that it was met",
      ({ gates }) => ({ gates: gates.map((one, at) => (at === 0 ? { ...one, got: 0.2 } : one)) }),
      "the gate `overall score` is said to be met and is not: wanted 0.9, got 0.2",
    ],
    ["it has no gates", () => ({ gates: [] }), "the certificate has no gates"],
    [
      "a gate was left out",
      ({ gates }) => ({ gates: gates.filter(({ gate }) => !gate.startsWith("critical")) }),
      "the certificate lacks the gate `critical cells that failed`",
    ],
    [
      "a gate is about another score",
      ({ gates }) => ({ gates: gates.map((one, at) => (at === 0 ? { ...one, got: 1 } : one)) }),
      "the gate `overall score` is about 1, the score is 0.97",
    ],
    ["overall is above 1", () => ({ overall: 9 }), "overall is 9, which is not between 0 and 1"],
    ["overall is below 0", () => ({ overall: -1 }), "overall is -1, which is not between 0 and 1"],
    [
      "a phase has a critical failure",
      ({ phases }) => ({ phases: phases.map((one) => ({ ...one, criticals: ["one refund"] })) }),
      "the critical rule `one refund` failed",
    ],
    [
      "a critical rule failed",
      ({ invariants }) => ({ invariants: withStates(invariants, { pass: 0, fail: 1 }) }),
      "the critical rule `answers` failed",
    ],
    [
      "a critical rule was never judged",
      ({ invariants }) => ({ invariants: withStates(invariants, { pass: 0, inconclusive: 1 }) }),
      "the critical rule `answers` was not judged",
    ],
    [
      "a critical rule is not decided in a row",
      ({ rows = [] }) => ({ rows: rows.map((one) => ({ ...one, state: "inconclusive" })) }),
      "the critical rule `answers` in `outage` is not held: inconclusive",
    ],
    [
      "a rule passed in a row in which it was never tested",
      ({ rows = [] }) => ({ rows: rows.map((one) => ({ ...one, tested: 0 })) }),
      "`answers` in `outage` is said to be tested in 0 of 1: pass",
    ],
    ["it is of the first versions, without rows", () => ({ rows: undefined }), ""],
    [
      "cells are missing",
      ({ invariants }) => ({ invariants: invariants.slice(1) }),
      "the states of the cells do not add up to 2 cells",
    ],
  ])("by what its own numbers say: %s", async (_, change, because) => {
    const { statement } = await issued();
    const { privateKey, publicKey } = generateKeyPairSync("ed25519");
    const keyid = keyidOf(publicKey);
    const { signer } = statement.predicate;
    const predicate = {
      ...statement.predicate,
      signer: { ...signer, keyid },
      ...change(statement.predicate),
    };
    const text = sealed(Buffer.from(canonicalJson({ ...statement, predicate })), privateKey, keyid);
    const verified = verifyCertificate(Buffer.from(text), { nowMs, publicKey });
    expect(verified).toMatchObject(because === "" ? { kind: "held" } : { kind: "broken", because });
  });

  test("and its signature is over the DSSE encoding, type and lengths included", async () => {
    const { text, key } = await issued();
    const envelope = JSON.parse(text) as { payload: string; signatures: { sig: string }[] };
    const payload = Buffer.from(envelope.payload, "base64");
    const head = `DSSEv1 ${payloadType.length} ${payloadType} ${payload.length} `;
    const pem = readFileSync(path.join(root, key.file), "utf8");
    const expected = sign(null, Buffer.concat([Buffer.from(head), payload]), pem);
    expect(envelope.signatures[0]?.sig).toBe(expected.toString("base64"));
  });
});

// --- inside ---

function withStates(
  [first, ...others]: CertificatePredicate["invariants"],
  states: Partial<StateCounts>,
): CertificatePredicate["invariants"] {
  return first === undefined
    ? []
    : [{ ...first, states: { ...first.states, ...states } }, ...others];
}

function issued(): Promise<IssuedCertificate> {
  return issueCertificate(report, about);
}
