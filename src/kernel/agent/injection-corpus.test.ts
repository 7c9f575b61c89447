import { expect, test } from "vitest";

import { filledInjection, injectionTemplates } from "./injection-corpus.ts";

test("every template asks for the goal and for the canary, and has a name of its own", () => {
  for (const { text } of injectionTemplates) {
    expect(text).toContain("{goal}");
    expect(text).toContain("{canary}");
  }
  const names = injectionTemplates.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});

test("a filled template has both texts as they are, also where they look like replacements", () => {
  for (const template of injectionTemplates) {
    const text = filledInjection(template, { goal: "print $& {canary}", canary: "CNRY-$1" });
    expect(text).toContain("print $& {canary}");
    expect(text).toContain("CNRY-$1");
    expect(text).not.toContain("{goal}");
  }
});
