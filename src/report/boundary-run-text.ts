import type {
  BoundaryFinding,
  BoundaryRun,
  BoundaryTierRun,
} from "../kernel/result/boundary-run.ts";
import { padText, textWidth } from "./column-text.ts";
import { amountText, countText } from "./number-text.ts";
import { makePage, type Page, type TextOptions } from "./page.ts";

/**
 * What a campaign came to. It says nothing about time or the machine, so that two runs of what
 * gates can be compared.
 */
export function boundaryRunText(run: BoundaryRun, options: TextOptions): string {
  const page = makePage({ ...options, showAll: true });
  const { campaign, seed, boundaries, findings, unchanged, harness, vacuous } = run;
  const { paint } = page;
  const amount = amountText(boundaries.length, "boundary", "boundaries");
  const left = unchanged.length === 0 ? "" : `   ${countText(unchanged.length)} unchanged`;
  const width = Math.max(0, ...boundaries.map(({ id }) => textWidth(paint.text(id))));
  const blocks = [
    `boundaries ${campaign}   ${amount}${left}   seed ${paint.text(seed.slice(0, seedShown))}`,
    boundaries.map((row) => rowLine(row, run, { page, width })).join("\n"),
    ...findings.map((finding) => findingLines(finding, page).join("\n")),
    ...vacuous.map((text) => `${paint.broken} the cases of ${paint.text(text)} are vacuous`),
    ...harness.map((text) => harnessLines(text, page).join("\n")),
    discoveryLine(run),
    nextLine(run),
  ];
  return blocks.filter((block) => block !== "").join("\n\n");
}

// --- inside ---

const seedShown = 40;

function rowLine(
  row: BoundaryRun["boundaries"][number],
  { harness, vacuous }: BoundaryRun,
  { page, width }: { readonly page: Page; readonly width: number },
): string {
  const { id, kind, legal, invalid, findings } = row;
  const { paint } = page;
  const isOf = (text: string): boolean => text.startsWith(`${id}:`);
  const isBroken = findings > 0 || vacuous.some(isOf);
  const isIdle = legal.cases + invalid.cases === 0 || harness.some(isOf);
  const mark = isBroken ? paint.broken : isIdle ? paint.unknown : paint.held;
  const head = `${mark} ${padText(paint.text(id), width)}   ${paint.text(kind)}`;
  return `${head}   ${tierText("legal", legal)}   ${tierText("invalid", invalid)}`;
}

function tierText(name: string, { cases, bite }: BoundaryTierRun): string {
  if (cases === 0) return `${name} none`;
  const teeth = bite.faults === 0 ? "" : `, bite ${bite.noticed} of ${bite.faults}`;
  return `${name} ${amountText(cases, "case")}${teeth}`;
}

function findingLines(finding: BoundaryFinding, { paint }: Page): readonly string[] {
  const { id, boundary, tier, oracle, because, sent, varied, provenance, repeats, token } = finding;
  const [first = "", ...more] = because.trimEnd().split("\n").slice(0, becauseMax);
  const field = (name: string, lines: readonly string[]): readonly string[] =>
    lines.map((line, at) => `    ${(at === 0 ? name : "").padEnd(8)} ${paint.text(line)}`);
  const from = varied.map((name, at) => `${name}: ${provenance[at] ?? ""}`);
  return [
    `${paint.broken} ${id}   ${paint.text(boundary)}: ${paint.text(first)}`,
    ...more.map((line) => `    ${paint.text(line)}`),
    ...field("broken", [`${oracle} (${tier} data)`]),
    ...field("sent", sent),
    ...field("varied", from),
    ...field("again", [againText[repeats]]),
    ...field("test", [finding.test]),
    `    replay   GAUNTLET_CASE=${token}`,
  ];
}

const becauseMax = 12;

const againText: Readonly<Record<BoundaryFinding["repeats"], string>> = {
  deterministic: "deterministic: it failed each time it was run again",
  flaky: "flaky: it failed in some of the times it was run again",
  environment: "environment: it did not fail again; something besides the case decides",
};

function harnessLines(text: string, { paint }: Page): readonly string[] {
  const [first = "", ...more] = text.split("\n");
  return [
    `${paint.unknown} not judged   ${paint.text(first)}`,
    ...more.map((line) => `    ${paint.text(line)}`),
  ];
}

function discoveryLine({ discovery, isCut }: BoundaryRun): string {
  const { behaviours, cases, quiet } = discovery;
  if (cases === 0) return "";
  const seen = `${amountText(behaviours, "behaviour")} in ${amountText(cases, "case")}`;
  const last = `the last new one ${amountText(quiet, "case")} ago`;
  return `seen     ${seen}, ${last}${isCut ? "; time was over before all was played" : ""}`;
}

function nextLine({ findings, campaign, isCut }: BoundaryRun): string {
  const [first] = findings;
  if (first !== undefined) return `next     npx gauntlet boundaries promote ${first.id}`;
  if (isCut) return `next     npx gauntlet boundaries run ${campaign} --resume`;
  return "next     npx gauntlet boundaries check";
}
