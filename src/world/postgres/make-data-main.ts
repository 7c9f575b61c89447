import { renameSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { temporaryName } from "../temporary-file.ts";
import type { PgliteModule } from "./pglite.ts";

// A program of its own: node make-data-main.js <file of the package> <file to write>. Making the
// data keeps a processor busy for seconds, and a process that runs the user's code and is silent
// for so long would be taken for hung. Why it failed is said on stdout.
const [, , packageFile = "", target = ""] = process.argv;
make().catch((thrown: unknown) => {
  process.stdout.write(`${thrown instanceof Error ? thrown.message : String(thrown)}\n`);
  process.exitCode = 1;
});

// --- inside ---

async function make(): Promise<void> {
  process.stderr.write("making the data of Postgres, once for this project: some seconds\n");
  const { PGlite } = (await import(pathToFileURL(packageFile).href)) as PgliteModule;
  const instance = await PGlite.create({ initDbStartParams: ["--wal-segsize=1"] });
  const data = await instance.dumpDataDir("none");
  const packed = gzipSync(new Uint8Array(await data.arrayBuffer()), { level: 1 });
  // Several may make the same file at once: each writes its own and puts it in place.
  const partial = temporaryName(target);
  writeFileSync(partial, packed);
  renameSync(partial, target);
  await instance.close();
}
