import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import type { CertificateStatement } from "../../../kernel/agent/agent-certificate.ts";
import type { AgentReport } from "../../../kernel/agent/agent-report.ts";
import { canonicalJson } from "../../../kernel/values/canonical-json.ts";
import { GauntletError } from "../../../kernel/errors/gauntlet-error.ts";
import type { Result } from "../../../kernel/result/result.ts";
import type { AgentConfig } from "../../../config/agent/agent-config.ts";
import { pathProblem } from "../../../config/files/project-paths.ts";
import { configDigest } from "./config-digest.ts";
import { sealed } from "./envelope.ts";
import { makeStatement } from "./make-statement.ts";
import { certifiableScore } from "./refusal.ts";
import { openSigningKey, type SigningKey, spki } from "./signing-key.ts";

/** What a certificate is about besides its report. */
export interface CertificateOf {
  /** With what flags changed of it: what was really tested. */
  readonly config: AgentConfig;
  /** What the run as a whole came to; only one that held is certified. */
  readonly judged: Pick<Result, "verdict" | "because">;
  /** The project; the key and the files lie in it. */
  readonly root: string;
  /** May hold the key instead. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly version: string;
  readonly nowMs: number;
  readonly commit?: string | undefined;
  /** Files of the agent, relative to the project. */
  readonly files?: readonly string[] | undefined;
}

/** A certificate, ready to be written, and the key that signed it. */
export interface IssuedCertificate {
  readonly statement: CertificateStatement;
  /** The text of the file: a DSSE envelope. */
  readonly text: string;
  readonly key: Pick<SigningKey, "keyid" | "file" | "publicFile" | "isNew" | "notes">;
}

/**
 * Signs what came of testing an agent. Throws a refusal (`refusalVerdict` says which verdict it
 * is) where a critical cell failed or could not be judged, a score is too low, or the run did not
 * hold for another reason; no key is made and no file is read then.
 */
export async function issueCertificate(
  report: AgentReport,
  about: CertificateOf,
): Promise<IssuedCertificate> {
  const { config, root } = about;
  const overall = certifiableScore(report, {
    passThreshold: config.certificate.passThreshold,
    minimum: config.scoring.minimum,
    judged: about.judged,
  });
  const files = await Promise.all((about.files ?? []).map((file) => fileDigest(file, root)));
  const key = await openSigningKey({ file: config.certificate.key, root, env: about.env ?? {} });
  const statement = makeStatement(report, overall, {
    version: about.version,
    seed: report.seed ?? config.seed,
    certificate: config.certificate,
    scoring: config.scoring,
    configSha256: configDigest(config),
    upstream: report.upstream,
    signer: { keyid: key.keyid, publicKey: spki(key.publicKey).toString("base64") },
    nowMs: about.nowMs,
    commit: about.commit,
    files,
  });
  const payload = Buffer.from(canonicalJson(statement));
  return { statement, text: sealed(payload, key.privateKey, key.keyid), key };
}

// --- inside ---

async function fileDigest(
  file: string,
  root: string,
): Promise<{ readonly name: string; readonly sha256: string }> {
  const name = file.replaceAll(path.sep, "/");
  const problem = pathProblem(file, { root, directory: root });
  if (problem !== undefined) throw unreadable(name, problem);
  const hash = createHash("sha256");
  try {
    await pipeline(createReadStream(path.resolve(root, file)), hash);
  } catch (error) {
    throw unreadable(name, `cannot be read: ${String(error)}`);
  }
  return { name, sha256: hash.digest("hex") };
}

function unreadable(name: string, problem: string): GauntletError {
  return new GauntletError({
    code: "A075",
    what: `the file \`${name}\` of the agent ${problem}`,
    where: name,
    help: "name files of the project that exist",
  });
}
