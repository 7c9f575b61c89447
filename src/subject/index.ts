// How the user's code is found, loaded and driven: config/ reads gauntlet.toml, loader/ turns
// TypeScript into fresh module graphs, drive/ turns what a chaos file exports into a Subject.
// Start at loader/index.ts.
export { loadConfig } from "../config/index.ts";
export { subjectMaker } from "./drive/index.ts";
export { createLoader } from "./loader/index.ts";
