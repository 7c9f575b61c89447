import { syncBuiltinESMExports } from "node:module";
import { installAsyncStorage } from "./async-storage.ts";
import { installGuards } from "./builtins/install-guards.ts";
import { installClock } from "./clock.ts";
import { installCryptoEntropy } from "./crypto-entropy.ts";
import { installFinalization } from "./finalization.ts";
import { installFiles } from "./files/install-files.ts";
import { installFunctionText } from "./function-text.ts";
import { installMathRandom } from "./entropy.ts";
import { installInertThreads } from "./loading/inert-threads.ts";
import { installNativeLoad } from "./native-load.ts";
import { installNet } from "./net/install-net.ts";
import { installPerformanceClock } from "./performance-clock.ts";
import { installProcesses } from "./processes/install-processes.ts";
import { installPure } from "./pure/install-pure.ts";
import { installTemporalClock } from "./temporal-clock.ts";
import { installThreads } from "./threads/install-threads.ts";
import { installTimers } from "./timers.ts";
import { installTimersPromises } from "./timers-promises.ts";
import { installTouchedSettings } from "./touched-settings.ts";
import { installWebStorage } from "./web-storage.ts";

/** What is simulated. */
export interface WorldOptions {
  /** Whether files, network and processes stay the real ones. */
  readonly isHostAllowed?: boolean;
}

let isInstalled = false;

/**
 * Puts the stand-ins in place, once for the process and before any user code or package is
 * imported: a name that was captured earlier stays real. Outside of a run they all pass through.
 * With the host allowed, files, network and processes stay the real ones.
 */
export function installWorld({ isHostAllowed = false }: WorldOptions = {}): void {
  if (isInstalled) return;
  isInstalled = true;
  installFunctionText();
  installClock();
  installPerformanceClock();
  installTemporalClock();
  installTimers();
  installAsyncStorage();
  installFinalization();
  installTimersPromises();
  if (!isHostAllowed) installFiles();
  if (!isHostAllowed) installWebStorage();
  installNativeLoad();
  if (!isHostAllowed) installNet();
  installPure();
  if (!isHostAllowed) installProcesses();
  installMathRandom();
  installCryptoEntropy();
  installThreads();
  if (!isHostAllowed) installInertThreads();
  installGuards({ isHostAllowed });
  installTouchedSettings();
  syncBuiltinESMExports();
}
