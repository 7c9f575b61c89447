import type { ErrorParts } from "../kernel/errors/gauntlet-error.ts";
import { documentJson } from "./document-json.ts";

/** The document that a verb prints with `--json` when it could not do what it was asked. */
export interface ErrorDocument {
  readonly tool: "gauntlet";
  readonly schema: 1;
  /** The verb; "" where none was named. */
  readonly command: string;
  readonly verdict: "unknown";
  readonly error: Omit<ErrorParts, "frame">;
}

/** An error as that document, with the line break that ends it. */
export function errorJson(parts: ErrorParts, command: string): string {
  const { code, what, where, note, help } = parts;
  const document: ErrorDocument = {
    tool: "gauntlet",
    schema: 1,
    command,
    verdict: "unknown",
    error: { code, what, where, note, help },
  };
  return documentJson(document);
}
