import { buffer } from "node:stream/consumers";
import {
  cellStates,
  type CertificatePredicate,
  type CertificateStatement,
} from "../kernel/agent/agent-certificate.ts";
import { rowTable, rowTableTitle } from "./agent-row-table.ts";
import {
  certificateFacts,
  certificateNote,
  gotText,
  outcomeOf,
  stateText,
} from "./certificate-html.ts";
import { printable } from "./printable.ts";
import { countText, scoreText } from "./number-text.ts";
import { PdfFlow } from "./pdf-flow.ts";

/**
 * A certificate as a PDF to print or to file; the same statement always gives the same bytes. What
 * Helvetica has no glyph for is embedded from the TrueType font whose bytes are given.
 */
export async function certificatePdf(
  statement: CertificateStatement,
  font?: () => Uint8Array,
): Promise<Uint8Array> {
  const { predicate } = statement;
  const { agent, issued, signer } = predicate;
  const title = `Certificate of ${agent}`;
  const { default: Pdf } = await import("pdfkit");
  const created = new Date(`${issued.slice(0, 19)}Z`);
  const pdf = new Pdf({
    size: "A4",
    compress: false, // what zlib makes of it differs from one version of Node to the next
    margin: 0,
    autoFirstPage: false,
    bufferPages: true,
    info: { Title: printable(title), CreationDate: created },
  });
  const flow = new PdfFlow(pdf, font);
  flow.heading(title, 18);
  const { isGood, text } = outcomeOf(predicate);
  flow.badge(text, isGood ? "#176b2c" : "#a4161a");
  flow.table({ rows: certificateFacts(statement), shares: [1, 4] });
  addScores(flow, predicate);
  addInvariants(flow, predicate);
  addRows(flow, predicate);
  addStrikes(flow, predicate);
  flow.heading("What this is");
  flow.paragraph(certificateNote);
  if (flow.fonts.hasSpelt) flow.paragraph(speltNote);
  flow.end(`key ${signer.keyid}`);
  pdf.end();
  return buffer(pdf);
}

// --- inside ---

const speltNote =
  "Characters that the fonts of this file have no glyph for are spelt out, such as \\u{1f600}. " +
  "The signed JSON file has them as they are.";

function addScores(flow: PdfFlow, { phases, gates, deltas }: CertificatePredicate): void {
  flow.heading("Scores");
  flow.table({
    head: ["Phase", "Score", "95 % between", "Cells", "All trials pass"],
    rows: phases.map(({ phase, score, interval, counts, passAll }) => [
      phase,
      scoreText(score),
      `${scoreText(interval[0])} to ${scoreText(interval[1])}`,
      stateText(counts),
      `${scoreText(passAll.rate)} of ${countText(passAll.trials)}`,
    ]),
    shares: [2, 1, 2, 4, 2],
  });
  flow.heading("Gates");
  flow.table({
    head: ["Gate", "Asked for", "Found", "Result"],
    rows: gates.map(({ gate, wanted, got, isMet }) => [
      gate,
      String(wanted),
      gotText(got),
      isMet ? "met" : "NOT MET",
    ]),
    shares: [4, 1, 1, 1],
  });
  if (deltas.length === 0) return;
  flow.heading("Against the same prompts without chaos");
  flow.table({
    head: ["Scenario", "Passed", "Without chaos", "Difference"],
    rows: deltas.map(({ scenario, rate, baseline, delta }) => [
      scenario,
      scoreText(rate),
      scoreText(baseline),
      delta.toFixed(3),
    ]),
    shares: [4, 1, 1, 1],
  });
}

function addInvariants(flow: PdfFlow, { invariants }: CertificatePredicate): void {
  flow.heading("Invariants");
  flow.table({
    head: ["Phase", "Invariant", "Severity", ...cellStates],
    rows: invariants.map(({ phase, id, severity, states }) => [
      phase,
      id,
      severity,
      ...cellStates.map((state) => countText(states[state])),
    ]),
    shares: [1.5, 4, 1.3, ...cellStates.map(() => 1.2)],
  });
}

function addRows(flow: PdfFlow, { rows: all = [] }: CertificatePredicate): void {
  if (all.length === 0) return; // certificates of the first versions have none
  const { head, rows, left } = rowTable(all);
  flow.heading(rowTableTitle);
  flow.table({ head, rows: rows.map(({ cells }) => cells), shares: rowShares });
  if (left > 0) flow.paragraph(`${countText(left)} rows more are in the signed JSON file.`);
}

const rowShares = [1.5, 2.8, 2.8, 2.1, 1.5, 1.3, 3.1];

function addStrikes(flow: PdfFlow, { strikes }: CertificatePredicate): void {
  flow.heading("Faults that struck");
  if (strikes.length === 0) {
    flow.paragraph("None.");
    return;
  }
  flow.table({
    head: ["Fault", "Agent", "Target", "Struck", "Conversations"],
    rows: strikes.map(({ fault, agent, target, struck, conversations }) => [
      fault,
      agent,
      target,
      countText(struck),
      countText(conversations),
    ]),
    shares: [4, 2, 2, 1, 2],
  });
}
