import { configureGlobal } from "fast-check";

// Every run of the tests draws the same values, so that a failure is a change and not luck. To hunt
// for more: `TEST_SEED=$RANDOM npm test`.
configureGlobal({ seed: Number(process.env["TEST_SEED"] ?? 1) });
