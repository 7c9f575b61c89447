import { expect, test } from "vitest";
import { certificatePdf } from "../../report/index.ts";
import { certificate } from "../../report/fixtures/agent-sample.ts";
import { wideFont } from "./wide-font.ts";

test("a PDF embeds the glyphs of every script, and which characters they are", async () => {
  const name = "山田 の서울 да Ελ שם मस् ไทย ქ 山 \u{1f600}";
  const bytes = await certificatePdf(certificate(name), wideFont);
  const text = Buffer.from(bytes).toString("latin1");
  expect(text.match(/\/FontFile2/gu)).toHaveLength(1);
  const known = charactersIn(text);
  for (const character of name.replaceAll(/[\s\u{1f600}]/gu, "")) {
    expect(known.filter((one) => one === character)).toEqual([character]);
  }
  expect(bytes.length).toBeLessThan(60_000);
});

test("what is read from the right is drawn from the right, words and letters", async () => {
  const bytes = await certificatePdf(certificate("שם טוב"), wideFont);
  const text = Buffer.from(bytes).toString("latin1");
  const known = charactersIn(text);
  const titles = [...text.matchAll(/ 18 Tf\n\[([^\]]*)\] TJ/gu)].map(([, drawn = ""]) => drawn);
  const codes = [...(titles.at(-1) ?? "").matchAll(/[\da-f]{4}/gu)];
  expect(codes.map(([code]) => known[Number.parseInt(code, 16)]).join("")).toBe("בוט םש");
});

// --- inside ---

/** The characters of the embedded font by the numbers of their glyphs. */
function charactersIn(text: string): readonly string[] {
  const map = /beginbfrange\n([^]*?)\nendbfrange/u.exec(text)?.[1] ?? "";
  const lists = [...map.matchAll(/\[([^\]]*)\]/gu)].map(([, list = ""]) => list);
  return lists.flatMap((list) =>
    [...list.matchAll(/<([\da-f]*)>/gu)].map(([, hex]) =>
      String.fromCodePoint(Number.parseInt(hex ?? "", 16)),
    ),
  );
}
