import type { MinedFunction, MinedLaw, MineReport } from "../../kernel/result/mined.ts";
import { amountText, countText } from "../number-text.ts";
import { listed, type Page, wrapped } from "../page.ts";
import type { Section } from "../section.ts";
import { tableLines } from "../table-text.ts";

/** The laws of each function with how sure they are, then what was not looked at. */
export const minedSection: Section<"mined", MineReport, MineReport> = {
  name: "mined",
  place: "after findings",
  text: (data, page) => [
    ...data.functions.map((one) => functionLines(one, page)),
    limitLines(data, page),
  ],
  json: (data) => data,
  merge: (parts) => ({
    functions: parts.flatMap(({ functions }) => functions),
    notChecked: [...new Set(parts.flatMap(({ notChecked }) => notChecked))],
  }),
};

// --- inside ---

function functionLines(one: MinedFunction, page: Page): string[] {
  const { module, name, returned, laws, blocked } = one;
  if (blocked !== undefined) {
    return [
      ...wrapped(`${module}:${name}   not called: ${blocked.why}`, page, 0),
      ...wrapped(blocked.help, page, 2).map((line) => `  ${line}`),
    ];
  }
  const told = laws.filter((law) => isTold(law, page));
  const rows = told
    .filter(({ standing }) => standing !== "seen")
    .map(({ standing, name: law, ...counts }) => [standing, law, countsText(counts)]);
  const seen = told.filter(({ standing }) => standing === "seen").map((law) => law.name);
  const shown = told.filter((law) => law.standing === "usually" && law.shown !== undefined);
  return [
    ...wrapped(`${module}:${name}   ${amountText(returned, "result")}`, page, 0),
    ...(rows.length === 0 ? ["  no law that could be told"] : tableLines(rows, page)),
    ...shown.flatMap((law) => brokenLines(law, page)),
    ...namesLines("seen", seen, page),
    ...restLines(laws, page),
  ];
}

function isTold({ standing, isDeclared, isImplied }: MinedLaw, { showAll }: Page): boolean {
  if (showAll) return standing !== "unclear";
  return standing !== "no" && standing !== "unclear" && !isDeclared && !isImplied;
}

function countsText({
  held,
  broken,
  atLeast,
}: Pick<MinedLaw, "held" | "broken" | "atLeast">): string {
  const counts = `${countText(held)} of ${countText(held + broken)}`;
  // Rounded down: 99.96 % is not all of them.
  return `${counts}, at least ${Math.floor(atLeast * 1_000) / 10} %`;
}

function brokenLines({ name, shown = "" }: MinedLaw, page: Page): string[] {
  return wrapped(`not ${name}: ${shown}`, page, 4).map(
    (line, at) => `${at === 0 ? `  ${page.paint.unknown} ` : "    "}${line}`,
  );
}

function restLines(laws: readonly MinedLaw[], page: Page): string[] {
  if (page.showAll) return [];
  const declared = laws.filter((law) => law.isDeclared && law.standing === "always");
  const untrue = laws.filter(({ standing, isMeant }) => standing === "no" && isMeant);
  return [
    ...namesLines("as declared", declared.map(nameOf), page),
    ...namesLines("does not hold", untrue.map(nameOf), page),
  ];
}

function nameOf({ name }: MinedLaw): string {
  return name;
}

function namesLines(label: string, names: readonly string[], page: Page): string[] {
  if (names.length === 0) return [];
  return wrapped(`${label}: ${names.join(", ")}`, page, 2).map((line) => `  ${line}`);
}

function limitLines({ notChecked }: MineReport, page: Page): string[] {
  const { shown, more } = listed(notChecked, page);
  const lines = shown.flatMap((line) => wrapped(line, page, 2).map((text) => `  ${text}`));
  return ["not checked", ...lines, ...(more === "" ? [] : [`  ${more}`])];
}
