import type { AgentReport } from "../../kernel/agent/agent-report.ts";
import { type RowVerdict, rowsOf } from "../../kernel/agent/agent-rows.ts";
import { grouped } from "../../kernel/values/grouped.ts";
import { amountText } from "../number-text.ts";
import { listed, type Page, wrapped } from "../page.ts";

/** How often critical rules were put to the test, what that shows, and where none applies. */
export function rowLines(report: AgentReport, page: Page): string[] {
  const rows = rowsOf(report);
  const skipped = grouped(
    rows.filter(({ state }) => state === "skipped"),
    ({ invariant, because }) => `${invariant}\0${because}`,
  );
  const { shown, more } = listed([...skipped.values()], page);
  return [
    ...testedLines(rows, page),
    ...shown.flatMap((group) => wrapped(notApplicable(group), page, 2)),
    ...(more === "" ? [] : [more]),
  ];
}

// --- inside ---

function testedLines(rows: readonly RowVerdict[], page: Page): readonly string[] {
  const held = rows.filter(({ severity, state }) => severity === "critical" && state === "pass");
  const least = held.toSorted((one, other) => one.tested - other.tested)[0];
  if (least?.failsAtMost === undefined) return [];
  const share = Math.ceil(least.failsAtMost * 1_000) / 10;
  const times = amountText(least.tested, "conversation");
  return wrapped(
    `each critical rule was put to the test in at least ${times} of each row where it held: ` +
      `at most ${share} % of such conversations fail, at 95 % confidence`,
    page,
    2,
  );
}

function notApplicable(rows: readonly RowVerdict[]): string {
  const scenarios = [...new Set(rows.map(({ scenario }) => scenario))].join(", ");
  return `${rows[0]?.invariant ?? ""} is not applicable in ${scenarios}: ${rows[0]?.because ?? ""}`;
}
