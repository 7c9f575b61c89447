import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openSigningKey } from "./signing-key.ts";

const file = ".gauntlet-keys/certificate-key.pem";

test("a key is made in a folder of its own that version control leaves out", async () => {
  const root = newProject();
  const key = await openSigningKey({ file, root });
  expect({ ...key, privateKey: 0, publicKey: 0, keyid: 0 }).toEqual({
    privateKey: 0,
    publicKey: 0,
    keyid: 0,
    file,
    publicFile: ".gauntlet-keys/certificate-key.pub.pem",
    isNew: true,
    notes: [],
  });
  const own = [0o700, 0o600];
  const modeOf = (name: string): number => statSync(path.join(root, name)).mode & 0o777;
  const modes = process.platform === "win32" ? own : [modeOf(".gauntlet-keys"), modeOf(file)];
  expect(modes).toEqual(own);
  const ignored = readFileSync(path.join(root, ".gauntlet-keys/.gitignore"), "utf8");
  expect(ignored).toBe("*\n!.gitignore\n!*.pub.pem\n");
  expect(existsSync(path.join(root, ".gauntlet"))).toBe(false);
});

test("a key in the folder that may be deleted is moved out of it, and it is told", async () => {
  const root = newProject();
  const before = await openSigningKey({ file: ".gauntlet/certificate-key.pem", root });
  expect(before.notes).toEqual([
    "the private key .gauntlet/certificate-key.pem is in .gauntlet, which may be deleted; " +
      "move it elsewhere",
  ]);
  const after = await openSigningKey({ file, root });
  expect([after.keyid, after.isNew]).toEqual([before.keyid, false]);
  expect(after.notes).toEqual([
    "moved the key .gauntlet/certificate-key.pem to .gauntlet-keys/certificate-key.pem: " +
      ".gauntlet may be deleted",
  ]);
  rmSync(path.join(root, ".gauntlet"), { recursive: true });
  const again = await openSigningKey({ file, root });
  expect([again.keyid, again.isNew, again.notes]).toEqual([before.keyid, false, []]);
});

test("where it cannot be moved it is used where it is, and it is told", async () => {
  const root = newProject();
  const before = await openSigningKey({ file: ".gauntlet/certificate-key.pem", root });
  writeFileSync(path.join(root, ".gauntlet-keys"), "a file where the folder would be");
  const after = await openSigningKey({ file, root });
  expect(after.keyid).toBe(before.keyid);
  expect(after.file).toBe(".gauntlet/certificate-key.pem");
  expect(after.notes.join()).toContain("may be deleted");
});

test("a key in the environment comes first, and nothing is written", async () => {
  const [made, root] = [newProject(), newProject()];
  const { keyid } = await openSigningKey({ file, root: made });
  const pem = readFileSync(path.join(made, file), "utf8");
  for (const given of [pem, pem.replaceAll("\n", "\\n")]) {
    const env = { GAUNTLET_CERTIFICATE_KEY: given };
    const key = await openSigningKey({ file, root, env });
    expect([key.keyid, key.file, key.isNew]).toEqual([keyid, "GAUNTLET_CERTIFICATE_KEY", false]);
  }
  expect(existsSync(path.join(root, ".gauntlet-keys"))).toBe(false);
  const env = { GAUNTLET_CERTIFICATE_KEY: "no key at all" };
  const error = await openSigningKey({ file, root, env }).catch((thrown: unknown) => thrown);
  expect(error).toHaveProperty("code", "A074");
  expect(JSON.stringify(error)).not.toContain("no key at all");
});

// --- inside ---

function newProject(): string {
  const root = mkdtempSync(path.join(tmpdir(), "gauntlet-key-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  return root;
}
