// Writes what follows from the shapes of the configuration: its types and defaults, the JSON
// Schema, the tables of the reference page and the example file. `npm run generate`; a test fails
// where one of them is old.
//
// The sources are joined without a look at their types, because the types are what is written.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { rolldown } from "rolldown";
import { root } from "./stamp.mjs";

const folder = mkdtempSync(join(root, "node_modules", ".config-files-"));
try {
  const input = join(root, "src/config/documents/config-documents.ts");
  const build = await rolldown({ input, cwd: root, platform: "node", external: ["zod"] });
  const file = join(folder, "documents.mjs");
  await build.write({ file, codeSplitting: false });
  const { configDocuments, pagePath } = await import(pathToFileURL(file).href);
  const documents = configDocuments(readFileSync(join(root, pagePath), "utf8"));
  for (const [path, text] of documents) {
    if (readFileSync(join(root, path), "utf8") === text) continue;
    writeFileSync(join(root, path), text);
    console.log(`wrote ${path}`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
