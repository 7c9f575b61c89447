import http, { type OutgoingMessage } from "node:http";
import { activeWorld } from "../active-world.ts";
import { real } from "../real.ts";
import { replaceFunction } from "../stand-in.ts";

/** Lets the `Date` header of an answer tell the time of the run, not that of the machine. */
export function installHttpDate(): void {
  const prototype = http.OutgoingMessage.prototype as unknown as InnerMessage;
  const { _storeHeader } = prototype;
  const standIn = function standInStoreHeader(this: InnerMessage, ...args: unknown[]): void {
    Reflect.apply(_storeHeader, this, args);
    if (activeWorld === undefined || this._header === null || !this.sendDate) return;
    this._header = this._header.replace(dateLine, (line, date: string) =>
      // A date that the program gave itself is left alone: it cannot be the machine's present.
      Math.abs(parsedMs(date) - real.dateNow()) > cachedMsMax
        ? line
        : `\r\nDate: ${new Date().toUTCString()}\r\n`,
    );
  };
  replaceFunction(prototype, "_storeHeader", standIn);
}

// --- inside ---

/** What a message has inside; the names are Node's. */
interface InnerMessage extends OutgoingMessage {
  _header: string | null;
  _storeHeader: (...args: unknown[]) => void;
}

const dateLine = /\r\nDate: ([^\r]*)\r\n/;

/** Node keeps the text of the present second, and a run may hold the loop up for longer. */
const cachedMsMax = 60_000;

let parsed = { text: "", ms: NaN };

/** Node gives the same text for a second, and to read it takes longer than to compare it. */
function parsedMs(text: string): number {
  if (parsed.text !== text) parsed = { text, ms: Date.parse(text) };
  return parsed.ms;
}
