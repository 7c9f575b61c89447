import { expect, test } from "vitest";
import { TempProject } from "./temp-project.ts";

const subject = (frozen: string): string => `
import { chaosTest } from "gauntlet";
export default chaosTest({
  name: "counter",
  setup: () => ({ count: 0 }),
  rules: {
    add: {
      run: (counter) => {
        for (const one of [${frozen}]) Object.freeze(one);
        counter.count += 1;
      },
    },
  },
  invariants: { "stays below three": ({ count }) => count < 3 },
});
`;

test.each([
  ["globalThis"],
  ["Object.prototype, Array.prototype, Function.prototype, Promise.prototype, Error.prototype"],
  ["Object, Array, Promise, Error, JSON, Math, Date, Reflect, Symbol, process, console"],
])("code that freezes %s is explored like any other", async (frozen) => {
  const project = new TempProject({ "counter.chaos.js": subject(frozen) });
  // What is frozen for good ends each process after one run, so there are few of them.
  const { code, findings } = await project.told("explore", "counter.chaos.js", "--runs", "4");
  expect(code).toBe(1);
  // A run that holds and leaves a prototype frozen is a finding of its own.
  const own = findings.filter(({ kind }) => kind !== "escape");
  expect(own.map(({ identity }) => identity.property)).toEqual(["stays below three"]);
});

test("code that freezes all of it while it is loaded is an error of the file at most", async () => {
  const everything = `
for (const name of Object.getOwnPropertyNames(globalThis)) {
  const value = globalThis[name];
  if (Object(value) !== value) continue;
  Object.freeze(value);
  if (value.prototype) Object.freeze(value.prototype);
}
Object.freeze(globalThis);
${subject("")}`;
  const project = new TempProject({ "counter.chaos.js": everything });
  const { code, err } = await project.gauntlet("explore", "counter.chaos.js", "--runs", "5");
  expect(err).not.toContain("bug in gauntlet");
  expect([1, 2]).toContain(code);
});
