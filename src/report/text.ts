import type { Finding } from "../kernel/result/finding.ts";
import type { Result } from "../kernel/result/result.ts";
import { textWidth } from "./column-text.ts";
import { evidenceLines, runWord } from "./evidence-text.ts";
import { findingLines } from "./finding-text.ts";
import { isUnmet } from "./finding-title.ts";
import { amountText, countText, durationText } from "./number-text.ts";
import { listed, makePage, type Page, type TextOptions, wrapped } from "./page.ts";
import { isToldBySection, sectionBlocks } from "./section-text.ts";

/**
 * A result for people: what broke first, then what held and what was not reached, then what to do,
 * with the command that shows the first finding again on the last line.
 */
export function resultText(result: Result, options: TextOptions): string {
  const page = makePage(options);
  const sections = [
    headerLines(result, page),
    ...sectionBlocks("before findings", result, page),
    ...findingSections(result, page),
    ...sectionBlocks("after findings", result, page),
    [
      ...verdictLines(result, page),
      ...evidenceLines(result, page),
      ...sectionBlocks("summary", result, page).flat(),
    ],
    endingLines(result, page),
  ];
  const shown = sections.filter((lines) => lines.length > 0).map((lines) => lines.join("\n"));
  return `${shown.join("\n\n")}\n`;
}

// --- inside ---

/** The words at the left of the last lines, with the room they take. */
const labelColumns = 9;
const knownCounts = new Set(["runs", "seconds", "seed", "unknownRuns", "shrinkSeconds"]);

function headerLines(result: Result, page: Page): string[] {
  const { command, subject, summary } = result;
  const { paint } = page;
  const parts = [
    [command, subject]
      .filter((part) => part !== "")
      .map(paint.text)
      .join("  "),
    `seed ${paint.text(String(summary.seed))}`,
    amountText(summary.runs, runWord(result)),
    durationText(summary.seconds),
    ...(page.showAll ? furtherCounts(summary, page) : []),
  ];
  return [...joinedWithin(parts, page), ...controlLines(result, page)];
}

/** What took part without being decided; with `--all`, every class of seams with its tier. */
function controlLines({ tiers = {}, uncontrolled = [] }: Result, page: Page): string[] {
  const uses = uncontrolled.map(
    ({ seam, call, place }) => `uncontrolled: ${seam}, ${call}${place && ` at ${place}`}`,
  );
  const { shown, more } = listed(uses, page);
  const lines = more === "" ? shown : [...shown, more];
  const told = page.showAll ? Object.entries(tiers).map(([seam, tier]) => `${seam} ${tier}`) : [];
  return [
    ...lines.flatMap((line) => wrapped(line, page, 2).map((text) => `  ${text}`)),
    ...joinedWithin(told, page),
  ];
}

/** What an engine counts besides, in words: `wakes: 12` is `12 wakes`. */
function furtherCounts(summary: Result["summary"], { paint }: Page): string[] {
  return Object.entries(summary)
    .filter(([key]) => !knownCounts.has(key))
    .map(([key, value]) => {
      const words = paint
        .text(key)
        .replaceAll(/(?=[A-Z])/g, " ")
        .toLowerCase();
      if (typeof value === "number") return `${countText(value)} ${words}`;
      return `${words} ${paint.text(value)}`;
    });
}

/** Parts three spaces apart, on as many lines as they need. */
function joinedWithin(parts: readonly string[], page: Page): string[] {
  const lines: string[] = [];
  for (const part of parts) {
    const line = lines.at(-1);
    const longer = line === undefined ? part : `${line}   ${part}`;
    if (textWidth(longer) <= page.columns) lines.splice(-1, 1, longer);
    else lines.push(...wrapped(part, page, 2).map((text) => `  ${text}`));
  }
  return lines;
}

/** The verdict in words, where no finding and no tick says it. */
function verdictLines({ verdict, because, findings }: Result, page: Page): string[] {
  const { broken, held, unknown } = page.paint;
  const reason = because === "" ? "no reason was given" : because;
  switch (verdict) {
    case "unknown":
      return markedLines(unknown, `could not tell: ${reason}`, page);
    case "broken":
      return findings.length > 0 ? [] : markedLines(broken, reason, page);
    default:
      return because === "" ? [] : markedLines(held, because, page);
  }
}

function markedLines(mark: string, text: string, page: Page): string[] {
  return wrapped(text, page, 2).map((line, index) => `${index === 0 ? mark : " "} ${line}`);
}

function findingSections(result: Result, page: Page): string[][] {
  const whole = result.findings.filter((finding) => !isToldBySection(finding, page));
  const { shown, more } = listed(whole, page);
  const sections: string[][] = [];
  for (const [index, finding] of shown.entries()) {
    const lines = findingLines(finding, page, { count: result.summary.runs, one: runWord(result) });
    // A single replay command is the last line of all; several stand with what they show.
    if (finding.replay !== undefined && result.findings.length > 1) {
      lines.push(`  ${labelled("replay", page.paint.text(finding.replay))}`);
    }
    const before = shown[index - 1];
    const isListed = before !== undefined && isUnmet(before) && isUnmet(finding);
    if (isListed) sections.at(-1)?.push(...lines);
    else sections.push(lines);
  }
  if (more !== "") sections.push([`  ${more}`]);
  return sections;
}

function endingLines(result: Result, page: Page): string[] {
  const replays = new Set(result.findings.map(({ replay }) => replay));
  const next = result.next.filter((command) => !replays.has(command));
  const replay = firstReplay(result.findings);
  return [
    ...noteLines(result, page),
    ...listLines("wrote", result.artifacts, page),
    ...listLines("next", next, page),
    ...(replay === undefined ? [] : [labelled("replay", page.paint.text(replay))]),
  ];
}

function firstReplay(findings: readonly Finding[]): string | undefined {
  return findings.find(({ replay }) => replay !== undefined)?.replay;
}

/** Why a broken result is not the whole story is a note too. */
function noteLines({ notes, verdict, because, findings }: Result, page: Page): string[] {
  const isUnsaid = verdict === "broken" && findings.length > 0 && because !== "";
  const { shown, more } = listed(isUnsaid ? [because, ...notes] : notes, page);
  const lines = shown.flatMap((note) =>
    wrapped(note, page, labelColumns).map((line, index) =>
      labelled(index === 0 ? "note" : "", line),
    ),
  );
  return more === "" ? lines : [...lines, labelled("", more)];
}

/** Files and commands are to be copied, so they are never wrapped or cut. */
function listLines(label: string, items: readonly string[], page: Page): string[] {
  const { shown, more } = listed(items, page);
  const lines = more === "" ? shown : [...shown, more];
  return lines.map((line, index) => labelled(index === 0 ? label : "", page.paint.text(line)));
}

function labelled(label: string, text: string): string {
  return `${label.padEnd(labelColumns)}${text}`;
}
