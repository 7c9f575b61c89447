import {
  cellStates,
  type CertificatePredicate,
  type CertificateStatement,
  type StateCounts,
} from "../kernel/agent/agent-certificate.ts";
import { canonicalJson } from "../kernel/values/canonical-json.ts";
import { sha256 } from "../kernel/values/sha256.ts";
import { rowSection } from "./agent-rows-html.ts";
import { answeredFor } from "./agent-outcome.ts";
import { badgeSvg } from "./badge-svg.ts";
import { htmlPage, htmlTable, htmlText } from "./html-page.ts";
import { countText, scoreText } from "./number-text.ts";

/** A certificate as a page for people. The signed file is the proof; this only shows it. */
export function certificateHtml(statement: CertificateStatement): string {
  const { predicate } = statement;
  return htmlPage({
    title: `Certificate of ${predicate.agent}`,
    style: "dt{font-weight:600}dd{margin:0 0 .4rem}.note{color:#555}",
    body: [
      `<h1>Certificate of ${htmlText(predicate.agent)}</h1>`,
      `<p>${certificateBadge(statement)}</p>`,
      outcomeLine(predicate),
      ...factLines(statement),
      ...section("Scores", scoreTable(predicate)),
      ...section("Gates", gateTable(predicate)),
      ...section("Invariants", invariantTable(predicate)),
      ...rowSection(predicate.rows ?? []),
      ...section("Faults that struck", strikeTable(predicate)),
      ...section("Against the same prompts without chaos", deltaTable(predicate)),
      `<p class="note">${htmlText(certificateNote)}</p>`,
    ],
  });
}

/** The badge of a certificate as SVG. */
export function certificateBadge({ predicate }: CertificateStatement): string {
  const { overall } = predicate;
  const { isGood } = outcomeOf(predicate);
  return badgeSvg({ label: "gauntlet agent", value: `overall ${scoreText(overall)}`, isGood });
}

/** Whether all that was asked for was reached, in a word and with the score. */
export function outcomeOf({ overall, gates }: CertificatePredicate): {
  readonly isGood: boolean;
  readonly text: string;
} {
  const isGood = gates.length > 0 && gates.every(({ isMet }) => isMet);
  return { isGood, text: `${isGood ? "PASS" : "FAIL"}   overall ${scoreText(overall)}` };
}

/** The facts of a certificate, as names and values. */
export function certificateFacts(statement: CertificateStatement): readonly [string, string][] {
  const { predicate, subject } = statement;
  const { tool, matrix, signer } = predicate;
  return [
    ["Agent", predicate.agent],
    ["Tested by", predicate.tester === "" ? "not named" : predicate.tester],
    ["Issued", predicate.issued],
    ["Expires", predicate.expires],
    ["Overall score", scoreText(predicate.overall)],
    ...answeredBy(predicate),
    ["Seed", predicate.seed],
    ["Tool", `${tool.name} ${tool.version}`],
    [
      "Cells",
      `${countText(matrix.cells)} in ${countText(matrix.scenarios)} scenarios and ` +
        `${countText(matrix.conversations)} conversations: ${stateText(matrix.states)}`,
    ],
    ...subject.flatMap(({ name, digest }) =>
      Object.entries(digest).map(([kind, value]): [string, string] => [
        "Subject",
        `${name} (${kind} ${value})`,
      ]),
    ),
    ["Config (SHA-256)", predicate.config.sha256],
    ["Cells (SHA-256)", matrix.sha256],
    ["Key (SHA-256)", signer.keyid],
    ["Statement (SHA-256)", sha256(canonicalJson(statement))],
  ];
}

function answeredBy({ upstream }: CertificatePredicate): readonly [string, string][] {
  if (upstream === undefined) return [];
  const isReal = upstream === "provider";
  return [["Model", `${isReal ? "" : "none: "}${answeredFor(upstream)}`]];
}

/** The states of which there are any, in words. */
export function stateText(states: StateCounts): string {
  const parts = cellStates.filter((state) => states[state] > 0);
  return parts.map((state) => `${countText(states[state])} ${state}`).join(", ") || "none";
}

/** A number that was found, or that there was none to find. */
export function gotText(got: number | undefined): string {
  return got === undefined ? "none" : String(got);
}

/** What this view is worth. */
export const certificateNote: string =
  "This is a view. The proof is the signed JSON file beside it; check that one with " +
  "`npx gauntlet agent certificate verify`.";

// --- inside ---

function outcomeLine(predicate: CertificatePredicate): string {
  const { isGood, text } = outcomeOf(predicate);
  return `<p class="${isGood ? "pass" : "fail"}"><strong>${text}</strong></p>`;
}

function factLines(statement: CertificateStatement): readonly string[] {
  const facts = certificateFacts(statement).map(
    ([name, value]) => `<dt>${htmlText(name)}</dt><dd>${htmlText(value)}</dd>`,
  );
  return ["<dl>", ...facts, "</dl>"];
}

function section(title: string, table: readonly string[]): readonly string[] {
  return table.length === 0 ? [] : [`<h2>${title}</h2>`, ...table];
}

function scoreTable({ phases }: CertificatePredicate): readonly string[] {
  const rows = phases.map(({ phase, score, interval, counts, passAll, criticals }) => [
    phase,
    scoreText(score),
    `${scoreText(interval[0])} to ${scoreText(interval[1])}`,
    stateText(counts),
    `${scoreText(passAll.rate)} of ${countText(passAll.trials)}`,
    htmlText(criticals.join(", ")) || "none",
  ]);
  const head = ["Phase", "Score", "95 % between", "Cells", "All trials pass", "Critical failures"];
  return htmlTable(head, rows);
}

function gateTable({ gates }: CertificatePredicate): readonly string[] {
  const rows = gates.map(({ gate, wanted, got, isMet }) => [
    htmlText(gate),
    String(wanted),
    gotText(got),
    isMet ? '<span class="pass">met</span>' : '<span class="fail">not met</span>',
  ]);
  return htmlTable(["Gate", "Asked for", "Found", "Result"], rows);
}

function invariantTable({ invariants }: CertificatePredicate): readonly string[] {
  const rows = invariants.map(({ phase, id, severity, states }) => [
    phase,
    htmlText(id),
    severity,
    ...cellStates.map((state) => stateCount(state, states[state])),
  ]);
  return htmlTable(["Phase", "Invariant", "Severity", ...cellStates], rows);
}

/** Only what is there has its color: no failure is nothing bad. */
function stateCount(state: keyof StateCounts, count: number): string {
  return count === 0 ? "0" : `<span class="${state}">${countText(count)}</span>`;
}

function strikeTable({ strikes }: CertificatePredicate): readonly string[] {
  if (strikes.length === 0) return ["<p>None.</p>"];
  const rows = strikes.map(({ fault, agent, target, struck, conversations }) => [
    htmlText(fault),
    htmlText(agent),
    htmlText(target),
    countText(struck),
    countText(conversations),
  ]);
  return htmlTable(["Fault", "Agent", "Target", "Struck", "Conversations"], rows);
}

function deltaTable({ deltas }: CertificatePredicate): readonly string[] {
  if (deltas.length === 0) return [];
  const rows = deltas.map(({ scenario, rate, baseline, delta }) => [
    htmlText(scenario),
    scoreText(rate),
    scoreText(baseline),
    delta.toFixed(3),
  ]);
  return htmlTable(["Scenario", "Passed", "Without chaos", "Difference"], rows);
}
