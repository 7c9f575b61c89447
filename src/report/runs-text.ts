import type { Result } from "../kernel/result/result.ts";
import { countText } from "./number-text.ts";
import { makePage, type TextOptions } from "./page.ts";
import { tableLines } from "./table-text.ts";

/** A file of a run, as a list shows it. */
export interface FileRow {
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly state: "kept" | "changed" | "gone" | "outside";
}

/** The files of a run, each with its size and the beginning of its digest. */
export function filesText(
  run: { readonly runId: string; readonly command: string; readonly verdict: Result["verdict"] },
  files: readonly FileRow[],
  options: TextOptions,
): string {
  const page = makePage(options);
  const rows = files.map(({ bytes, sha256, state }) => [
    state === "gone" || state === "outside" ? "" : `${countText(bytes)} bytes`,
    sha256.slice(0, digestLength),
    state === "kept" ? "" : state,
  ]);
  const cells = tableLines(rows, page);
  const width = Math.max(0, ...cells.map((line) => line.length));
  // Paths are to be copied, so they stand last and are never cut.
  const lines = files.map(
    ({ path }, at) => `${cells[at]?.padEnd(width)}   ${page.paint.text(path)}`,
  );
  const head = `${page.paint.text(run.runId)}   ${page.paint.text(run.command)} ${run.verdict}`;
  return [head, ...lines].join("\n");
}

/** Where two runs differ. */
export function runDiffText(
  difference: {
    readonly isEqual: boolean;
    readonly verdict: readonly [string, string];
    readonly identities: Readonly<Record<"first" | "second" | "both", readonly string[]>>;
    readonly counts: Readonly<Record<string, readonly [number | null, number | null]>>;
    readonly files: readonly { readonly path: string; readonly how: string }[];
  },
  options: TextOptions,
): string {
  const page = makePage(options);
  const { verdict, identities, counts, files, isEqual } = difference;
  const number = (value: number | null): string => (value === null ? "none" : countText(value));
  const same = identities.both.length > 0 ? `, with ${identities.both.join(", ")}` : "";
  const rows = [
    ...(verdict[0] === verdict[1] ? [] : [["verdict", verdict[0], verdict[1]]]),
    ...identities.first.map((key) => ["finding", key, "none"]),
    ...identities.second.map((key) => ["finding", "none", key]),
    ...Object.entries(counts).map(([name, [one, other]]) => [name, number(one), number(other)]),
    ...files.map(({ path, how }) => [path, how]),
  ];
  const head = isEqual
    ? `both came out the same: ${verdict[0]}${same}`
    : "they came out differently";
  return [page.paint.text(head), ...tableLines(rows, page)].join("\n");
}

/** How often runs came out differently. */
export function flakyText(
  flaky: {
    readonly rate: number;
    readonly budget: number;
    readonly isWithinBudget: boolean;
    readonly signatures: readonly {
      readonly verdict: string;
      readonly identities: readonly string[];
      readonly runs: readonly string[];
    }[];
    readonly notes: readonly string[];
  },
  options: TextOptions,
): string {
  const page = makePage(options);
  const { rate, budget, isWithinBudget, signatures, notes } = flaky;
  const mark = isWithinBudget ? page.paint.held : page.paint.broken;
  const rows = signatures.map(({ verdict, identities, runs }) => [
    `${countText(runs.length)} x`,
    verdict,
    identities.join(" "),
    `${runs[0] ?? ""}${runs.length > 1 ? ` and ${runs.length - 1} more` : ""}`,
  ]);
  const lines = notes.map((note) => page.paint.text(`note: ${note}`));
  const head = `${mark} flake rate ${percent(rate)}, the budget is ${percent(budget)}`;
  return [head, ...tableLines(rows, page), ...lines].join("\n");
}

/** What runs depend on besides their decisions. */
export function environmentText(
  environment: {
    readonly capabilities: Readonly<
      Record<string, { readonly backend: string; readonly tier: string }>
    >;
    readonly versions: Readonly<Record<string, string>>;
    readonly platform: string;
    readonly timeZone: string;
    readonly config: string | null;
  },
  options: TextOptions,
): string {
  const { capabilities, versions, platform, timeZone, config } = environment;
  const page = makePage(options);
  const capable = Object.entries(capabilities).map(([name, { backend, tier }]) => [
    name,
    tier,
    backend,
  ]);
  const others = [
    ...Object.entries(versions),
    ["platform", platform],
    ["time zone", timeZone],
    ["config", config ?? "none: defaults"],
  ];
  return ["runs", ...tableLines(capable, page), "", "here", ...tableLines(others, page)].join("\n");
}

// --- inside ---

const digestLength = 16;

function percent(share: number): string {
  return `${Math.round(share * 1_000) / 10} %`;
}
