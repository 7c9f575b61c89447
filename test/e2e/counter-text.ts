/** A chaos file with a test that breaks and one that holds. */
export const counter = `
import fc from "fast-check";
import { chaosTest } from "gauntlet";

export default chaosTest({
  name: "counter",
  setup: () => ({ sum: 0 }),
  rules: {
    add: {
      draw: { by: fc.integer({ min: 1, max: 9 }) },
      run: (state, { by }) => {
        state.sum = by;
      },
    },
    reset: { run: (state) => { state.sum = 0; } },
  },
  invariants: { "the sum stays small": (state) => state.sum < 7 },
});
export const healthy = chaosTest({
  name: "healthy",
  setup: () => ({}),
  rules: { go: { run: () => {} } },
  invariants: { "it is there": () => true },
});
`;
