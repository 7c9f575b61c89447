import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { pathToFileURL } from "node:url";
import { parseSync } from "oxc-parser";
import { rolldown } from "rolldown";
import { installed, madeOnce, root, vendor } from "./stamp.mjs";

/** Packages that are plain JavaScript and small when nothing but their code is taken. */
const packages = [
  "@jridgewell/trace-mapping",
  "commander",
  "magic-string",
  "picocolors",
  "smol-toml",
  "toml-eslint-parser",
  "yaml",
  "zod",
];

const folder = join(vendor, "packages");
const licences = /^(licen[cs]e|notice|copying)(\.\w+)?$/i;

/** Carries each package as one module, with the licences of all that went into it. */
export async function vendorPackages() {
  await madeOnce(folder, { from: packages, by: ["./packages.mjs", "./stamp.mjs"] }, async () => {
    const taken = new Map();
    for (const name of packages) for (const owner of await bundle(name)) taken.set(...owner);
    const texts = [...taken].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(licenceText);
    writeFileSync(join(folder, "LICENSES.txt"), texts.join("\n"));
  });
}

/** Leads what the compiler wrote to those copies. */
export function linkPackages() {
  const compiled = join(root, "dist");
  for (const entry of readdirSync(compiled, { recursive: true })) {
    if (!entry.endsWith(".js") || /^(vendor|types|\.)/.test(entry)) continue;
    const file = join(compiled, entry);
    const text = readFileSync(file, "utf8");
    if (!packages.some((name) => text.includes(`"${name}"`))) continue;
    const linked = withLinks(file, text);
    if (linked !== text) writeFileSync(file, linked);
  }
}

// --- inside ---

function fileOf(name) {
  return `${name.replace(/^@/, "").replaceAll("/", "-")}.js`;
}

/** Gives the packages whose code is in the bundle, with their folders. */
async function bundle(name) {
  const names = Object.keys(await import(name)).filter((exported) => exported !== "module.exports");
  const file = join(folder, fileOf(name));
  const build = await rolldown({
    input: "entry",
    cwd: root,
    platform: "node",
    plugins: [entryOf(`export { ${names.join(", ")} } from ${JSON.stringify(name)};`)],
  });
  const { output } = await build.write({
    file,
    format: "esm",
    codeSplitting: false,
    comments: false,
    keepNames: true, // errors take their names from their classes
    minify: true,
  });
  await build.close();
  await demandNames(file, names);
  return output
    .flatMap(({ moduleIds }) => moduleIds)
    .filter((id) => id.includes(`${sep}node_modules${sep}`))
    .map((id) => {
      const [owner] = id
        .split(`${sep}node_modules${sep}`)
        .at(-1)
        .match(/^(@[^/\\]+[/\\])?[^/\\]+/);
      return [owner, installed(owner, dirname(id)).folder];
    });
}

/** Names each export, because a package that is CommonJS inside has only one to a bundler. */
function entryOf(code) {
  const id = join(root, "entry.mjs");
  return {
    name: "entry",
    resolveId: (source) => (source === "entry" ? id : undefined),
    load: (source) => (source === id ? code : undefined),
  };
}

async function demandNames(file, names) {
  const made = await import(pathToFileURL(file).href);
  const lost = names.filter((name) => made[name] === undefined);
  if (lost.length > 0) throw new Error(`${file} lost ${lost.join(", ")}`);
}

function licenceText([name, place]) {
  const found = readdirSync(place).filter((file) => licences.test(file));
  if (found.length === 0) throw new Error(`${name} has no licence text to carry`);
  const { manifest } = installed(name, place);
  const texts = found.map((file) => readFileSync(join(place, file), "utf8").trim());
  return [`${name} ${manifest.version} (${manifest.license})`, "", ...texts, ""].join("\n");
}

function withLinks(file, text) {
  const { module } = parseSync(file, text);
  const asked = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest),
    ...module.staticExports.flatMap(({ entries }) => entries.map((entry) => entry.moduleRequest)),
    ...module.dynamicImports.map(({ moduleRequest }) => moduleRequest),
  ].filter((request) => request !== null && request !== undefined);
  const places = new Map(asked.map(({ start, end }) => [start, end]));
  let linked = text;
  for (const [start, end] of [...places].toSorted(([a], [b]) => b - a)) {
    const name = text.slice(start + 1, end - 1);
    if (!packages.includes(name)) continue;
    const to = relative(dirname(file), join(folder, fileOf(name)))
      .split(sep)
      .join("/");
    linked = `${linked.slice(0, start)}"${to}"${linked.slice(end)}`;
  }
  return linked;
}
