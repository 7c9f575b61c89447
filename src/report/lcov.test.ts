import fc from "fast-check";
import { expect, test } from "vitest";
import type { ReachedFile } from "../kernel/result/reached-file.ts";
import { lcovText } from "./lcov.ts";

test("reached blocks are written as editors read them", () => {
  const files: ReachedFile[] = [
    {
      file: "src/parse.ts",
      blocks: [
        { line: 9, hits: 0, functionName: "skip" },
        { line: 3, hits: 12, functionName: "parse" },
        { line: 4, hits: 2, isBranch: true },
        { line: 4, hits: 0, isBranch: true },
        { line: 10, hits: 0, isBranch: true },
      ],
    },
    { file: "src/a.ts", blocks: [] },
  ];
  expect(lcovText(files)).toMatchInlineSnapshot(`
    "TN:
    SF:src/a.ts
    LF:0
    LH:0
    end_of_record
    TN:
    SF:src/parse.ts
    FN:3,parse
    FN:9,skip
    FNDA:12,parse
    FNDA:0,skip
    FNF:2
    FNH:1
    BRDA:4,0,0,2
    BRDA:4,0,1,0
    BRDA:10,0,0,-
    BRF:3
    BRH:1
    DA:3,12
    DA:4,2
    DA:9,0
    DA:10,0
    LF:4
    LH:2
    end_of_record
    "
  `);
});

test("what is read back is what was reached, whatever the names are", () => {
  const block = fc.record(
    {
      line: fc.integer({ min: 1, max: 40 }),
      hits: fc.nat(300),
      functionName: fc.string({ unit: fc.constantFrom("a", "b", ",", "\n", ":") }),
      isBranch: fc.boolean(),
    },
    { requiredKeys: ["line", "hits"] },
  );
  const file = fc.record({ file: fc.string({ minLength: 1 }), blocks: fc.array(block) });
  fc.assert(
    fc.property(fc.uniqueArray(file, { selector: (one) => one.file }), (files) => {
      const read = readLcov(lcovText(files));
      expect(read.map((one) => one.lines)).toEqual(
        files.toSorted((a, b) => (a.file < b.file ? -1 : 1)).map(linesOf),
      );
      for (const { lines, counts } of read) {
        expect(counts["LF"] ?? 0).toBe(lines.length);
        expect(counts["LH"] ?? 0).toBe(lines.filter(([, hits]) => hits > 0).length);
        expect(counts["FNF"] ?? 0).toBe(counts["functions"]);
        expect(counts["BRF"] ?? 0).toBe(counts["branches"]);
      }
    }),
  );
});

// --- inside ---

type Lines = readonly (readonly [number, number])[];

function linesOf({ blocks }: ReachedFile): Lines {
  const most = new Map<number, number>();
  for (const { line, hits } of blocks) most.set(line, Math.max(hits, most.get(line) ?? 0));
  return [...most].toSorted(([a], [b]) => a - b);
}

/** A reader that is as strict as the description of the format. */
function readLcov(
  text: string,
): readonly { readonly lines: Lines; readonly counts: Record<string, number> }[] {
  const records = text.split("end_of_record\n").slice(0, -1);
  return records.map((record) => {
    const lines: [number, number][] = [];
    const counts: Record<string, number> = { functions: 0, branches: 0 };
    const names = new Set<string>();
    expect(record).toMatch(/^TN:\nSF:[^\n]+\n/);
    for (const line of record.split("\n").slice(2, -1)) {
      const found =
        /^(?:(DA|FN|FNDA|BRDA):(\d+),(.*)|(LF|LH|FNF|FNH|BRF|BRH):(\d+))$/.exec(line) ?? [];
      const [, kind, first, rest, count, amount] = found;
      if (kind === "DA") lines.push([Number(first), Number(rest)]);
      if (kind === "FN") names.add(String(rest));
      if (kind === "BRDA") counts["branches"] = (counts["branches"] ?? 0) + 1;
      if (count !== undefined) counts[count] = Number(amount);
      expect(kind ?? count).toBeDefined();
    }
    counts["functions"] = names.size;
    return { lines, counts };
  });
}
