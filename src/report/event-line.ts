import type { CampaignEvent, FindingEvent } from "../kernel/result/campaign-event.ts";
import { documentLine } from "./document-json.ts";
import { type FindingDocument, findingDocument } from "./finding-document.ts";

/** A line of the log that `--events` writes. */
export type EventLine = LoggedEvent & {
  /** Seconds since the verb began. */
  readonly at: number;
};

/** One event as a line of JSON, with its line break. */
export function eventLine(event: CampaignEvent, at: number): string {
  const logged: LoggedEvent =
    event.type === "finding" ? { ...event, finding: findingDocument(event.finding) } : event;
  const line: EventLine = { ...logged, at: Math.round(at * 1_000) / 1_000 };
  return documentLine(line);
}

// --- inside ---

type LoggedEvent =
  | Exclude<CampaignEvent, FindingEvent>
  | (Omit<FindingEvent, "finding"> & { readonly finding: FindingDocument });
