import { createRequire } from "node:module";
import type * as FastCheck from "fast-check";
import { GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import { outsideRun } from "../../world/real-fs.ts";

/** An arbitrary of whatever a shape says. */
export type Arbitrary = FastCheck.Arbitrary<unknown>;

/** All of fast-check. */
export type FastCheckModule = typeof FastCheck;

/**
 * The copy of fast-check that is installed beside Gauntlet: a project that is scanned need not have
 * one. It is loaded when the first target asks, because no other run should wait for it. That may
 * be inside a run, which sees nothing under `/tmp`, where Gauntlet may be installed.
 */
export function fastCheck(): FastCheckModule {
  if (loaded === undefined) {
    try {
      loaded = outsideRun(() => createRequire(import.meta.url)("fast-check") as FastCheckModule);
    } catch (thrown) {
      throw new GauntletError({
        code: "S006",
        what: "`fast-check` is not installed, and a scan makes its values with it",
        note: thrown instanceof Error ? (thrown.message.split("\n")[0] ?? "") : String(thrown),
        help: "npm install --save-dev fast-check",
      });
    }
  }
  return loaded;
}

// --- inside ---

let loaded: FastCheckModule | undefined;
