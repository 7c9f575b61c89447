import type { CertificateStatement } from "../kernel/agent/agent-certificate.ts";
import { answeredFor } from "./agent-outcome.ts";
import { scoreText } from "./number-text.ts";
import { makePage, type TextOptions, wrapped } from "./page.ts";

/** What came of verifying the file of a certificate. */
export interface CheckedCertificate {
  readonly file: string;
  readonly kind: "held" | "broken";
  /** Why it does not hold; "" where it does. */
  readonly because: string;
  readonly statement: CertificateStatement | undefined;
  /** The id of the key that signed it, where that is known. */
  readonly keyid: string | undefined;
  readonly notes: readonly string[];
}

/** A verified certificate for people; what a stranger has signed is hostile text all the same. */
export function certificateText(checked: CheckedCertificate, options: TextOptions): string {
  const page = makePage(options);
  const { paint } = page;
  const { file, kind, because, statement, keyid, notes } = checked;
  const mark = kind === "held" ? paint.held : paint.broken;
  const facts = statement === undefined ? [] : factsOf(statement);
  const title = `${file}: ${kind === "held" ? "whole, signed and in date" : because}`;
  const lines = [
    ...wrapped(title, page, 2).map((line, at) => `${at === 0 ? mark : " "} ${line}`),
    ...[...facts, ...(keyid === undefined ? [] : [`key ${keyid}`])].flatMap((fact) =>
      wrapped(fact, page, 2).map((line) => `  ${line}`),
    ),
    ...notes.flatMap((note) =>
      wrapped(note, page, 6).map((line, at) => `${at === 0 ? "note: " : "      "}${line}`),
    ),
  ];
  return lines.join("\n");
}

// --- inside ---

function factsOf({ predicate }: CertificateStatement): readonly string[] {
  const { agent, overall, tester, issued, expires, gates, upstream } = predicate;
  const unmet = gates.filter(({ isMet }) => !isMet).map(({ gate }) => gate);
  return [
    `${agent}: overall ${scoreText(overall)}`,
    `issued ${issued}${tester === "" ? "" : ` by ${tester}`}, expires ${expires}`,
    ...(upstream === undefined ? [] : [answeredFor(upstream)]),
    ...(unmet.length === 0 ? [] : [`not met: ${unmet.join(", ")}`]),
  ];
}
