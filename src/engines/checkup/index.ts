// Looks a project over before anything is run: what is there, what prevents runs, and the line that
// mends it. It loads and runs no code of the project. Each file knows one part and gives `Check`s;
// `checkup.ts` puts them in order. It may see config, loader and the stores of the runner.
// Start at checkup.ts.
export { type Check, type Checkup } from "./check.ts";
export { checkup } from "./checkup.ts";
