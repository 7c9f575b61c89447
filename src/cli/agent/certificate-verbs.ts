import { readFile, stat } from "node:fs/promises";
import path from "node:path";
import type { Command } from "commander";
import { GauntletError } from "../../kernel/gauntlet-error.ts";
import { addReadFlags, type ReadFlags } from "../flags.ts";
import { exitCodes, type Io } from "../io.ts";
import { printResult } from "../print.ts";
import { sayDocument } from "../say-document.ts";
import { type Place, placeOf } from "../verb.ts";
import { addAgentFlags, type AgentFlags } from "./agent-flags.ts";
import { agentPlaceOf } from "./agent-place.ts";
import { configuredPhases, resultOf, writeHtml } from "./run-phases.ts";
import { writeCertificate } from "./write-certificate.ts";

interface VerifyFlags extends ReadFlags {
  readonly key?: string;
  readonly sameConfig?: boolean;
}

/** Adds `agent certificate` and `agent certificate verify`. */
export function addCertificateVerbs(agent: Command, io: Io, onExit: (code: number) => void): void {
  const certificate = agent
    .command("certificate")
    .summary("sign what came of testing the agent, or verify what was signed");
  addAgentFlags(
    certificate
      .command("issue", { isDefault: true })
      .summary("put the agent through everything and sign the result if it is good enough"),
  ).action(async (flags: AgentFlags) => onExit(await issue(flags, io)));
  addReadFlags(
    certificate
      .command("verify")
      .summary("say whether a certificate is whole, signed and in date")
      .argument("<file>", "the certificate, as JSON")
      .option("--key <file>", "the public key of whoever must have signed it")
      .option("--same-config", "also that the configuration is still the one that was tested"),
  ).action(async (file: string, flags: VerifyFlags) => onExit(await verify(file, flags, io)));
}

// --- inside ---

async function issue(flags: AgentFlags, io: Io): Promise<number> {
  const place = await agentPlaceOf(flags, io);
  const { cwd, config } = place;
  const wanted = { command: "agent certificate", phases: configuredPhases };
  const judged = await resultOf(wanted, flags, { place, io });
  const pages = await writeHtml(judged, flags, cwd);
  const result = { ...judged, artifacts: [...judged.artifacts, ...pages] };
  const options = { flags, report: config.report, cwd, root: config.root };
  if (io.signal.aborted || result.agent === undefined) return printResult(result, io, options);
  const written = await writeCertificate(result.agent, place);
  const because = written.refusal ?? result.because;
  const verdict = written.refusal === undefined ? result.verdict : written.verdict;
  return printResult(
    {
      ...result,
      verdict,
      because,
      notes: [...result.notes, ...written.notes],
      artifacts: [...result.artifacts, ...written.files],
      next: written.verify === undefined ? result.next : [written.verify],
    },
    io,
    options,
  );
}

async function verify(file: string, flags: VerifyFlags, io: Io): Promise<number> {
  const { configDigest, readPublicKey, verifyCertificate } =
    await import("../../engines/agents/index.ts");
  const place = await placeOf(flags, io);
  const key = flags.key;
  const configSha256 =
    flags.sameConfig === true ? configDigest((await agentPlaceOf(flags, io)).agent) : undefined;
  const verified = verifyCertificate(await bytesOf(file, place), {
    nowMs: Date.now(),
    ...(key === undefined
      ? {}
      : { publicKey: readPublicKey((await bytesOf(key, place)).toString("utf8"), key) }),
    ...(configSha256 === undefined ? {} : { configSha256 }),
  });
  const isHeld = verified.kind === "held";
  const { statement } = verified;
  const about = statement === undefined ? "" : aboutText(statement.predicate);
  const lines = isHeld
    ? [
        `✓ ${file}: whole and signed`,
        `  ${about}`,
        ...verified.notes.map((note) => `note: ${note}`),
      ]
    : [`✗ ${file}: ${verified.because}`];
  sayDocument(io, flags, {
    command: "agent certificate verify",
    text: lines.join("\n"),
    data: {
      file,
      ...(isHeld
        ? { keyid: verified.keyid, notes: verified.notes }
        : { because: verified.because }),
      ...(statement === undefined ? {} : { statement }),
    },
    verdict: verified.kind,
  });
  return exitCodes[verified.kind];
}

function aboutText(told: {
  readonly agent: string;
  readonly overall: number;
  readonly expires: string;
}): string {
  return `${told.agent}, ${told.overall}, until ${told.expires}`;
}

const bytesMax = 10 * 1024 * 1024;

async function bytesOf(file: string, { cwd }: Place): Promise<Buffer> {
  const target = path.resolve(cwd, file);
  const found = await stat(target).catch(() => undefined);
  if (found?.isFile() === true && found.size <= bytesMax) return readFile(target);
  throw new GauntletError({
    code: "A079",
    what: found === undefined ? `there is no \`${file}\`` : `\`${file}\` is no certificate or key`,
    where: file,
    help: "name the file that `gauntlet agent certificate` wrote",
  });
}
