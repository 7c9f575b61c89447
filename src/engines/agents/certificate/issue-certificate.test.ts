import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import type { AgentCell, Severity } from "../../../kernel/agent/agent-cell.ts";
import type { AgentReport } from "../../../kernel/agent/agent-report.ts";
import type { RowVerdict } from "../../../kernel/agent/agent-rows.ts";
import { GauntletError } from "../../../kernel/errors/gauntlet-error.ts";
import type { AgentConfig } from "../../../config/agent/agent-config.ts";
import { configDigest } from "./config-digest.ts";
import { cell, configIn, nowMs, report } from "./fixtures/sample-report.ts";
import { issueCertificate, type IssuedCertificate } from "./issue-certificate.ts";
import { refusalVerdict } from "./refusal.ts";
import { readPublicKey } from "./signing-key.ts";
import { verifyCertificate } from "./verify-certificate.ts";

const root = mkdtempSync(path.join(tmpdir(), "certificate-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const config = configIn(root);
const judged = { verdict: "held", because: "" } as const;
const about = { config, judged, root, version: "0.1.0", nowMs };

describe("a certificate that is given", () => {
  test("verifies with the public key that was written beside the private one", async () => {
    const { text, key, statement } = await issued();
    const { publicFile = "" } = key;
    const pem = readFileSync(path.join(root, publicFile), "utf8");
    const publicKey = readPublicKey(pem, publicFile);
    const configSha256 = configDigest(config);
    const verified = verifyCertificate(Buffer.from(text), { nowMs, publicKey, configSha256 });
    expect(verified).toEqual({ kind: "held", statement, keyid: key.keyid, notes: [] });
    expect(publicFile).toBe(path.join(".gauntlet", "agent-key.pub.pem"));
  });

  test("without a key only shows that it is whole, and says so", async () => {
    const { text } = await issued();
    const verified = verifyCertificate(Buffer.from(text), { nowMs });
    expect(verified.kind).toBe("held");
    expect(verified).toHaveProperty("notes", [
      "the key is the one in the file itself: it proves that nothing was changed since it was " +
        "signed, not who signed it; pass the public key of the signer with --key",
    ]);
  });

  test("says what was tested and what came of it", async () => {
    writeFileSync(path.join(root, "agent.mjs"), "export {};\n");
    const more = { ...about, files: ["agent.mjs"], commit: "a".repeat(40) };
    const { statement, key } = await issueCertificate(report, more);
    const { signer, config: hashed, ...predicate } = statement.predicate;
    expect(signer.keyid).toBe(key.keyid);
    expect(hashed.sha256).toBe(configDigest(config));
    expect(statement.subject).toEqual([
      { name: "support", digest: { sha256: hashed.sha256 } },
      { name: "commit", digest: { gitCommit: "a".repeat(40) } },
      {
        name: "agent.mjs",
        digest: { sha256: "8e609bb71c20b858c77f0e9f90bb1319db8477b13f9f965f1a1e18524bf50881" },
      },
    ]);
    const one = { pass: 1, fail: 0, error: 0, inconclusive: 0, skipped: 0 };
    const phase = "contract";
    expect(predicate).toEqual({
      tool: { name: "gauntlet", version: "0.1.0" },
      upstream: "scripted",
      agent: "support",
      tester: "QA",
      seed: "42",
      issued: "2026-01-31T09:00:00.000Z",
      expires: "2026-05-01T09:00:00.000Z",
      overall: 0.97,
      phases: report.phases,
      gates: [
        { gate: "overall score", wanted: 0.9, got: 0.97, isMet: true },
        { gate: "critical cells that failed", wanted: 0, got: 0, isMet: true },
        { gate: "critical rules that could not be judged", wanted: 0, got: 0, isMet: true },
        { gate: "contract score", wanted: 0.5, got: 0.97, isMet: true },
      ],
      matrix: {
        cells: 2,
        conversations: 1,
        scenarios: 1,
        states: { ...one, pass: 2 },
        sha256: "7936bd410831e6fab8382bda0afda41ebccab0d56e7a595ea2299acdce4e2995",
      },
      rows: [rowOf("answers", "critical"), rowOf("short", "low")],
      invariants: [
        { phase, id: "answers", severity: "critical", states: one },
        { phase, id: "short", severity: "low", states: one },
      ],
      strikes: [
        { fault: "tool * error", agent: "support", target: "search", struck: 2, conversations: 1 },
      ],
      deltas: report.deltas,
    });
  });

  test("names the seed that was really run with, not the one of the config", async () => {
    const { statement } = await issueCertificate({ ...report, seed: 777 }, about);
    expect(statement.predicate.seed).toBe("777");
  });

  test("is signed with a key that only its owner can read, made once", async () => {
    const own = { ...about, config: withKey(".gauntlet/other.pem") };
    const first = await issueCertificate(report, own);
    const second = await issueCertificate(report, own);
    expect([first.key.isNew, second.key.isNew]).toEqual([true, false]);
    expect(second.text).toBe(first.text);
    const { mode } = statSync(path.join(root, first.key.file));
    expect(process.platform === "win32" ? 0 : mode & 0o077).toBe(0);
  });
});

describe("a certificate is refused", () => {
  const refusedCells: readonly [string, string, "broken" | "unknown", Partial<AgentReport>][] = [
    ["where a critical cell failed", "A071", "broken", withState("fail")],
    ["where a critical cell is inconclusive", "A070", "unknown", withState("inconclusive")],
    ["where a critical cell is in error", "A070", "unknown", withState("error")],
    ["where the score is too low", "A072", "broken", { scores: { overall: 0.89 } }],
    ["where there are no cells", "A073", "unknown", { cells: [] }],
    ["where every cell is skipped", "A073", "unknown", withState("skipped")],
    ["where there is no score", "A073", "unknown", { scores: {} }],
    ["where a phase has a score below its minimum", "A076", "broken", phaseScored(0.49)],
    ["where nothing could be judged in a phase", "A077", "unknown", phaseScored(undefined)],
  ];

  test.each(refusedCells)("%s", async (_, code, verdict, change) => {
    const own = { ...about, config: withKey(".gauntlet/never.pem") };
    const error = await issueCertificate({ ...report, ...change }, own).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(GauntletError);
    expect(error).toHaveProperty("code", code);
    expect(refusalVerdict(error)).toBe(verdict);
    expect(statSync(path.join(root, ".gauntlet/never.pem"), { throwIfNoEntry: false })).toBe(
      undefined,
    );
  });

  test.each([
    ["broken", "A076"],
    ["unknown", "A077"],
  ] as const)("where the run itself is %s, saying why", async (verdict, code) => {
    const own = { ...about, judged: { verdict, because: "it was cut off" } };
    const error = await issueCertificate(report, own).catch((thrown: unknown) => thrown);
    expect(error).toHaveProperty("code", code);
    expect(refusalVerdict(error)).toBe(verdict);
    expect(error).toHaveProperty(
      "what",
      `no certificate is given to \`support\`: the run itself is ${verdict}: it was cut off`,
    );
  });

  test("with the cells that stand in its way", async () => {
    await expect(issueCertificate({ ...report, ...withState("fail") }, about)).rejects.toThrow(
      expect.objectContaining({
        what: "no certificate is given to `support`: 1 critical cell failed",
        note: "contract `answers` in `outage`, trial 1: fail, it answered",
      }) as Error,
    );
  });

  test("where its key lies outside of the project or is none", async () => {
    const outside = { ...about, config: withKey("../key.pem") };
    await expect(issueCertificate(report, outside)).rejects.toHaveProperty("code", "A074");
    writeFileSync(path.join(root, "bad.pem"), "-----BEGIN PRIVATE KEY-----\nhunter2\n");
    const bad = { ...about, config: withKey("bad.pem") };
    const error = await issueCertificate(report, bad).catch((thrown: unknown) => thrown);
    expect(error).toHaveProperty("what", "this is not an Ed25519 private key in PEM");
    expect(JSON.stringify(error)).not.toContain("hunter2");
  });
});

describe("the digest of a config", () => {
  test("is the same on another machine with other secrets", () => {
    const moved = JSON.parse(JSON.stringify(config).replaceAll(root, "/elsewhere")) as AgentConfig;
    const { mutations, profiles } = config;
    const other: AgentConfig = { ...moved, mutations, profiles };
    const reach = { ...other.reach, headers: { authorization: "Bearer two" } } as never;
    expect(configDigest({ ...other, reach })).toBe(configDigest(config));
  });

  test("is another one where anything else differs", () => {
    const digests = [
      config,
      { ...config, prompts: ["hi", "ho"] },
      { ...config, seed: 43 },
      { ...config, mutations: { ...config.mutations, weights: new Map([["noise", 2] as const]) } },
      { ...config, certificate: { ...config.certificate, passThreshold: 0.8 } },
    ].map(configDigest);
    expect(new Set(digests).size).toBe(digests.length);
  });
});

// --- inside ---

function rowOf(invariant: string, severity: Severity): RowVerdict {
  const of = { phase: "contract", scenario: "outage", state: "pass", because: "" } as const;
  const counts = { conversations: 1, tested: 1, failed: 0, failsAtMost: 0.95 };
  return { ...of, invariant, severity, ...counts };
}

function issued(): Promise<IssuedCertificate> {
  return issueCertificate(report, about);
}

function withState(state: AgentCell["state"]): Partial<AgentReport> {
  return { cells: [{ ...cell, state }, ...(state === "skipped" ? [] : report.cells.slice(1))] };
}

function phaseScored(score: number | undefined): Partial<AgentReport> {
  return { phases: report.phases.map((phase) => ({ ...phase, score })) };
}

function withKey(key: string): AgentConfig {
  return { ...config, certificate: { ...config.certificate, key } };
}
