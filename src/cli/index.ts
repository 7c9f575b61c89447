// argv → engine → report → exit code. main.ts is the program, run.ts catches what is thrown,
// commands/ has one file a verb, adapters/ do the same for test runners. Only this room prints,
// and only main.ts ends the process.
export { runCli } from "./run.ts";
