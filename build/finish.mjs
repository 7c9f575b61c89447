// What the compiler leaves to do, after it: node build/finish.mjs
//
// Strangers install what dist/ holds. So it carries the packages that are plain JavaScript, each as
// one small file, and the type checker without its programs: as dependencies they would be five
// times as large, and npm would put their `tsc` in the place of the project's own.
import { bundle } from "./bundle.mjs";
import { vendorFonts } from "./fonts.mjs";
import { copyTypes } from "./types.mjs";
import { vendorPackages } from "./packages.mjs";
import { vendorTypeScript } from "./typescript.mjs";

await vendorTypeScript();
await vendorPackages();
await vendorFonts();
await bundle();
copyTypes();
