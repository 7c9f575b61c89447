import { expect, test } from "vitest";
import { checkWith } from "./check-with.ts";

// Where npm reaches no registry and has no such Node in its cache, this fails: that another version
// was not looked at must not pass for having looked.
test.each([20, 22, 24, 26])(
  "every builtin of Node %s is known, and what the table says",
  async (v) => {
    const { node, problems, exitCode } = await checkWith(["npx", "-y", `node@${v}`]);
    expect(node).toMatch(new RegExp(`^v${v}\\.`));
    expect(Object.values(problems).flat()).toEqual([]);
    expect(exitCode).toBe(0);
  },
);
