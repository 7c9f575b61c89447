import path from "node:path";
import type { CampaignEvent } from "../../kernel/result/campaign-event.ts";
import type { Result } from "../../kernel/result/result.ts";
import type { FlagsNamed } from "../verb-call.ts";
import type { Io } from "../io.ts";
import { lookOf } from "../print.ts";
import type { ProjectContext } from "../verb.ts";
import { CampaignEvents } from "./campaign-events.ts";
import { EventLog } from "./event-log.ts";
import { TerminalProgress } from "./terminal-progress.ts";

/** Who follows a verb, and from where. */
export interface Following {
  readonly flags: FlagsNamed<"quiet" | "events"> & { readonly color?: boolean };
  readonly io: Io;
  readonly place: ProjectContext;
}

/**
 * Does the work of a verb and passes on what it tells, from its beginning to its end, to the
 * terminal (unless `--quiet`) and the log (`--events`).
 */
export async function withEvents(
  command: string,
  { flags, io, place }: Following,
  work: (tell: (event: CampaignEvent) => void) => Promise<Result>,
): Promise<Result> {
  const { cwd, config } = place;
  const nowMs = (): number => performance.now();
  const look = lookOf({ color: flags.color ?? true }, io, "err");
  const terminal = new TerminalProgress(io, {
    look,
    isVerbose: config.report.verbose,
    nowMs,
  });
  const log =
    flags.events === undefined
      ? undefined
      : new EventLog(path.resolve(cwd, flags.events), {
          warn: (what) => io.err(`warning: ${what}\n`),
          nowMs,
        });
  const events = new CampaignEvents([
    ...(flags.quiet === true ? [] : [terminal]),
    ...(log === undefined ? [] : [log]),
  ]);
  try {
    events.tell({ type: "begin", command });
    const result = await work(events.tell);
    events.end(result);
    return result;
  } catch (thrown) {
    events.fail(thrown);
    throw thrown;
  } finally {
    log?.close();
  }
}
