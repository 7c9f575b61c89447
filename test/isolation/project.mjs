// The project whose runs try to reach the host.
import { cpSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

const here = path.dirname(fileURLToPath(import.meta.url));

/** The repository, where the compiled program and the packages are. */
export const repository = path.join(here, "..", "..");

/** Makes the project in a folder of its own; gives its path. */
export function makeProject() {
  const root = mkdtempSync(path.join(tmpdir(), "gauntlet-isolation-"));
  const put = (name, text) => {
    mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    writeFileSync(path.join(root, name), text);
  };
  put("package.json", JSON.stringify({ name: "isolation", type: "module" }));
  for (const name of ["routes.cjs", "isolation.chaos.mjs"]) {
    cpSync(path.join(here, name), path.join(root, name));
  }
  put("node_modules/host-routes/package.json", `{ "name": "host-routes", "main": "index.js" }`);
  put(
    "node_modules/host-routes/index.js",
    `const { refusedRoutes, simulatedRoutes } = require("./routes.cjs");
    const load = (name) => require("node:" + name);
    module.exports = { refused: refusedRoutes(load), simulated: simulatedRoutes(load) };`,
  );
  cpSync(path.join(here, "routes.cjs"), path.join(root, "node_modules/host-routes/routes.cjs"));
  symlinkSync(
    path.join(repository, "node_modules", "fast-check"),
    path.join(root, "node_modules", "fast-check"),
  );
  return root;
}
