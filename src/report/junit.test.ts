import fc from "fast-check";
import { expect, test } from "vitest";
import type { Finding } from "../kernel/result/finding.ts";
import { emptyEvidence, type Result, type ResultCase } from "../kernel/result/result.ts";
import { resultJson } from "./json.ts";
import { junitText } from "./junit.ts";
import { sectionOf } from "./section.ts";
import { casesSection } from "./sections/cases.ts";
import { scanSection } from "./sections/scan.ts";

const finding: Finding = {
  id: "checkout-1f0c9a2e",
  kind: "property",
  identity: {
    error: "PropertyBroken (property)",
    message: "charged <#> times",
    frame: "",
    property: "charged once",
    key: "1f0c9a2e7b11",
  },
  message: '"2" & <1>',
  subject: "checkout",
  place: { file: "src/pay.ts", line: 58, column: 11, text: "await charge(order);" },
  story: [
    { kind: "step", what: "pay", detail: "cents=4900" },
    { kind: "fault", what: "lost reply", detail: "src/gateway.ts#charge" },
  ],
  shrunk: { from: 61, to: 4, attempts: 120 },
  occurrences: 3,
  runIndex: 417,
  trace: ".gauntlet/findings/checkout-1f0c9a2e/trace.jsonl.gz",
  replay: "npx gauntlet replay checkout-1f0c9a2e",
  token: undefined,
  isConfirmed: true,
};

const cases: readonly ResultCase[] = [
  { name: "orders", verdict: "broken", because: "", seconds: 1.5, findings: [finding.id] },
  { name: "refunds", verdict: "held", because: "", seconds: 0.5, findings: [] },
  { name: "stock", verdict: "unknown", because: "it timed out", seconds: 0.25, findings: [] },
  { name: "nodes", verdict: "not executed", because: "needs nodes", seconds: 0, findings: [] },
];

const result: Result = {
  command: "test",
  subject: "orders, refunds",
  verdict: "broken",
  because: "",
  summary: { runs: 4, seconds: 2.25, seed: 42 },
  findings: [finding],
  properties: [],
  evidence: emptyEvidence,
  sections: [sectionOf(casesSection, cases)],
  notes: [],
  artifacts: [],
  next: [],
};

test("each thing that was to be run is one case: broken, held, unknown or skipped", () => {
  expect(junitText(resultJson(result, "20260101-000000000-abcdef"))).toMatchInlineSnapshot(`
    "<?xml version="1.0" encoding="UTF-8"?>
    <testsuites name="gauntlet" tests="4" failures="1" errors="1" skipped="1" time="2.250">
      <testsuite name="test" tests="4" failures="1" errors="1" skipped="1" time="2.250">
        <properties>
          <property name="seed" value="42"/>
          <property name="run" value="20260101-000000000-abcdef"/>
        </properties>
        <testcase classname="test" name="orders" time="1.500">
          <failure type="property" message="charged once: &quot;2&quot; &amp; &lt;1&gt;">charged once: &quot;2&quot; &amp; &lt;1&gt;
      pay cents=4900
      fault: lost reply (src/gateway.ts#charge)
    at src/pay.ts:58:11
    replay: npx gauntlet replay checkout-1f0c9a2e</failure>
        </testcase>
        <testcase classname="test" name="refunds" time="0.500"/>
        <testcase classname="test" name="stock" time="0.250">
          <error type="unknown" message="it timed out"/>
        </testcase>
        <testcase classname="test" name="nodes" time="0.000">
          <skipped message="needs nodes"/>
        </testcase>
      </testsuite>
    </testsuites>
    "
  `);
});

test("a result about one thing is one case, and is never greener than its verdict", () => {
  const { sections: _, ...single } = result;
  const count = (text: string): unknown =>
    /tests="\d+" failures="\d+" errors="\d+"/.exec(text)?.[0];
  expect(count(junitText(resultJson(single)))).toBe('tests="1" failures="1" errors="0"');
  const late: Result = {
    ...result,
    verdict: "unknown",
    because: "the time was over",
    findings: [],
    sections: [sectionOf(casesSection, cases.slice(1, 2))],
  };
  expect(count(junitText(resultJson(late)))).toBe('tests="2" failures="0" errors="1"');
  expect(junitText(resultJson(late))).toContain('message="the time was over"');
});

test("a function that could not be called is skipped; what is exploratory breaks nothing", () => {
  const target = {
    module: "src/a.ts",
    line: 1,
    runs: 10,
    seconds: 1,
    blocks: { total: 1, reached: 1 },
    findings: [finding.id],
    expected: [],
    isWeak: false,
    uncontrolled: [],
  };
  const evidence = { level: "exploratory", why: "weak types", target: "src/a.ts:f" } as const;
  const { sections: _, ...single } = result;
  const text = junitText(
    resultJson({
      ...single,
      command: "scan",
      verdict: "held",
      findings: [{ ...finding, evidence }],
      sections: [
        sectionOf(scanSection, {
          targets: [
            { ...target, name: "f" },
            { ...target, name: "g", findings: [], blocked: { why: "no value", help: "" } },
          ],
          files: { analysed: 1, reused: 0 },
          sinks: [],
          seams: [],
          reliability: [],
        }),
      ],
    }),
  );
  expect(text).toMatch(/name="src\/a\.ts:f" time="1\.000">\n +<system-out>charged once/);
  expect(text).toMatch(/name="src\/a\.ts:g" time="1\.000">\n +<skipped message="no value"\/>/);
  expect(text).toContain('failures="0" errors="0" skipped="1"');
});

test("whatever a subject says, the XML is well-formed and nothing of it is markup", () => {
  const hostile = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.constantFrom("]]>", "<!--", "&#0;", "\u0000\u001b[31m", "\ud800", "\uffff", '"', "\r\n"),
  );
  fc.assert(
    fc.property(
      fc.array(hostile, { minLength: 4, maxLength: 4 }),
      ([a = "", b = "", c = "", d]) => {
        const own = {
          ...finding,
          message: a,
          story: [{ kind: "step", what: b, detail: c }],
        } as const;
        const named = cases.map((told) => ({ ...told, name: d ?? "", because: a }));
        const sections = [sectionOf(casesSection, named)];
        const text = junitText(resultJson({ ...result, findings: [own], sections, subject: b }));
        expect(elementsOf(text)).toEqual(elementsOf(junitText(resultJson(result))));
        expect(text).not.toMatch(/[^\t\n\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u);
      },
    ),
  );
});

/** The names of the elements in order; throws where the text is not well-formed. */
function elementsOf(text: string): readonly string[] {
  const tag = /<(?:\?xml [^?]*\?|(\/?)([a-z-]+)((?: [a-z]+="[^"<]*")*)(\/?))>/y;
  const between = /(?:[^<&>]|&(?:amp|lt|gt|quot|#9|#10);)*/y;
  const open: string[] = [];
  const names: string[] = [];
  for (let at = 0; at < text.length;) {
    between.lastIndex = at;
    at += between.exec(text)?.[0].length ?? 0;
    if (at === text.length) break;
    tag.lastIndex = at;
    const found = tag.exec(text);
    if (found === null) throw new Error(`no element at ${at}: ${text.slice(at, at + 40)}`);
    const [whole, slash, name = "", , isEmpty] = found;
    at += whole.length;
    if (name === "") continue;
    if (slash === "/" && open.pop() !== name) throw new Error(`</${name}> closes another element`);
    if (slash === "/") continue;
    names.push(name);
    if (isEmpty !== "/") open.push(name);
  }
  if (open.length > 0) throw new Error(`not closed: ${open.join(", ")}`);
  return names;
}
