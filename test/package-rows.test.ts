import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";

interface Row {
  readonly subject: string;
  readonly package?: string;
  readonly from?: string;
  readonly version?: string;
  readonly also?: Readonly<Record<string, string>>;
}

const folder = path.join(import.meta.dirname, "packages", "fixtures");
const script = pathToFileURL(path.join(import.meta.dirname, "packages", "rows.mjs"));

test("each row of the table of packages names all that its file imports", async () => {
  const { rows } = (await import(script.href)) as { readonly rows: readonly Row[] };
  const lacking = rows.flatMap(({ subject, also = {}, ...row }) => {
    const own = row.version === undefined ? [] : [row.from ?? row.package ?? subject];
    const known = new Set(["gauntlet", "fast-check", ...own, ...Object.keys(also)]);
    const used = packagesOf(`${subject}.chaos.mjs`);
    return [...used].filter((name) => !known.has(name)).map((name) => `${subject}: ${name}`);
  });
  expect(lacking).toEqual([]);
  expect([...packagesOf("trpc.chaos.mjs")]).toContain("zod");
});

/** Packages that a fixture and the fixtures beside it import. */
function packagesOf(file: string, seen = new Set<string>()): ReadonlySet<string> {
  const found = new Set<string>();
  if (seen.has(file) || !existsSync(path.join(folder, file))) return found;
  seen.add(file);
  const text = readFileSync(path.join(folder, file), "utf8");
  const named = /(?:\bfrom|\bimport|\bimport\(|\brequire\(|\bnew URL\()\s*"([^"]+)"/gu;
  for (const [, specifier = ""] of text.matchAll(named)) {
    if (specifier.startsWith("./")) {
      for (const name of packagesOf(specifier.slice(2), seen)) found.add(name);
    } else if (!specifier.includes(":")) {
      found.add(/^(?:@[^/]+\/)?[^/]+/u.exec(specifier)?.[0] ?? specifier);
    }
  }
  return found;
}
