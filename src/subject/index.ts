// How the user's code is found, loaded and driven: config/ reads gauntlet.toml, loader/ turns
// TypeScript into fresh module graphs, kinds/ lists what a file may export to be run, drive/
// turns it into a Subject.
// Start at loader/index.ts.
export { loadConfig } from "../config/index.ts";
export { loadKinds } from "./kinds/index.ts";
export { createLoader } from "./loader/index.ts";
