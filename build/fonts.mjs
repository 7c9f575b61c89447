import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { installed, madeOnce, vendor } from "./stamp.mjs";

const name = "@fontsource/unifont";

/**
 * Carries the one font that has a glyph for every character of the basic plane: the fonts that every
 * viewer of PDFs has know Western Europe only. A report embeds the glyphs that it needs.
 */
export async function vendorFonts() {
  const folder = join(vendor, "fonts");
  await madeOnce(folder, { from: [name], by: ["./fonts.mjs", "./stamp.mjs"] }, () => {
    const source = installed(name).folder;
    const woff = join(source, "files", "unifont-latin-400-normal.woff");
    copyFileSync(woff, join(folder, "unifont.woff"));
    copyFileSync(join(source, "LICENSE"), join(folder, "LICENSE.txt"));
  });
}
