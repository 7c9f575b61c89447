import { expect, test } from "vitest";
import { createLoader } from "../../src/subject/loader/loader.ts";
import { createProject } from "./temporary-project.ts";

test.each(["", "let calls = 0; export const more = () => ++calls;"])(
  "the modules of a cycle have the functions of those that ran before it (%j)",
  async (state) => {
    using project = createProject({
      "entry.ts": `import { parse } from "./a.ts"; export const parsed = parse(2);`,
      "a.ts": `import { text } from "./leaf.ts"; import { read } from "./b.ts"; ${state}
export function parse(value: number): string { return text(value) + read(value); }`,
      "b.ts": `import { text } from "./leaf.ts"; import { parse } from "./a.ts";
export function read(value: number): string { return value > 1 ? text(0) + parse(1) : ""; }`,
      "leaf.ts": `export function text(value: number): string { return \`<\${value}>\`; }`,
    });
    const loader = createLoader({ projectRoot: project.root });
    const graph = await loader.prepare(project.path("entry.ts"));
    expect(graph.instantiate()).toMatchObject({ parsed: "<2><0><1>" });
    expect(graph.instantiate()).toMatchObject({ parsed: "<2><0><1>" });
  },
);
