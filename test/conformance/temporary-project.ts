import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

/** A project on disk that is gone when the test is. */
export interface TemporaryProject extends Disposable {
  readonly root: string;
  /** Writes files, given by name relative to the root. */
  write(files: Readonly<Record<string, string | Uint8Array>>): void;
  path(name: string): string;
}

/** Makes a project of ES modules from files. */
export function createProject(
  files: Readonly<Record<string, string | Uint8Array>>,
): TemporaryProject {
  const root = realpathSync(mkdtempSync(path.join(tmpdir(), "gauntlet-project-")));
  const project: TemporaryProject = {
    root,
    path: (name) => path.join(root, name),
    write: (more) => {
      for (const [name, content] of Object.entries(more)) {
        const file = path.join(root, name);
        mkdirSync(path.dirname(file), { recursive: true });
        writeFileSync(file, content);
      }
    },
    [Symbol.dispose]: () => {
      rmSync(root, { recursive: true, force: true });
    },
  };
  project.write({ "package.json": `{ "type": "module" }`, ...files });
  return project;
}
