import type { Finding } from "../../kernel/result/finding.ts";
import type { Result } from "../../kernel/result/result.ts";
import type { ScannedTarget, ScanReport } from "../../kernel/result/scan.ts";
import { shapes } from "../../kernel/values/shape-check.ts";
import type { DocumentCase } from "../document-case.ts";
import { confirmLines } from "../confirm-lines.ts";
import { titleOf } from "../finding-title.ts";
import { amountText, countText } from "../number-text.ts";
import type { FindingDocument } from "../finding-document.ts";
import { listed, makePage, type Page, type TextOptions, wrapped } from "../page.ts";
import type { Section } from "../section.ts";

const { text: word, number, optional, list, table } = shapes;

/** What a scan called: what is doubtful, what was meant, what could not be called, how much. */
export const scanSection: Section<"scan", ScanReport, ScanReport> = {
  name: "scan",
  place: "after findings",
  shape: table({
    targets: list(
      table({
        module: word,
        name: word,
        seconds: number,
        findings: list(word),
        blocked: optional(table({ why: word })),
      }),
    ),
  }),
  text: (scan, page, result) => [
    exploratoryLines(result, page),
    sinkLines(scan, page),
    blockedLines(scan, page),
    seamLines(scan, page),
    [...expectedLines(scan, page), ...countLines(result, scan, page)],
  ],
  json: (data) => data,
  merge: (parts) => ({
    targets: parts.flatMap(({ targets }) => targets),
    files: {
      analysed: parts.reduce((sum, { files }) => sum + files.analysed, 0),
      reused: parts.reduce((sum, { files }) => sum + files.reused, 0),
    },
    sinks: parts.flatMap(({ sinks }) => sinks),
    seams: parts.flatMap(({ seams }) => seams),
    reliability: parts.flatMap(({ reliability }) => reliability),
  }),
  cases: ({ targets }, { findings }) => targets.map((target) => targetCase(target, findings)),
  tells: isDoubtful,
};

/** One line for a finding while a scan goes on. */
export function targetLine(finding: Finding, options: TextOptions): string {
  const page = makePage(options);
  const { level = "", target = "" } = finding.evidence ?? {};
  const mark = level === "supported" ? page.paint.broken : page.paint.unknown;
  return `${mark} ${page.paint.text(`${target}   ${titleOf(finding).heading}   ${level}`)}`;
}

// --- inside ---

/** A function or class of a scan is broken by what is supported; the rest is only told. */
function targetCase(target: ScannedTarget, findings: readonly FindingDocument[]): DocumentCase {
  const own = findings.filter(({ id }) => target.findings.includes(id));
  const isBroken = own.some(({ evidence }) => evidence?.level === "supported");
  const isCalled = target.blocked === undefined;
  return {
    name: nameOf(target),
    verdict: isCalled ? (isBroken ? "broken" : "held") : "not executed",
    because: target.blocked?.why ?? "",
    seconds: target.seconds,
    findings: own,
  };
}

/** What is doubtful gets a line, and its story only where all is wanted. */
function isDoubtful({ evidence }: Finding, page: Page): boolean {
  return evidence !== undefined && evidence.level !== "supported" && !page.showAll;
}

function exploratoryLines({ findings }: Result, page: Page): string[] {
  const doubtful = findings.filter((finding) => isDoubtful(finding, page));
  if (doubtful.length === 0) return [];
  const { shown, more } = listed(doubtful, page);
  const lines = shown.flatMap((finding) => {
    const { target = "", why = "", confirm } = finding.evidence ?? {};
    const call = finding.story.find(({ kind }) => kind === "step");
    const said = call === undefined ? "" : `   ${call.what}${call.detail}`;
    return [
      ...marked(page.paint.unknown, `${target}   ${titleOf(finding).heading}${said}`, page),
      ...wrapped(why, page, 4).map((line) => `    ${line}`),
      ...confirmLines(confirm, page, 4),
    ];
  });
  const heading = `exploratory: ${amountText(doubtful.length, "failure")} that may be meant`;
  return [heading, ...lines, ...(more === "" ? [] : [`  ${more}`])];
}

function sinkLines({ sinks }: ScanReport, page: Page): string[] {
  const open = sinks.filter(({ sanitisedBy }) => sanitisedBy === undefined);
  if (open.length === 0) return [];
  const { shown, more } = listed(open, page);
  const lines = shown.flatMap(({ target, kind, param, sink, place }) =>
    marked(
      page.paint.unknown,
      `${target}   ${kind}: \`${param}\` reaches ${sink} at ${place}`,
      page,
    ),
  );
  const ways = amountText(open.length, "way");
  const heading = `sinks: ${ways} from parameters to where text does harm`;
  return [heading, ...lines, ...(more === "" ? [] : [`  ${more}`])];
}

/** Where the code meets what it does not control, and what is known of that. */
function seamLines({ seams, reliability }: ScanReport, page: Page): string[] {
  if (seams.length === 0) return [];
  const kinds = [...new Set(seams.map(({ kind }) => kind))].toSorted().join(", ");
  const heading = `seams: ${amountText(seams.length, "place")} (${page.paint.text(kinds)})`;
  const rows = page.showAll ? seams : [];
  const places = rows.flatMap(({ kind, place, what, faults }) =>
    wrapped(`${place}   ${kind}: ${what}   ${faults.join(", ")}`, page, 2).map(
      (line) => `  ${line}`,
    ),
  );
  const counts = (["PASS", "NOT EXERCISED", "FAIL"] as const)
    .map((status) => [reliability.filter((cell) => cell.status === status).length, status] as const)
    .filter(([count]) => count > 0)
    .map(([count, status]) => `${countText(count)} ${status}`);
  const cells = page.showAll
    ? reliability.flatMap(({ operation, fault, property, status }) =>
        wrapped(
          `${status}   ${operation} ${page.paint.times} ${fault} ${page.paint.times} ${property}`,
          page,
          2,
        ).map((line) => `  ${line}`),
      )
    : [];
  const cellName = ["operation", "fault", "property"].join(` ${page.paint.times} `);
  const map = counts.length === 0 ? [] : [`  ${cellName}: ${counts.join(", ")}`];
  return [heading, ...places, ...map, ...cells];
}

function blockedLines({ targets }: ScanReport, page: Page): string[] {
  const blocked = targets.filter((target) => target.blocked !== undefined);
  if (blocked.length === 0) return [];
  const { shown, more } = listed(blocked, page);
  const lines = shown.flatMap((target) => [
    ...marked(page.paint.unknown, `${nameOf(target)}   ${target.blocked?.why ?? ""}`, page),
    // As they are: lines that are broken anew could not be pasted.
    ...(target.blocked?.help ?? "").split("\n").map((line) => `    ${page.paint.text(line)}`),
  ]);
  return [
    `blocked: ${countText(blocked.length)} not called`,
    ...lines,
    ...(more === "" ? [] : [`  ${more}`]),
  ];
}

function expectedLines({ targets }: ScanReport, page: Page): string[] {
  const all = targets.flatMap((target) =>
    target.expected.map((one) => ({ ...one, name: `${target.module}:${one.call}` })),
  );
  const count = all.reduce((sum, one) => sum + one.count, 0);
  if (count === 0) return [];
  const seen = amountText(count, "time");
  const summary = `expected: ${amountText(all.length, "throw")} that the code means, seen ${seen}`;
  if (!page.showAll) return [`  ${summary} (--all)`];
  const lines = all.flatMap(({ name, why, count: times }) =>
    wrapped(`${name}   ${why}   ${amountText(times, "time")}`, page, 4),
  );
  return [`  ${summary}`, ...lines.map((line) => `    ${line}`)];
}

function countLines(
  { findings, summary }: Result,
  { targets, files }: ScanReport,
  page: Page,
): string[] {
  const called = targets.filter(({ runs }) => runs > 0);
  const broken = new Set(findings.filter(isSupported).map(({ evidence }) => evidence?.target));
  const held = called.filter((target) => !broken.has(nameOf(target))).length;
  const reused = files.reused > 0 ? `, ${countText(files.reused)} known from before` : "";
  const parts = [
    `called ${amountText(called.length, "function or class", "functions and classes")}`,
    `${countText(held)} held`,
    `${countText(broken.size)} broken`,
    `types of ${amountText(files.analysed, "file")} read${reused}`,
  ];
  for (const [key, how] of [
    ["left", "reached"],
    ["unfinished", "finished"],
  ] as const) {
    const count = summary[key];
    if (typeof count === "number" && count > 0)
      parts.push(`${countText(count)} not ${how} in time`);
  }
  return wrapped(parts.join(", "), page, 2).map((line) => `  ${line}`);
}

function isSupported({ evidence }: Finding): boolean {
  return evidence?.level === "supported";
}

function nameOf({ module, name }: Pick<ScannedTarget, "module" | "name">): string {
  return `${module}:${name}`;
}

function marked(mark: string, text: string, page: Page): string[] {
  return wrapped(text, page, 2).map((line, at) => `${at === 0 ? mark : " "} ${line}`);
}
