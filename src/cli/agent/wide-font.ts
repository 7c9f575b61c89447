import { readFileSync } from "node:fs";
import { brotliDecompressSync } from "node:zlib";

/** The font that has glyphs beyond Western Europe, as it is carried along; read when needed. */
export function wideFont(): Uint8Array {
  // From src/ and from dist/ alike this is the file that the build carries.
  const file = new URL("../../../dist/vendor/fonts/unifont.ttf.br", import.meta.url);
  return brotliDecompressSync(readFileSync(file));
}
