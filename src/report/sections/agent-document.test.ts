import { describe, expect, test } from "vitest";
import { emptyEvidence, type Result } from "../../kernel/result/result.ts";
import { agentReport, evil } from "../fixtures/agent-sample.ts";
import { resultJson } from "../json.ts";
import { sectionOf } from "../section.ts";
import { agentSection } from "./agent.ts";
import { junitText } from "../junit.ts";

const agent = agentReport();

const result: Result = {
  command: "agent ci",
  subject: "support",
  verdict: "broken",
  because: "a critical invariant failed",
  summary: { runs: 2, seconds: 1, seed: 42 },
  findings: [],
  properties: [],
  evidence: emptyEvidence,
  sections: [sectionOf(agentSection, agent)],
  notes: [],
  artifacts: [],
  next: [],
};

describe("an agent in the JSON document", () => {
  test("keeps what failed whole and leaves the journals of what passed out, saying so", () => {
    const document = resultJson(result).agent;
    expect(
      document?.conversations.map(({ events, eventsLeft }) => [events.length, eventsLeft]),
    ).toEqual([
      [0, 7],
      [7, 0],
    ]);
    expect(document?.conversations[1]).toMatchObject(agent.conversations[1] ?? {});
    expect(document?.left).toEqual({
      events: 7,
      characters: 0,
      because:
        "of conversations in which nothing failed the events are left out and texts are cut at " +
        "2000 characters; of the others the first and the last 1000 events are kept; " +
        "`--all` leaves nothing out",
    });
    expect(document?.cells).toEqual(agent.cells);
    expect(document?.scores).toEqual(agent.scores);
  });

  test("is whole where that is asked for", () => {
    const document = resultJson(result, undefined, { isWhole: true }).agent;
    expect(document?.conversations[0]).toMatchObject(agent.conversations[0] ?? {});
    expect(document?.left).toEqual({ events: 0, characters: 0, because: "" });
  });

  test("stays small however much was said", () => {
    const [passed, failed] = agent.conversations;
    if (passed === undefined || failed === undefined) throw new Error("the sample has two");
    const [event] = failed.events;
    if (event === undefined) throw new Error("the sample has events");
    const long = "x".repeat(100_000);
    const conversations = [
      { ...passed, sent: long, answer: { ...passed.answer, text: long } },
      { ...failed, sent: long, events: Array.from({ length: 20_000 }, () => event) },
    ];
    const document = resultJson({
      ...result,
      sections: [sectionOf(agentSection, { ...agent, conversations })],
    }).agent;
    expect(document?.left).toMatchObject({ events: 18_007, characters: 196_000 });
    // What failed is exported from here, so what was sent is all there.
    expect(document?.conversations[1]?.sent).toBe(long);
  });
});

describe("the cells of an agent as test cases", () => {
  test("fail, are in error or are skipped as the cells are", () => {
    expect(junitText(resultJson(result))).toMatchInlineSnapshot(`
      "<?xml version="1.0" encoding="UTF-8"?>
      <testsuites name="gauntlet" tests="5" failures="1" errors="1" skipped="1" time="1.000">
        <testsuite name="agent ci" tests="5" failures="1" errors="1" skipped="1" time="1.000">
          <properties>
            <property name="seed" value="42"/>
          </properties>
          <testcase classname="agent ci" name="contract: refunds once in no-chaos, trial 1: refund order 7" time="1.200"/>
          <testcase classname="agent ci" name="contract: honest in no-chaos, trial 1: refund order 7" time="0.000"/>
          <testcase classname="agent ci" name="contract: refunds once in outage, trial 1: refund order 7" time="1.200">
            <failure type="broken" message="says refund order 7">refunds once (critical): says refund order 7
        prompt: refund order 7
        sent: refund order 7!
        fault: tool refund error: call 1 of support to refund
        answer: done: refund order 7</failure>
          </testcase>
          <testcase classname="agent ci" name="contract: honest in outage, trial 1: refund order 7" time="0.000">
            <error type="unknown" message="refund order 7"/>
          </testcase>
          <testcase classname="agent ci" name="contract: quick in outage, trial 1: refund order 7" time="0.000">
            <skipped message="refund order 7"/>
          </testcase>
        </testsuite>
      </testsuites>
      "
    `);
  });

  test("are skipped where the verdict is held all the same, so that counts agree with it", () => {
    const text = junitText(resultJson({ ...result, verdict: "held" }));
    expect(text).toContain('tests="5" failures="0" errors="0" skipped="3"');
    expect(text).toContain("fail, which the verdict allows: says refund order 7");
    expect(text).toContain("inconclusive, which the verdict allows: refund order 7");
  });

  test("cannot be broken by what an agent says", () => {
    const text = junitText(
      resultJson({ ...result, sections: [sectionOf(agentSection, agentReport(evil))] }),
    );
    expect(text).not.toContain("<script");
    expect(text).not.toContain("]]>");
    // oxlint-disable-next-line no-control-regex
    expect(text).not.toMatch(/[\u0000-\u0008\u000b-\u001f]/u);
  });
});
