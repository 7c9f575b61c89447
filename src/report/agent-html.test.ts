import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { agentHtml } from "./agent-html.ts";
import { certificateBadge, certificateHtml } from "./certificate-html.ts";
import { agentReport, certificate, evil } from "./fixtures/agent-sample.ts";

const judged = { verdict: "broken", because: "critical rules failed: refunds once" } as const;

const known = new Set<string | undefined>(
  (
    "html head meta title style body h1 h2 p dl dt dd table thead tbody tr th td span strong " +
    "a details summary pre svg rect text"
  ).split(" "),
);

describe.each([
  ["a report about an agent", (text?: string): string => agentHtml(agentReport(text), judged)],
  ["a certificate", (text?: string): string => certificateHtml(certificate(text))],
])("%s as a page", (_, page) => {
  test("allows no script, and no style but its own", () => {
    const html = page();
    const style = /<style>(.*?)<\/style>/su.exec(html)?.[1] ?? "";
    const hash = createHash("sha256").update(style).digest("base64");
    expect(html).toContain(
      `content="default-src 'none'; style-src 'sha256-${hash}'; ` +
        `base-uri 'none'; form-action 'none'"`,
    );
  });

  test.each([
    ["ordinary text", undefined],
    ["hostile text", evil],
  ])("has only its own elements with %s", (_name, text) => {
    const html = page(text);
    const tags = [...html.matchAll(/<[a-z][^>]*>/giu)].map(([tag]) => tag);
    expect(tags.map((tag) => /\w+/u.exec(tag)?.[0]).filter((name) => !known.has(name))).toEqual([]);
    // Attributes that run, style or fetch something; a link leads only within the page.
    const bad = / (on\w+|src|srcset|style|action|data|xlink:href|href)=(?!"#c\d+")/iu;
    expect(tags.filter((tag) => bad.test(tag))).toEqual([]);
    expect(html).not.toMatch(/url\(|@import/iu);
    expect(html.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
  });

  test("closes every element that it opens", () => {
    const open: (string | undefined)[] = [];
    const wrong: string[] = [];
    for (const [tag, slash, name, end] of page(evil).matchAll(/<(\/?)([a-z]\w*)[^>]*?(\/?)>/gu)) {
      if (name === "meta" || end === "/") continue;
      if (slash !== "/") open.push(name);
      else if (open.pop() !== name) wrong.push(tag);
    }
    expect({ open, wrong }).toEqual({ open: [], wrong: [] });
  });

  test("is the same twice", () => {
    expect(page(evil)).toBe(page(evil));
  });
});

test.each([
  ["broken", "scripted", "fail", "FAIL", "a script answered for the model"],
  ["held", "cassette", "pass", "PASS", "a recording answered for the model"],
  ["unknown", "provider", "inconclusive", "UNKNOWN", "the provider of the model answered"],
] as const)("a page begins with the outcome of what %s, and with who answered", (...row) => {
  const [verdict, upstream, state, word, model] = row;
  const html = agentHtml({ ...agentReport(), upstream }, { verdict, because: `<${verdict}>` });
  const body = html.slice(html.indexOf("<body>"), html.indexOf("<table>"));
  expect(body.split("\n")).toEqual([
    "<body>",
    "<h1>Report about support</h1>",
    `<p class="${state}"><strong>${word}   overall 0.750</strong></p>`,
    `<p>&lt;${verdict}&gt;</p>`,
    `<p>Model: ${model}</p>`,
    "",
  ]);
});

test("a report of an earlier version, which does not say who answered, is shown", () => {
  expect(agentHtml(agentReport(), judged)).not.toContain("Model:");
});

test("a page about an agent links each cell to its folded conversation with the journal", () => {
  const html = agentHtml(agentReport(), judged);
  expect(html).toContain('<a href="#c1"><span class="fail">1 fail</span></a>');
  expect(html).toContain(
    '<details id="c1">\n<summary>contract: outage, trial 1: refund order 7: ' +
      "1 fail, 1 inconclusive, 1 skipped</summary>",
  );
  expect(html).toContain("<td>fault: error on refund, call 1</td><td><pre>503</pre></td>");
  expect(html).toContain(
    '<p class="inconclusive">tool refund error: call 1 of support to refund</p>',
  );
});

test("a page says of each rule in which rows it was put to the test, and why not", () => {
  const html = agentHtml(agentReport(), judged);
  expect(html).toContain("<h2>Rules in each row</h2>");
  const lines = html.split("\n").filter((line) => line.startsWith("<tr><td>contract"));
  const lineOf = (text: string): string => lines.find((line) => line.includes(text)) ?? "";
  expect(lineOf("<td>refunds once</td>")).toContain(
    '<span class="fail">fail</span></td><td>1 of 1</td><td></td>',
  );
  expect(lineOf("no-chaos</td><td>refunds once</td>")).toContain(
    '<span class="pass">pass</span></td><td>1 of 1</td><td>95 %</td>',
  );
  expect(lineOf("outage</td><td>honest</td>")).toContain(
    '<span class="inconclusive">inconclusive</span></td><td>0 of 1</td><td></td>',
  );
  expect(lineOf("outage</td><td>quick</td>")).toContain('class="skipped">not applicable</span>');
});

test("a certificate tells its rows, and one of the first versions that has none is shown", () => {
  expect(certificateHtml(certificate())).toContain("<td>4 of 5</td><td>52.8 %</td>");
  const { predicate, ...rest } = certificate();
  const { rows, ...first } = predicate;
  expect(rows).toHaveLength(3);
  expect(certificateHtml({ ...rest, predicate: first })).not.toContain("Rules in each row");
});

test("a word such as pass stays whole in its column; only what is long may be broken", () => {
  const html = agentHtml(agentReport("m".repeat(60)), judged);
  const cells = [...html.matchAll(/<(?:td|th)([^>]*)>(.*?)<\/(?:td|th)>/gu)];
  const broken = cells.filter(([, attributes]) => attributes?.includes("long") === true);
  expect(broken.length).toBeGreaterThan(0);
  for (const [, , cell = ""] of broken) expect(cell).toMatch(/[^\s<>]{25}/u);
  expect(cells.map(([, , cell]) => cell)).toContain('<span class="pass">pass</span>');
  expect(html).toContain("th,td{overflow-wrap:normal}.long{overflow-wrap:anywhere}");
});

test("a page says how much of an endless answer or of many conversations it leaves out", () => {
  const report = agentReport();
  const [passed] = report.conversations;
  if (passed === undefined) throw new Error("the sample has a conversation");
  const text = "x".repeat(8_010);
  const long = { ...passed, answer: { ...passed.answer, text } };
  const conversations = [long, ...Array.from({ length: 200 }, () => passed)];
  const html = agentHtml({ ...report, conversations }, judged);
  expect(html).toContain("x … and 10 characters more</pre>");
  expect(html).toContain("<p>100 conversations more are not shown here.</p>");
});

test("a badge is drawn by itself, and is red where a gate is not met", () => {
  expect(certificateBadge(certificate()).replaceAll("><", ">\n<")).toMatchInlineSnapshot(`
    "<svg xmlns="http://www.w3.org/2000/svg" width="177" height="20" role="img" aria-label="gauntlet agent: overall 0.999" font-family="Helvetica,Arial,sans-serif" font-size="11">
    <title>gauntlet agent: overall 0.999</title>
    <rect width="177" height="20" rx="3" fill="#444"/>
    <rect x="91" width="86" height="20" rx="3" fill="#176b2c"/>
    <text x="45.5" y="14" fill="#fff" text-anchor="middle">gauntlet agent</text>
    <text x="134" y="14" fill="#fff" text-anchor="middle">overall 0.999</text>
    </svg>"
  `);
  const { predicate, ...rest } = certificate();
  const gates = predicate.gates.map((gate) => ({ ...gate, isMet: false }));
  expect(certificateBadge({ ...rest, predicate: { ...predicate, gates } })).toContain("#a4161a");
});
