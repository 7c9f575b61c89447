import type { Finding } from "../kernel/result/finding.ts";
import type { Result } from "../kernel/result/result.ts";
import type { Page } from "./page.ts";
import { type Section, sectionIn } from "./section.ts";
import { resultSections } from "./sections/registry.ts";

/** The blocks of all sections of a result that stand at a place. */
export function sectionBlocks(
  place: Section["place"],
  result: Result,
  page: Page,
): readonly (readonly string[])[] {
  return sectionsOf(result)
    .filter((section) => section.place === place)
    .flatMap((section) => section.text(sectionIn(result, section), page, result));
}

/** The sections that a result has. */
export function sectionsOf(result: Result): readonly Section[] {
  return resultSections.filter((section) => sectionIn(result, section) !== undefined);
}

/** Whether a section tells a finding, so that it is not told with its story. */
export function isToldBySection(finding: Finding, page: Page): boolean {
  return resultSections.some((section) => section.tells?.(finding, page) === true);
}
