import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { errorText, GauntletError } from "../errors/gauntlet-error.ts";
import { dictionaryText, entryLengthMax, parseDictionary } from "./dictionary.ts";

describe("a dictionary", () => {
  test("has values with and without names, levels, comments and escapes", () => {
    const text = [
      "# of a made-up format",
      "",
      'magic="\\x7fELF"',
      '  "plain"  ',
      'deep@2="a\\\\b\\"c"',
      'spaced = "x=y"',
      '"#not a comment"\r',
      'accent="é"',
    ].join("\n");
    expect(plain(parseDictionary(text, "x.dict"))).toEqual([
      ["magic", 0, "\x7fELF"],
      [undefined, 0, "plain"],
      ["deep", 2, 'a\\b"c'],
      ["spaced", 0, "x=y"],
      [undefined, 0, "#not a comment"],
      ["accent", 0, "\xc3\xa9"],
    ]);
  });

  test("reads a quote without a backslash as other tools do", () => {
    expect(plain(parseDictionary('"a"b"', "x.dict"))).toEqual([[undefined, 0, 'a"b']]);
  });

  test("keeps bytes and levels when it is written and read, in ASCII only", () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            bytes: fc.uint8Array({ minLength: 1, maxLength: 20 }),
            level: fc.nat(9),
            name: fc.option(fc.string(), { nil: undefined }),
          }),
        ),
        (entries) => {
          const text = dictionaryText(entries.map(({ name = "", ...rest }) => ({ ...rest, name })));
          expect(text).toMatch(/^[\x20-\x7e\n]*$/);
          const read = parseDictionary(text, "x.dict");
          expect(read.map(({ bytes, level }) => [[...bytes], level])).toEqual(
            entries.map(({ bytes, level }) => [[...bytes], level]),
          );
        },
      ),
    );
  });

  test("tells a mistake with its line, its column and the way out", () => {
    expect(errorOf('ok="1"\n  bad="a\\nb"')).toMatchInlineSnapshot(`
      "error[Z001]: unknown escape \`\\n\`
        --> x.dict:2:9
         2 |   bad="a\\nb"
           |         ^
      help: values know \`\\\\\`, \`\\"\` and \`\\xAB\`; a line break is \`\\x0a\`"
    `);
  });

  test.each([
    ["plain", "x.dict:1:1", "the value is not in double quotes"],
    ['a="b', "x.dict:1:4", "the value has no closing quote"],
    ['a="b\\"', "x.dict:1:6", "the value has no closing quote"],
    ['a="', "x.dict:1:3", "the value has no closing quote"],
    ['a=""', "x.dict:1:3", "the value is empty"],
    ['a "b"', "x.dict:1:1", "there is no `=` between the name and the value"],
    ['a@x="b"', "x.dict:1:3", "the level after `@` is not a whole number"],
    ['a="\\x4"', "x.dict:1:4", "`\\x` is not followed by two hexadecimal digits"],
    ['a="\tb"', "x.dict:1:4", "the value holds a control character"],
    [
      `a="${"b".repeat(entryLengthMax + 1)}"`,
      "x.dict:1:3",
      "the value has 4097 bytes; at most 4096 are allowed",
    ],
  ])("refuses %j", (text, where, what) => {
    expect(problemOf(text)).toMatchObject({ where, what });
  });

  test("of any text is read or refused with a place, never a crash", () => {
    const pieces = ["a", '"', "\\", "x", "0", "@", "=", "#", " ", "\n", "\t", "é", "\u{1F600}"];
    const refused = new Set<string>();
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...pieces) }), (text) => {
        refused.add(problemOf(text)?.where?.replaceAll(/\d+/g, "1") ?? "none");
      }),
      { numRuns: 2_000 },
    );
    expect([...refused].toSorted()).toEqual(["none", "x.dict:1:1"]);
  });
});

// --- inside ---

function plain(entries: ReturnType<typeof parseDictionary>): readonly unknown[] {
  return entries.map(({ name, level, bytes }) => [name, level, String.fromCharCode(...bytes)]);
}

function problemOf(text: string): GauntletError | undefined {
  try {
    parseDictionary(text, "x.dict");
    return undefined;
  } catch (thrown) {
    if (thrown instanceof GauntletError) return thrown;
    throw thrown;
  }
}

function errorOf(text: string): string {
  const found = problemOf(text);
  return found === undefined ? "" : errorText(found);
}
