import { expect, test } from "vitest";
import { samplePrompt, settings } from "./fixtures/samples.ts";
import { makeMutations } from "./make-mutations.ts";
import { withoutWires } from "./without-wires.ts";

test("an agent that is sent no request is not asked what only changes one", async () => {
  const types = ["noise", "request_method_attack"] as const;
  const made = await makeMutations([samplePrompt], settings({ types, count: 6 }));
  const told: string[] = [];
  const left = withoutWires(made, { reach: { type: "function" } }, (one) => told.push(one));
  expect(new Set(left.map(({ type }) => type))).toEqual(new Set(["noise"]));
  expect(told).toEqual([
    `${made.length - left.length} mutations are left out: an agent of type \`function\` is sent ` +
      "no HTTP request to change",
  ]);
  expect(withoutWires(made, { reach: { type: "http" } }, () => {})).toBe(made);
});
