import {
  cellStates,
  type CertificatePredicate,
  type CertificateStatement,
} from "../kernel/agent/agent-certificate.ts";
import { certificateFacts, certificateNote, gotText, stateText } from "./certificate-html.ts";
import { asciiPrintable } from "./printable.ts";
import { countText, scoreText } from "./number-text.ts";
import { PdfFlow } from "./pdf-flow.ts";
import { pdfBytes } from "./pdf.ts";

/** A certificate as a PDF to print or to file; the same statement always gives the same bytes. */
export function certificatePdf(statement: CertificateStatement): Uint8Array {
  const { predicate } = statement;
  const { agent, issued, signer } = predicate;
  const title = `Certificate of ${agent}`;
  const flow = new PdfFlow();
  flow.heading(title, 18);
  const isGood = predicate.gates.every(({ isMet }) => isMet);
  flow.badge(
    `gauntlet agent: overall ${scoreText(predicate.overall)}`,
    isGood ? [0.09, 0.42, 0.17] : [0.64, 0.09, 0.1],
  );
  for (const fact of certificateFacts(statement)) flow.row(fact, [1, 4]);
  addScores(flow, predicate);
  addInvariants(flow, predicate);
  addStrikes(flow, predicate);
  flow.heading("What this is");
  flow.paragraph(certificateNote);
  const created = `D:${issued.slice(0, 19).replaceAll(/[-:T]/g, "")}Z`;
  return pdfBytes(flow.pages(`key ${signer.keyid}`), { title: asciiPrintable(title), created });
}

// --- inside ---

function addScores(flow: PdfFlow, { phases, gates, deltas }: CertificatePredicate): void {
  flow.heading("Scores");
  const shares = [2, 1, 2, 4, 2];
  flow.row(["Phase", "Score", "95 % between", "Cells", "All trials pass"], shares, true);
  for (const { phase, score, interval, counts, passAll } of phases) {
    const between = `${scoreText(interval[0])} to ${scoreText(interval[1])}`;
    const all = `${scoreText(passAll.rate)} of ${countText(passAll.trials)}`;
    flow.row([phase, scoreText(score), between, stateText(counts), all], shares);
  }
  flow.heading("Gates");
  flow.row(["Gate", "Asked for", "Found", ""], [4, 1, 1, 1], true);
  for (const { gate, wanted, got, isMet } of gates) {
    flow.row([gate, String(wanted), gotText(got), isMet ? "met" : "NOT MET"], [4, 1, 1, 1]);
  }
  if (deltas.length === 0) return;
  flow.heading("Against the same prompts without chaos");
  flow.row(["Scenario", "Passed", "Without chaos", "Difference"], [4, 1, 1, 1], true);
  for (const { scenario, rate, baseline, delta } of deltas) {
    flow.row([scenario, scoreText(rate), scoreText(baseline), delta.toFixed(3)], [4, 1, 1, 1]);
  }
}

function addInvariants(flow: PdfFlow, { invariants }: CertificatePredicate): void {
  const shares = [1.5, 4, 1.3, ...cellStates.map(() => 1.2)];
  flow.heading("Invariants");
  flow.row(["Phase", "Invariant", "Severity", ...cellStates], shares, true);
  for (const { phase, id, severity, states } of invariants) {
    flow.row([phase, id, severity, ...cellStates.map((state) => countText(states[state]))], shares);
  }
}

function addStrikes(flow: PdfFlow, { strikes }: CertificatePredicate): void {
  flow.heading("Faults that struck");
  if (strikes.length === 0) {
    flow.paragraph("None.");
    return;
  }
  const shares = [4, 2, 2, 1, 2];
  flow.row(["Fault", "Agent", "Target", "Struck", "Conversations"], shares, true);
  for (const { fault, agent, target, struck, conversations } of strikes) {
    flow.row([fault, agent, target, countText(struck), countText(conversations)], shares);
  }
}
