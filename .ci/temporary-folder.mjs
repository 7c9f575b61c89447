// The temporary folder is as before when we end: each job has one of its own, and what it leaves
// there is a failure of that job. Whoever does not ask for TMPDIR is seen in the system's folder.
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { isOthersCache } from "./others-caches.mjs";

/** The temporary folders of all jobs. */
export class TemporaryFolder {
  #system = tmpdir();
  #before = new Set(readdirSync(this.#system));
  // Short, because sockets lie in it and their paths have at most 107 bytes.
  #root = mkdtempSync(path.join(this.#system, "ci-"));
  #count = 0;

  constructor() {
    chmodSync(this.#root, 0o755); // tests also run commands as another user
  }

  /** A folder for one job; `end` removes it and gives the names of what was left in it. */
  begin() {
    this.#count += 1;
    const folder = path.join(this.#root, String(this.#count));
    const events = path.join(this.#root, `${this.#count}.jsonl`);
    mkdirSync(folder);
    const end = () => {
      const left = readdirSync(folder).filter((name) => !isOthersCache(name));
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
      rmSync(events, { force: true });
      return left;
    };
    return { folder, events, end };
  }

  /** What is new in the system's folder and has a name that we or our tests give. */
  results() {
    const left = readdirSync(this.#system).filter(
      (name) => !this.#before.has(name) && ownNames.test(name),
    );
    const failures = left.map((name) => `new in ${this.#system}: ${name}`);
    const passed = failures.length === 0 ? 1 : 0;
    return [{ name: "temporary folder", suite: "checks", seconds: 0, passed, failures }];
  }

  remove() {
    rmSync(this.#root, { recursive: true, force: true });
  }
}

// --- inside ---

/** Others use the system's folder at the same time, so only what can be ours counts. */
const ownNames = /^(?:gauntlet|tests?-)/;
