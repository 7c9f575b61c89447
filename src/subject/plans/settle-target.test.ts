import { expect, test } from "vitest";
import { typedProject } from "./fixtures/typed-project.ts";

test("a function is called once in a run, an instance as often as it likes", async () => {
  using project = typedProject(`
    export function parse(text: string): number { return text.length; }
    export class Cart { items: string[] = []; add(item: string): void { this.items.push(item); } }
  `);
  const targets = await project.targets();
  expect(targets.get("parse")?.harness).toBe("fresh");
  expect(targets.get("Cart")?.harness).toBe("stateful");
});
