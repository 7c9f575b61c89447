import type { SimpleCall, SimpleType } from "./find-simple-call.ts";
import type { StarterFile } from "./starter-test.ts";

/** The scenario to start from: about a function of the project, or an example of its own. */
export function starterScenario(call: SimpleCall | undefined, folder: string): StarterFile {
  const depth = folder.split("/").length;
  const schema = `${"../".repeat(depth)}node_modules/gauntlet/schema/gauntlet-scenario.schema.json`;
  const stem = call?.name.replaceAll(/(?<=[a-z\d])(?=[A-Z])/gu, "-").toLowerCase() ?? "notes";
  const text = call === undefined ? exampleSteps : callSteps(call);
  return {
    path: `${folder}/${stem}.scenario.yaml`,
    text: `# yaml-language-server: $schema=${schema}\n${text}`,
  };
}

// --- inside ---

const schemas: Readonly<Record<SimpleType, string>> = {
  number: "{ type: integer, minimum: 0, maximum: 1000 }",
  string: "{ type: string, maxLength: 20 }",
  boolean: "{ type: boolean }",
};

function callSteps({ module, name, params }: SimpleCall): string {
  const names = params.map((_, index) => (params.length === 1 ? "value" : `value${index + 1}`));
  const draws = params.map(
    (type, index) => `  - { type: draw, name: ${names[index] ?? ""}, schema: ${schemas[type]} }`,
  );
  const args = names.map((drawn) => `"\${${drawn}}"`).join(", ");
  const fn = `    fn: ${JSON.stringify(`${module}#${name}`)}\n    args: [${args}]`;
  return `version: 1
name: ${name} gives the same for the same
steps:
  # What is drawn is another value in each run of \`gauntlet explore\`.
${draws.join("\n")}
  - type: call
${fn}
    save_as: result
  - type: call
${fn}
    expect: { equals: "\${result}" }
`;
}

const exampleSteps = `version: 1
name: what is written can be read
steps:
  # An example. Call something of yours instead:
  # - { type: call, fn: "src/pay.ts#pay", args: [500], expect: { json: { cents: 500 } } }
  - { type: draw, name: text, schema: { type: string, maxLength: 20 } }
  - { type: fs_write, path: notes/today.txt, data: "\${text}" }
  - { type: fs_read_assert, path: notes/today.txt, equals: "\${text}" }
`;
