import { readFile, stat } from "node:fs/promises";
import path from "node:path";
import { GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import { sectionIn } from "../../report/section.ts";
import { agentSection } from "../../report/sections/agent.ts";
import { plainLook } from "../print.ts";
import { sayDocument } from "../say-document.ts";
import type { VerbCall } from "../verb-call.ts";
import { type ProjectContext, projectContextOf } from "../verb.ts";
import { agentContextOf } from "./agent-context.ts";
import { asFlagged, configuredPhases, printAgentResult, resultOf } from "./run-phases.ts";
import { writeCertificate } from "./write-certificate.ts";

/** `agent certificate issue`: signs what came of all phases. */
export async function issueCertificate({
  flags,
  io,
}: VerbCall<"agent certificate issue">): Promise<number> {
  const place = await agentContextOf(flags, io);
  const wanted = { command: "agent certificate", phases: configuredPhases };
  const result = await resultOf(wanted, flags, { place, io });
  const report = sectionIn(result, agentSection);
  if (io.signal.aborted || report === undefined) {
    return printAgentResult(result, flags, { place, io });
  }
  const tested = { ...place, agent: asFlagged(place.agent, flags) };
  const written = await writeCertificate(result, report, { ...tested, env: io.env });
  const certified = {
    ...result,
    verdict: written.refusal === undefined ? result.verdict : written.verdict,
    because: written.refusal ?? result.because,
    notes: [...result.notes, ...written.notes],
    artifacts: [...result.artifacts, ...written.files],
    next: written.verify === undefined ? result.next : [written.verify],
  };
  return printAgentResult(certified, flags, { place, io });
}

/** `agent certificate verify`: whether a certificate is whole, signed and in date. */
export async function checkCertificate({
  words: [file],
  flags,
  io,
}: VerbCall<"agent certificate verify">): Promise<number> {
  const { configDigest, readPublicKey, verifyCertificate } =
    await import("../../engines/agents/index.ts");
  const { certificateText } = await import("../../report/index.ts");
  const place = await projectContextOf(flags, io);
  const { key } = flags;
  const verified = verifyCertificate(await bytesOf(file, place), {
    nowMs: Date.now(),
    publicKey:
      key === undefined
        ? undefined
        : readPublicKey((await bytesOf(key, place)).toString("utf8"), key),
    configSha256:
      flags.sameConfig === true ? configDigest((await agentContextOf(flags, io)).agent) : undefined,
  });
  const { kind, statement } = verified;
  const proven =
    kind === "held"
      ? { keyid: verified.keyid, notes: verified.notes }
      : { because: verified.because };
  const nothing = { because: "", keyid: undefined, notes: [] };
  return sayDocument(io, flags, {
    command: "agent certificate verify",
    text: certificateText({ file, kind, statement, ...nothing, ...proven }, plainLook(io)),
    data: { file, ...proven, ...(statement === undefined ? {} : { statement }) },
    verdict: kind,
  });
}

// --- inside ---

const bytesMax = 10 * 1024 * 1024;

async function bytesOf(file: string, { cwd }: ProjectContext): Promise<Buffer> {
  const target = path.resolve(cwd, file);
  const found = await stat(target).catch(() => undefined);
  if (found?.isFile() === true && found.size <= bytesMax) return readFile(target);
  throw new GauntletError({
    code: "A079",
    what:
      found === undefined ? `there is no \`${file}\`` : `\`${file}\` is not a certificate or key`,
    where: file,
    help: "name the file that `gauntlet agent certificate` wrote",
  });
}
