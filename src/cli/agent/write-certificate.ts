import { statSync } from "node:fs";
import path from "node:path";
import type { AgentReport } from "../../kernel/agent/index.ts";
import { gauntletCommand } from "../../kernel/patterns/shell-command.ts";
import { GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import type { Result } from "../../kernel/result/result.ts";
import { writeWhole } from "../../store/finding-store.ts";
import { isSystemError, refusalText, UnwrittenError } from "../../store/unwritten.ts";
import { ownVersion } from "../../world/own-version.ts";
import type { AgentConfig } from "../../config/index.ts";
import type { Io } from "../io.ts";
import type { AgentContext } from "./agent-context.ts";
import { ownCommit } from "./own-commit.ts";
import { wideFont } from "./wide-font.ts";

/** What became of a certificate. */
export interface WrittenCertificate {
  readonly files: readonly string[];
  readonly notes: readonly string[];
  /** Why there is none, and what that makes of the whole. */
  readonly refusal: string | undefined;
  readonly verdict: "broken" | "unknown";
  /** The command that verifies it. */
  readonly verify: string | undefined;
}

/** Signs a report and writes it in the formats that are configured, unless it is refused. */
export async function writeCertificate(
  { verdict, because }: Pick<Result, "verdict" | "because">,
  report: AgentReport,
  { agent, config, cwd, env }: AgentContext & Pick<Io, "env">,
): Promise<WrittenCertificate> {
  const { issueCertificate, refusalVerdict } = await import("../../engines/agents/index.ts");
  try {
    const commit = await ownCommit(config.root);
    const { statement, text, key } = await issueCertificate(report, {
      config: agent,
      judged: { verdict, because },
      root: config.root,
      env,
      version: ownVersion(),
      nowMs: Date.now(),
      commit: commit.name,
      files: ownFiles(agent, config.root),
    });
    const { certificateHtml, certificatePdf } = await import("../../report/index.ts");
    const { outputFormat: format, output } = agent.certificate;
    const views = [
      ["json", text],
      ...(format === "html" || format === "all" ? [["html", certificateHtml(statement)]] : []),
      ...(format === "pdf" || format === "all"
        ? [["pdf", await certificatePdf(statement, wideFont)]]
        : []),
    ] as const;
    const files: string[] = [];
    for (const [ending = "", content = ""] of views) {
      const file = path.resolve(agent.directory, `${output}.${String(ending)}`);
      await writeWhole(file, content);
      files.push(path.relative(cwd, file));
    }
    const keyFile = path.relative(cwd, path.resolve(config.root, key.file));
    const made = key.isNew ? [`made the key ${keyFile}; keep it secret`] : [];
    const notes = [...made, ...key.notes, ...commit.notes];
    const verify = gauntletCommand("agent certificate verify", { words: files.slice(0, 1) });
    return { files, notes, refusal: undefined, verdict: "unknown", verify };
  } catch (thrown) {
    if (thrown instanceof UnwrittenError || isSystemError(thrown)) {
      return unwrittenCertificate(thrown, { verdict, cwd });
    }
    const refused = refusalVerdict(thrown);
    if (refused === undefined || !(thrown instanceof GauntletError)) throw thrown;
    const notes = thrown.note === undefined ? [] : [thrown.note];
    return { files: [], notes, refusal: thrown.what, verdict: refused, verify: undefined };
  }
}

// --- inside ---

/** Where the verb is there to write, a result without the file is no success. */
function unwrittenCertificate(
  thrown: UnwrittenError | NodeJS.ErrnoException,
  { verdict, cwd }: { readonly verdict: Result["verdict"]; readonly cwd: string },
): WrittenCertificate {
  const [file, reason] =
    thrown instanceof UnwrittenError
      ? [thrown.file, thrown.reason]
      : [thrown.path ?? cwd, refusalText(thrown, thrown.path ?? cwd)];
  return {
    files: [],
    notes: [],
    refusal: `${path.relative(cwd, file)} cannot be written: ${reason}`,
    verdict: verdict === "broken" ? "broken" : "unknown",
    verify: undefined,
  };
}

/** The files of the project that the agent is started from: its module, or those in its command. */
function ownFiles({ reach, directory }: AgentConfig, root: string): readonly string[] {
  const words = reach.type === "function" ? [reach.file] : (reach.command ?? []);
  const files = words.map((word) => path.resolve(directory, word));
  const isOwn = (file: string): boolean =>
    !path.relative(root, file).startsWith("..") &&
    statSync(file, { throwIfNoEntry: false })?.isFile() === true;
  return files.filter((file) => isOwn(file)).map((file) => path.relative(root, file));
}
