import { expect, test } from "vitest";
import { TempProject } from "./temp-project.ts";

const service = `
export interface Store { read(): Promise<number>; write(cents: number): Promise<void> }
export async function add(store: Store, cents: number): Promise<void> {
  const before = await store.read();
  await store.write(before + cents);
}
`;

const chaos = `
import { setTimeout } from "node:timers/promises";
import { chaosTest } from "gauntlet";
import { add } from "./service.ts";
class Rows {
  cents = 0;
  async read() {
    await setTimeout(5);
    return this.cents;
  }
  async write(cents: number) {
    await setTimeout(5);
    this.cents = cents;
  }
}
export default chaosTest({
  name: "rows",
  setup: () => ({ rows: new Rows(), expected: 0 }),
  rules: {
    add: {
      run: async (state) => {
        await add(state.rows, 1);
        state.expected += 1;
      },
    },
  },
  invariants: { "nothing is lost": ({ rows, expected }) => rows.cents >= expected },
});
`;

test("a wait in what stands in for a store is told by the line that asked it", async () => {
  const project = new TempProject({ "service.ts": service, "rows.chaos.ts": chaos });
  const { findings } = await project.told("explore", "rows.chaos.ts", "--runs", "60");
  const story = JSON.stringify(findings);
  expect(story).toMatch(/Rows\.read resumes[^}]*service\.ts:4/u);
  expect(story).toMatch(/Rows\.write resumes[^}]*service\.ts:5/u);
  expect(story).not.toMatch(/rows\.chaos\.ts:(?:8|12)\b/u);
}, 60_000);
