import { closeSync, mkdirSync, openSync, writeSync } from "node:fs";
import path from "node:path";
import type { CampaignEvent, ProgressEvent } from "../../kernel/result/campaign-event.ts";
import { hiddenDocument } from "../../kernel/secrets/process-secrets.ts";
import { eventLine } from "../../report/index.ts";

/** How far it is is written so often at most: an hour is a file that can be read. */
const progressMs = 1_000;

/** What a log needs besides its file. */
export interface EventLogOptions {
  /** Is told once where the rest cannot be written. */
  readonly warn: (what: string) => void;
  readonly nowMs: () => number;
}

/** Writes the events of a verb into a file, one JSON object a line, each as soon as it is known. */
export class EventLog {
  readonly #startMs: number;
  readonly #options: EventLogOptions;
  readonly #file: string;
  #descriptor: number | undefined;
  /** When how far it is was last written, and with which numbers, by the type of event. */
  readonly #written = new Map<string, { readonly atMs: number; readonly text: string }>();

  /** A file that cannot be opened is an error at once, not after an hour of search. */
  constructor(file: string, options: EventLogOptions) {
    mkdirSync(path.dirname(file), { recursive: true });
    this.#descriptor = openSync(file, "w");
    this.#file = file;
    this.#options = options;
    this.#startMs = options.nowMs();
  }

  hear(event: CampaignEvent): void {
    if (this.#descriptor === undefined || !this.#isDue(event)) return;
    try {
      const atSeconds = (this.#options.nowMs() - this.#startMs) / 1_000;
      writeSync(this.#descriptor, hiddenDocument(eventLine(event, atSeconds)));
    } catch (thrown) {
      this.close();
      const reason = thrown instanceof Error ? thrown.message : String(thrown);
      this.#options.warn(`${this.#file} ends early: ${reason}`);
    }
  }

  close(): void {
    if (this.#descriptor !== undefined) closeSync(this.#descriptor);
    this.#descriptor = undefined;
  }

  #isDue(event: CampaignEvent): boolean {
    if (!progressTypes.has(event.type)) return true;
    const text = eventLine(event, 0);
    const atMs = this.#options.nowMs();
    const last = this.#written.get(event.type);
    if (last !== undefined && (atMs - last.atMs < progressMs || text === last.text)) return false;
    this.#written.set(event.type, { atMs, text });
    return true;
  }
}

// --- inside ---

const progressTypes: ReadonlySet<string> = new Set([
  "runs",
  "variant",
  "stretch",
  "targets",
  "functions",
  "scenarios",
  "conversations",
] satisfies readonly ProgressEvent["type"][]);
