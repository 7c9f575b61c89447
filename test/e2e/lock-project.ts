import { readdirSync } from "node:fs";
import { TempProject } from "./temp-project.ts";

/** Each digit opens a branch of its own, so that runs get deeper only one by one. */
export const lock: string = `
import fc from "fast-check";
import { chaosTest } from "gauntlet";

const code = [7, 3, 9, 1, 8];

export default chaosTest({
  name: "lock",
  setup: () => ({ open: 0 }),
  rules: {
    turn: {
      draw: { digit: fc.integer({ min: 0, max: 9 }) },
      run: (state, { digit }) => {
        if (state.open === 0 && digit === code[0]) state.open = 1;
        else if (state.open === 1 && digit === code[1]) state.open = 2;
        else if (state.open === 2 && digit === code[2]) state.open = 3;
        else if (state.open === 3 && digit === code[3]) state.open = 4;
        else if (state.open === 4 && digit === code[4]) state.open = 5;
        else state.open = 0;
      },
    },
    wait: { run: () => {} },
  },
  invariants: { "it has five digits at most": (state) => state.open <= 5 },
});
`;

/** Where the corpus of the lock lies. */
export const folder: string = ".gauntlet/corpus/lock.chaos.ts#default";

/** A project with nothing but the lock. */
export function lockProject(): TempProject {
  return new TempProject({ "lock.chaos.ts": lock });
}

/** The files of the lists that are kept. */
export function listsOf(project: TempProject): readonly string[] {
  return readdirSync(project.path(`${folder}/lists`)).toSorted();
}
