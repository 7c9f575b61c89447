import { expect, test } from "vitest";
import { decodeDecisions } from "./decode-decisions.ts";

test("a list of decisions is read back", () => {
  const lines = ['{"kind":"chance","label":"drop","value":true}', '{"kind":"end"}'];
  expect(decodeDecisions(lines)).toHaveLength(2);
});

test.each(["{}", "[]", "null", "7", '{"kind":7}', '{"kind":{"toString":null,"valueOf":null}}'])(
  "%s is no decision, and that is an error of the list",
  (line) => {
    expect(() => decodeDecisions([line])).toThrow(
      expect.objectContaining({ name: "GauntletError" }) as Error,
    );
  },
);
