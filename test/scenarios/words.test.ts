import { expect, test } from "vitest";
import { errorText } from "../../src/kernel/errors/gauntlet-error.ts";
import { problemsIn } from "./read-text.ts";

/** The problems of a file, laid out as they are shown. */
async function shown(text: string, ending?: string): Promise<string> {
  const problems = await problemsIn(text, ending);
  return problems.map(errorText).join("\n\n");
}

const mistakes = `version: 1
name: many mistakes
timout: 30s
faults:
  slow gateway: { kind: slow, at: "src/pay.ts#charge" }
steps:
  - { type: asert_ok, value: true }
  - type: repeat
    times: 3
    steps:
      - { type: sleep, duration: 5 s }
      - { type: call, fn: "src/pay.ts#charge", exepct: { equals: 1 } }
      - { type: fault, name: slow gatway, on: true }
      - { type: fail, message: "\${user" }
      - type: http_when
        method: GET
        path: /rate
        status: 200
        body: "1"
        json: 1
      - { type: sleep }
`;

test("a problem names the place in the data and in the file, and the nearest name", async () => {
  expect(await shown(mistakes)).toMatchInlineSnapshot(`
    "error[N003]: \`/timout\` is not a key of a scenario
      --> a.scenario.yaml:3:1
       3 | timout: 30s
         | ^^^^^^
    help: did you mean \`timeout\`?

    error[N004]: \`/steps/0/type\` is not a type of step, got \`asert_ok\`
      --> a.scenario.yaml:7:13
       7 |   - { type: asert_ok, value: true }
         |             ^^^^^^^^
    help: did you mean \`assert_ok\`?

    error[N005]: \`/steps/1/steps/0/duration\` must be a duration: a whole number with ms, s, m or h, such as \`250ms\`, up to 8760h, got \`5 s\`
      --> a.scenario.yaml:11:34
       11 |       - { type: sleep, duration: 5 s }
          |                                  ^^^

    error[N003]: \`/steps/1/steps/1/exepct\` is not a key of a \`call\` step
      --> a.scenario.yaml:12:48
       12 |       - { type: call, fn: "src/pay.ts#charge", exepct: { equals: 1 } }
          |                                                ^^^^^^
    help: did you mean \`expect\`?

    error[N008]: \`/steps/1/steps/3/message\` has a \`\${\` that is not closed
      --> a.scenario.yaml:14:32
       14 |       - { type: fail, message: "\${user" }
          |                                ^^^^^^^^
    help: write \`\${name}\`, or \`$\${\` for the characters themselves

    error[N007]: \`/steps/1/steps/4/json\` cannot be there together with \`body\`
      --> a.scenario.yaml:20:9
       20 |         json: 1
          |         ^^^^

    error[N006]: \`/steps/1/steps/5/duration\` is missing; it must be a duration: a whole number with ms, s, m or h, such as \`250ms\`, up to 8760h
      --> a.scenario.yaml:21:9
       21 |       - { type: sleep }
          |         ^^^^^^^^^^^^^^^"
  `);
});

test("what a file as a whole is not is told like the rest", async () => {
  expect(await shown('{ "version": 1, // no\n}', "json")).toMatchInlineSnapshot(`
    "error[N002]: this is not JSON: expected a key in double quotes, got \`/\`
      --> a.scenario.json:1:17
       1 | { "version": 1, // no
         |                 ^
    note: JSON has no comments; YAML does"
  `);
  expect(await shown("version: 1\nversion: 1\n")).toMatchInlineSnapshot(`
    "error[N002]: the key \`version\` is written twice in one table
      --> a.scenario.yaml:2:1
       2 | version: 1
         | ^^^^^^^
    note: it is first written on line 1"
  `);
  expect(await shown("steps:\n  - { type: call, fn: a.ts#b, args: [${n}] }\n"))
    .toMatchInlineSnapshot(`
    "error[N002]: this is not YAML: Missing , or : between flow sequence items
      --> a.scenario.yaml:2:39
       2 |   - { type: call, fn: a.ts#b, args: [\${n}] }
         |                                       ^
    help: write it in quotes: \`"\${n}"\`"
  `);
  const deep = "[".repeat(70) + "]".repeat(70);
  expect(await shown(`steps: ${deep}`)).toMatchInlineSnapshot(`
    "error[N002]: tables and lists are nested more than 64 levels deep
      --> a.scenario.yaml:1:72
       1 | [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]]]
         |                                                   ^^^^^^^^^^^^
    note: blocks of steps inside of one another count 2 levels each"
  `);
  expect(await shown("\0")).toMatchInlineSnapshot(`
    "error[N001]: the scenario file holds a NUL byte, so it is not text
      --> a.scenario.yaml:1:1
       1 | �
         | ^
    help: save the file as UTF-8"
  `);
  expect(await shown("name: old\nversion: 1\nsuites: {}\n")).toMatchInlineSnapshot(`
    "error[N009]: \`/suites\` cannot be executed: a scenario has \`steps\`
      --> a.scenario.yaml:3:1
       3 | suites: {}
         | ^^^^^^
    help: name the scenario files themselves: \`gauntlet test tests/*.scenario.yaml\`"
  `);
  expect(await shown("- a\n")).toMatchInlineSnapshot(`
    "error[N005]: the scenario must be a table, got a list
      --> a.scenario.yaml:1:1
       1 | - a
         | ^^^"
  `);
});

test("numbers that would not stay as they are, and names of JavaScript, are refused", async () => {
  const text = (value: string): string =>
    `version: 1\nname: n\nsteps:\n  - { type: let, name: a, value: { b: ${value} } }\n`;
  expect(await shown(text(".inf"))).toMatchInlineSnapshot(`
    "error[N005]: \`/steps/0/value/b\` must be a number that JSON has, got \`.inf\`
      --> a.scenario.yaml:4:39
       4 |   - { type: let, name: a, value: { b: .inf } }
         |                                       ^^^^"
  `);
  expect(await shown(text("18446744073709551615"))).toMatchInlineSnapshot(`
    "error[N005]: \`/steps/0/value/b\` is more than a number holds exactly, got \`18446744073709551615\`; write it as text
      --> a.scenario.yaml:4:39
       4 |   - { type: let, name: a, value: { b: 18446744073709551615 } }
         |                                       ^^^^^^^^^^^^^^^^^^^^"
  `);
  expect(await shown(text("1e300"))).toBe("");
  expect(await shown(text("{ __proto__: 1, constructor: 2 }"))).toBe("");
  const fields = text("1").replace("let, name: a, value:", "trace_event, name: a, fields:");
  expect(await shown(fields.replace("b: 1", "__proto__: 1"))).toMatchInlineSnapshot(`
    "error[N003]: \`/steps/0/fields/__proto__\` is a name that JavaScript keeps for itself
      --> a.scenario.yaml:4:45
       4 |   - { type: trace_event, name: a, fields: { __proto__: 1 } }
         |                                             ^^^^^^^^^"
  `);
});

test("the types of steps that are near are offered, and otherwise the list", async () => {
  const step = (type: string): string =>
    `version: 1\nname: n\nsteps: [{ type: ${type}, value: 1 }, { type: unfreeze }]\n`;
  expect(await shown(step("zzz"))).toMatchInlineSnapshot(`
    "error[N004]: \`/steps/0/type\` is not a type of step, got \`zzz\`
      --> a.scenario.yaml:3:17
       3 | steps: [{ type: zzz, value: 1 }, { type: unfreeze }]
         |                 ^^^
    help: \`gauntlet schema scenario\` lists the types"
  `);
  expect(await shown(step("[a]"))).toMatchInlineSnapshot(`
    "error[N004]: \`/steps/0/type\` is not a type of step, got a list
      --> a.scenario.yaml:3:17
       3 | steps: [{ type: [a], value: 1 }, { type: unfreeze }]
         |                 ^^^
    help: \`gauntlet schema scenario\` lists the types"
  `);
});

test("data where text belongs is told the key that takes data", async () => {
  const steps = [
    '{ type: http_when, method: GET, path: "/a", status: 200, body: { cents: 3 } }',
    '{ type: http_request, method: POST, path: "/a", body: [3], expect_body: { cents: 3 } }',
  ];
  const text = `version: 1\nname: a\nsteps:\n${steps.map((step) => `  - ${step}\n`).join("")}`;
  const problems = await problemsIn(text);
  expect(problems.map(({ what, help }) => [what, help])).toEqual([
    ["`/steps/0/body` must be text, got a table", "a table goes in `json`"],
    ["`/steps/1/body` must be text, got a list", "write it as JSON text, in quotes"],
    ["`/steps/1/expect_body` must be text, got a table", "a table goes in `expect_json`"],
  ]);
});
