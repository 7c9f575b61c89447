import { describe, expect, test } from "vitest";
import { mergeResults } from "../../src/cli/merge-results.ts";
import { emptyEvidence, type Result } from "../../src/kernel/result/result.ts";
import { evil } from "../../src/report/fixtures/agent-sample.ts";
import { documentCases } from "../../src/report/document-cases.ts";
import { documentJson, junitText, resultJson, resultText } from "../../src/report/index.ts";
import { type Section, sectionIn, sectionOf } from "../../src/report/section.ts";
import { documentMismatch } from "../document-schema.ts";

/** Makes a result with a section, about something of that name. */
export type ResultOf = (text: string) => Result;

/** Results with a section; `sample` makes its data with a text of the subject in it. */
export function resultsWith<Data>(
  section: Section<string, Data>,
  sample: (text: string) => Data,
): ResultOf {
  return (text) => ({ ...empty, subject: text, sections: [sectionOf(section, sample(text))] });
}

/** What every section promises. */
export function sectionContract(section: Section, resultOf: ResultOf): void {
  describe(`the section ${section.name}`, () => {
    told(section, resultOf);
    besideOthers(section, resultOf);
    counted(section, resultOf);
  });
}

/** What a section promises of which several results can have a part. */
export function mergedContract(section: Section, resultOf: ResultOf): void {
  test(`the section ${section.name} loses nothing when parts are put together`, () => {
    const [a, b, c] = [resultOf("a"), resultOf("b"), resultOf("c")];
    const one = sectionIn(mergeResults([mergeResults([a, b]), c]), section);
    expect(one).toEqual(sectionIn(mergeResults([a, mergeResults([b, c])]), section));
    expect(one).toEqual(sectionIn(mergeResults([a, b, c]), section));
    const document = documentJson(one);
    for (const name of ["a", "b", "c"]) expect(document).toContain(`"${name}"`);
  });
}

// --- inside ---

function told(section: Section, resultOf: ResultOf): void {
  test("is laid out as plain text, the same each time and more of it with --all", () => {
    const text = resultText(resultOf("orders"), plain);
    expect(resultText(resultOf("orders"), plain)).toBe(text);
    const without = resultText({ ...empty, subject: "orders" }, plain);
    const all = resultText(resultOf("orders"), { ...plain, showAll: true });
    expect(all.split("\n").length).toBeGreaterThan(without.split("\n").length);
    expect(all).toContain("orders");
    for (const shown of [text, all]) expect(shown).not.toMatch(drives);
  });

  test("is a field of the document that the schema allows, and no other one is", () => {
    const document = written(resultJson(resultOf("orders")));
    expect(document).toHaveProperty(section.name);
    expect(documentMismatch("explore", document)).toBeUndefined();
    const own: unknown = document[section.name];
    const more = Array.isArray(own) ? [{ unheardOf: 1 }] : { ...Object(own), unheardOf: 1 };
    expect(documentMismatch("explore", { ...document, [section.name]: more })).toBeDefined();
  });

  test("lets no text of the subject drive a terminal, break a line or be markup", () => {
    const hostile = resultOf(evil);
    const text = resultText(hostile, { ...plain, showAll: true });
    expect(text).not.toMatch(drives);
    expect(text).not.toMatch(/^✓ all held$/mu);
    const document = resultJson(hostile);
    expect(documentJson(document)).not.toMatch(drives);
    expect(junitText(document)).not.toMatch(/<script|<img|\]\]>/u);
    const ascii = resultText(hostile, { ...plain, isAscii: true, showAll: true });
    expect(ascii).toMatch(/^[\n\u0020-\u007e]*$/u);
  });
}

function besideOthers(section: Section, resultOf: ResultOf): void {
  const data = (text: string): unknown => sectionIn(resultOf(text), section);

  test("is the same when results without it are put beside it, in any order", () => {
    const [with_, left, right] = [resultOf("orders"), named("left"), named("right")];
    const one = mergeResults([mergeResults([left, with_]), right]);
    const other = mergeResults([left, mergeResults([with_, right])]);
    expect(sectionIn(one, section)).toEqual(sectionIn(other, section));
    expect(sectionIn(mergeResults([with_]), section)).toEqual(data("orders"));
    expect(sectionIn(one, section)).toMatchObject(
      section.standIn === undefined ? Object(data("orders")) : {},
    );
  });
}

function counted(section: Section, resultOf: ResultOf): void {
  test("names its test cases, which never say less than the verdict", () => {
    for (const verdict of ["held", "broken", "unknown"] as const) {
      const document = resultJson({ ...resultOf("orders"), verdict, because: "so it is" });
      const cases = documentCases(document);
      expect(cases.filter(({ name }) => name.trim() === "")).toEqual([]);
      expect(verdict === "held" || cases.some((one) => one.verdict === verdict)).toBe(true);
    }
  });

  test("reads its test cases back from a file, and says where that is damaged", () => {
    const document = resultJson(resultOf("orders"));
    const { name, shape, cases } = section;
    expect(shape?.(written(document)[name], name)).toBeUndefined();
    expect(shape?.(7, name) === undefined).toBe(cases === undefined);
  });
}

const plain = { color: false, isAscii: false };

/** What a terminal acts on, and what a reader does not see. */
// oxlint-disable-next-line no-control-regex
const drives = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029\p{Cf}]/u;

const empty: Result = {
  command: "explore",
  subject: "orders",
  verdict: "held",
  because: "",
  summary: { runs: 10, seconds: 1, seed: 42 },
  findings: [],
  properties: [],
  evidence: emptyEvidence,
  notes: [],
  artifacts: [],
  next: [],
};

function named(subject: string): Result {
  return { ...empty, subject };
}

function written(document: object): Record<string, unknown> {
  return JSON.parse(documentJson(document)) as Record<string, unknown>;
}
