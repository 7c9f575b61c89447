import type { Finding } from "../kernel/result/finding.ts";
import type { Result } from "../kernel/result/result.ts";
import type { ResultSection } from "../kernel/result/result-section.ts";
import type { ShapeCheck } from "../kernel/values/shape-check.ts";
import type { DocumentCase } from "./document-case.ts";
import type { FindingDocument } from "./finding-document.ts";
import type { Page } from "./page.ts";

/**
 * A result section: one file with all that text, JSON, JUnit and merging know of a part that only
 * some results have. `Data` is what engines give, `Told` what stands in the JSON document. To add
 * one, write its file in `sections/` and add it to `sections/registry.ts`.
 */
export interface Section<Name extends string = string, Data = unknown, Told = unknown> {
  /** The field of the JSON document; no two sections share it. */
  readonly name: Name;
  /** Where its text stands; `summary` is the last block before the notes. */
  readonly place: "before findings" | "after findings" | "summary";
  /** What a run is called in a result with it, where not `run`. */
  readonly runWord?: string;
  /** What the document says where no result has the section; left out where there is nothing. */
  readonly absent?: Told;
  /** Which values a document that was read from a file must have for `cases` to read it. */
  readonly shape?: ShapeCheck;

  /** Blocks of lines for people; a block without lines is left out. */
  text(data: Data, page: Page, result: Result): readonly (readonly string[])[];
  /** Plain data for programs. */
  json(data: Data, options: JsonOptions): Told;
  /** The data of several results as one; never of none. */
  merge(parts: readonly Data[]): Data;
  /** What stands for a result without the section where several are put together. */
  standIn?(result: Result): Data | undefined;
  /** What it says became of each thing that was to be run, for reports that count these. */
  cases?(told: Told, about: CasesOf): readonly DocumentCase[];
  /** Whether a finding is told by the text of the section and not by its own story. */
  tells?(finding: Finding, page: Page): boolean;
}

/** How much of a result is written. */
export interface JsonOptions {
  /** Whether every journal of an agent is written, those of conversations that passed too. */
  readonly isWhole?: boolean | undefined;
}

/** What cases may know of the document around them. */
export interface CasesOf {
  readonly verdict: Result["verdict"];
  readonly findings: readonly FindingDocument[];
}

/** A section of a result, made. */
export function sectionOf<Data>(section: Section<string, Data>, data: Data): ResultSection {
  return { name: section.name, data };
}

/** The data of a section; nothing where the result has no such section. */
export function sectionIn<Data>(
  { sections = [] }: Pick<Result, "sections">,
  { name }: Section<string, Data>,
): Data | undefined {
  // Only `sectionOf` makes sections, so that the name says what the data is.
  return sections.find((section) => section.name === name)?.data as Data | undefined;
}
