import { copyFileSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { minifySync } from "rolldown/utils";
import { installed, madeOnce, vendor } from "./stamp.mjs";

const name = "typescript6";

/**
 * Carries the checker, and nothing else of its package: not the programs, the server or the
 * languages. What the language declares is one file, because eighty small ones take more room than
 * they have text.
 */
export async function vendorTypeScript() {
  const folder = join(vendor, "typescript");
  await madeOnce(folder, { from: [name], by: ["./typescript.mjs", "./stamp.mjs"] }, () => {
    const source = installed(name).folder;
    const library = join(source, "lib");
    writeFileSync(join(folder, packedName), packed(minified(join(library, "typescript.js"))));
    writeFileSync(join(folder, "typescript.cjs"), unpacking);
    writeFileSync(join(folder, "libraries.json.gz"), packedLibraries(library));
    for (const text of ["LICENSE.txt", "ThirdPartyNoticeText.txt"]) {
      copyFileSync(join(source, text), join(folder, text));
    }
  });
}

// --- inside ---

/** It is most of what an install takes, and is rarely loaded: unpacking costs some milliseconds. */
const packedName = "typescript.js.br";

const unpacking = `"use strict";
const { readFileSync } = require("node:fs");
const { brotliDecompressSync } = require("node:zlib");
const packed = readFileSync(require("node:path").join(__dirname, ${JSON.stringify(packedName)}));
module._compile(brotliDecompressSync(packed).toString("utf8"), __filename);
`;

function packed(text) {
  // The best quality would take most of a minute.
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_LGWIN]: 24 };
  return brotliCompressSync(Buffer.from(text), { params });
}

function minified(file) {
  const { code, errors } = minifySync("typescript.cjs", readFileSync(file, "utf8"), {
    module: false,
    compress: { target: "es2022" },
    // Classes are told from each other by name in messages of failure.
    mangle: { keepNames: { function: false, class: true } },
    codegen: { removeWhitespace: true },
  });
  if (errors.length > 0) throw new Error(`${file}: ${errors[0].message}`);
  return code;
}

function packedLibraries(folder) {
  const ts = createRequire(import.meta.url)(name);
  const names = readdirSync(folder).filter((entry) => /^lib(\..+)?\.d\.ts$/.test(entry));
  const texts = names
    .toSorted()
    .map((entry) => [entry, withoutComments(ts, readFileSync(join(folder, entry), "utf8"))]);
  return gzipSync(JSON.stringify(Object.fromEntries(texts)), { level: 9 });
}

/** Without documentation, which nobody asks for here; references to other libraries stay. */
function withoutComments(ts, text) {
  const { SyntaxKind } = ts;
  const scanner = ts.createScanner(
    ts.ScriptTarget.Latest,
    false,
    ts.LanguageVariant.Standard,
    text,
  );
  let kept = "";
  for (let kind = scanner.scan(); kind !== SyntaxKind.EndOfFileToken; kind = scanner.scan()) {
    const token = scanner.getTokenText();
    const isComment =
      kind === SyntaxKind.MultiLineCommentTrivia ||
      (kind === SyntaxKind.SingleLineCommentTrivia && !token.startsWith("///"));
    if (isComment) continue;
    const isSpace = kind === SyntaxKind.WhitespaceTrivia || kind === SyntaxKind.NewLineTrivia;
    if (!isSpace) kept += token;
    else if (!/\s$/.test(kept)) kept += kind === SyntaxKind.NewLineTrivia ? "\n" : " ";
  }
  return kept;
}
