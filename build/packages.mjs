import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { pathToFileURL } from "node:url";
import { rolldown } from "rolldown";
import { installed, madeOnce, root, vendor } from "./stamp.mjs";

/** Packages that are plain JavaScript and small when nothing but their code is taken. */
export const packages = [
  "@jridgewell/trace-mapping",
  "commander",
  "magic-string",
  "pdfkit",
  "picocolors",
  "smol-toml",
  "string-width",
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

/** The place of a carried package, as seen from dist. */
export function packageFile(name) {
  return `vendor/packages/${fileOf(name)}`;
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
    plugins: [
      entryOf(`export { ${names.join(", ")} } from ${JSON.stringify(name)};`),
      ...(name === "pdfkit" ? [textOnly()] : []),
    ],
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

/**
 * Text in Helvetica and in a TrueType font is all that is asked of pdfkit: images, encryption, fonts
 * of the web and its own line breaks are a third of its size, and its other standard fonts are files
 * that it would look for beside itself.
 */
function textOnly() {
  const fonts = ["Helvetica", "HelveticaBold"];
  return {
    name: "text-only",
    resolveId: (source) => (unused.test(source) ? `\0unused:${source}` : undefined),
    load: (id) =>
      id.startsWith("\0unused:") ? "export const cbc = 0, ecb = 0; export default 0;" : undefined,
    transform(code, id) {
      if (!/[/\\]pdfkit\.node\.mjs$/.test(id)) return null;
      const loaders = /registerStdFontLoaders\(\{[^}]*\}\);/;
      if (!loaders.test(code)) throw new Error("pdfkit loads its fonts in another way than before");
      const imports = fonts.map((font) => `import ${font} from "./standard-fonts/${font}.mjs";`);
      const known = `Helvetica: () => Helvetica, "Helvetica-Bold": () => HelveticaBold`;
      const led = code.replace(loaders, `registerStdFontLoaders({ ${known} });`);
      return `${imports.join("\n")}\n${led}`;
    },
  };
}

const unused = /^(?:@noble\/ciphers\/aes|brotli\/decompress\.js|linebreak|png-js)$/;

async function demandNames(file, names) {
  const made = await import(pathToFileURL(file).href);
  const lost = names.filter((name) => made[name] === undefined);
  if (lost.length > 0) throw new Error(`${file} lost ${lost.join(", ")}`);
}

function licenceText([name, place]) {
  const found = readdirSync(place).filter((file) => licences.test(file));
  const { manifest } = installed(name, place);
  const texts = found.map((file) => readFileSync(join(place, file), "utf8").trim());
  if (texts.length === 0) texts.push(namedLicence(name, manifest));
  return [`${name} ${manifest.version} (${manifest.license})`, "", ...texts, ""].join("\n");
}

/** For packages that name their licence and do not bring its text. */
function namedLicence(name, { license, author }) {
  const owner = typeof author === "string" ? author : author?.name;
  if (license !== "MIT" || owner === undefined) {
    throw new Error(`${name} has no licence text to carry`);
  }
  const mit = readFileSync(join(root, "LICENSE"), "utf8");
  const permission = mit.slice(mit.indexOf("Permission is hereby granted"));
  return `MIT License\n\nCopyright (c) ${owner}\n\n${permission.trim()}`;
}
