import { describe, expect, test } from "vitest";
import { bugText, errorScreen } from "./error-screen.ts";

const plain = { color: false };

describe("an error on screen", () => {
  test("says what, where, the user's own text, why and what to do", () => {
    const parts = {
      code: "C007",
      what: "the subject `./server.ts` exports nothing to run",
      where: "gauntlet.toml:4:12",
      frame: ['4 |   subject: "./server.ts",', "  |            ^^^^^^^^^^^^^"],
      note: "found exports `app`, `port`; expected a default export or `subject`",
      help: "export default app",
    };
    expect(errorScreen(parts, plain)).toMatchInlineSnapshot(`
      "error[C007]: the subject \`./server.ts\` exports nothing to run
        --> gauntlet.toml:4:12
         4 |   subject: "./server.ts",
           |            ^^^^^^^^^^^^^
      note: found exports \`app\`, \`port\`; expected a default export or \`subject\`
      help: export default app
      "
    `);
  });

  test("leaves out what it does not have", () => {
    expect(errorScreen({ code: "U001", what: "no such verb `explor`" }, plain))
      .toMatchInlineSnapshot(`
      "error[U001]: no such verb \`explor\`
      "
    `);
  });

  test("colours the carets only", () => {
    const parts = { code: "C001", what: "bad", frame: ["1 | ^^ ^^", "  |  ^^ here", "^ marks ^"] };
    const text = errorScreen(parts, { color: true }).replaceAll(String.fromCodePoint(27), "ESC");
    expect(text).toMatchInlineSnapshot(`
      "error[C001]: bad
         1 | ESC[31m^^ESC[39m ^^
           |  ESC[31m^^ESC[39m here
         ESC[31m^ESC[39m marks ^
      "
    `);
  });

  test("keeps text of the subject off the first column and off the terminal", () => {
    const parts = {
      code: "S003",
      what: "`a\u001b[2J` could not be loaded\nerror: fake",
      where: "a\nb",
      frame: ["1 | \u001b[31mred", "one\ntwo"],
      note: `its last output was: ${"noise ".repeat(30)}\nerror: fake\n\u202eend`,
      help: "run it\nhelp: fake",
    };
    expect(errorScreen(parts, plain)).toMatchInlineSnapshot(`
      "error[S003]: \`a\\x1b[2J\` could not be loaded
        error: fake
        --> a
            b
         1 | \\x1b[31mred
         one
         two
      note: its last output was: noise noise noise noise noise noise noise noise noise noise noise noise
            noise noise noise noise noise noise noise noise noise noise noise noise noise noise noise
            noise noise noise
            error: fake
            \\u202eend
      help: run it
            help: fake
      "
    `);
  });
});

describe("a bug of our own", () => {
  const facts = { version: "0.3.1", node: "20.20.2", context: "explore checkout, seed 0x5eed" };

  test("comes with its stack, the versions and what to do", () => {
    const error = new Error(
      "this is a bug in gauntlet, not in your code: a shrunk run was longer than its parent",
    );
    error.stack = [
      `Error: ${error.message}`,
      "    at assert (file:///app/node_modules/gauntlet/dist/kernel/errors/assert.js:3:11)",
      "    at shrink (file:///app/node_modules/gauntlet/dist/kernel/shrink/shrink.js:41:5)",
    ].join("\n");
    expect(bugText({ ...facts, error })).toMatchInlineSnapshot(`
      "error: this is a bug in gauntlet, not in your code: a shrunk run was longer than its parent
        --> file:///app/node_modules/gauntlet/dist/kernel/shrink/shrink.js:41:5
         at assert (file:///app/node_modules/gauntlet/dist/kernel/errors/assert.js:3:11)
         at shrink (file:///app/node_modules/gauntlet/dist/kernel/shrink/shrink.js:41:5)
      note: explore checkout, seed 0x5eed, version 0.3.1, node 20.20.2
      help: report it with this text; what was found before is kept in .gauntlet/findings/
      "
    `);
  });

  test("is told whatever was thrown", () => {
    const hostile = Object.defineProperty(new Error("a"), "message", {
      get: () => {
        throw new Error("b");
      },
    });
    expect(bugText({ ...facts, error: hostile, context: "" })).toMatchInlineSnapshot(`
      "error: this is a bug in gauntlet, not in your code: something that cannot be shown was thrown
      note: version 0.3.1, node 20.20.2
      help: report it with this text; what was found before is kept in .gauntlet/findings/
      "
    `);
    expect(bugText({ ...facts, error: undefined })).toContain("not in your code: undefined");
    expect(bugText({ ...facts, error: "a\u001b[2J\nerror: b" })).toContain("a\\x1b[2J\n  error: b");
  });
});
