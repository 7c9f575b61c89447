import { expect, test } from "vitest";
import { initText } from "./init-text.ts";

const plain = { color: false, isAscii: false };

test("what was written, what was kept, and what to run", () => {
  const files = [
    { path: "tests/a.chaos.ts", action: "written" },
    { path: "tests/b.md", action: "written" },
    { path: "gauntlet.toml", action: "kept" },
  ] as const;
  const next = ["npx gauntlet doctor", "npx gauntlet explore"];
  expect(initText({ files, isDry: false, next }, plain)).toMatchInlineSnapshot(`
    "init

    wrote    tests/a.chaos.ts
             tests/b.md
    kept     gauntlet.toml
    note     what was kept is as it was; --force replaces it

    next     npx gauntlet doctor
             npx gauntlet explore
    "
  `);
  expect(initText({ files, isDry: true, next }, plain)).toMatchInlineSnapshot(`
    "init

    would write     tests/a.chaos.ts
                    tests/b.md
    kept            gauntlet.toml
    note            what was kept is as it was; --force replaces it
                    nothing was written
    "
  `);
});
