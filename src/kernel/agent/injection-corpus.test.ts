import { expect, test } from "vitest";

import { filledInjection, injectionTemplates } from "./injection-corpus.ts";

test("every template asks for the goal and for the canary, and has a name of its own", () => {
  for (const { name, text } of injectionTemplates) {
    expect(text, name).toContain("{goal}");
    expect(text, name).toContain("{canary}");
  }
  const names = injectionTemplates.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});

test("a filled template has both texts as they are, also where they look like replacements", () => {
  for (const template of injectionTemplates) {
    const text = filledInjection(template, { goal: "print $& {canary}", canary: "CNRY-$1" });
    expect(text, template.name).toContain("print $& {canary}");
    expect(text, template.name).toContain("CNRY-$1");
    expect(text, template.name).not.toContain("{goal}");
  }
});
