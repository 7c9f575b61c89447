// Runs every fixture under the Node it is started with and writes down, or with --check compares,
// what is observed.
//   npx -y node@24 test/conformance/record.mjs [--check]
import { readFileSync, writeFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { pathToFileURL } from "node:url";
import { listFixtures, observe } from "./observe.ts";

const golden = new URL("native.json", import.meta.url);
const results = {};
for (const fixture of listFixtures()) {
  if (fixture.expected !== undefined) continue;
  results[fixture.name] = await observe(fixture, () => import(pathToFileURL(fixture.entry).href));
}
const text = `${JSON.stringify(results, null, 2)}\n`;

if (process.argv.includes("--check")) {
  const known = JSON.parse(readFileSync(golden, "utf8"));
  const names = [...new Set([...Object.keys(known), ...Object.keys(results)])];
  const different = names.filter((name) => !isDeepStrictEqual(known[name], results[name]));
  for (const name of different) {
    console.log(
      `${name}
  recorded: ${JSON.stringify(known[name])}
  now:      ${JSON.stringify(results[name])}`,
    );
  }
  console.log(`${names.length - different.length} of ${names.length} fixtures as recorded`);
  process.exitCode = different.length === 0 ? 0 : 1;
} else {
  writeFileSync(golden, text);
  console.log(`${Object.keys(results).length} fixtures recorded under node ${process.version}`);
}
