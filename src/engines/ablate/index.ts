// Compares searches: the settings as given, and the same with one thing changed, each over several
// seeds. It searches as campaign/ does and counts which failures were seen and how soon; it
// proves and stores nothing. Start at ablate.ts.
export { ablate, type AblateOptions } from "./ablate.ts";
