import { syncBuiltinESMExports } from "node:module";
import { installBlobStream } from "./blob-stream.ts";
import { installBroadcastChannel } from "./broadcast-channel.ts";
import { installCryptoTwins } from "./crypto-twins.ts";
import { installFileTime } from "./file-time.ts";
import { installMessageChannel } from "./message-channel.ts";
import { installSubtle } from "./subtle.ts";
import { installWebAssembly } from "./web-assembly.ts";
import { installZlib } from "./zlib.ts";

/** Puts synchronous twins behind the async builtins that only compute, and simulated channels. */
export function installPure(): void {
  if (isInstalled) return;
  isInstalled = true;
  installZlib();
  installCryptoTwins();
  installSubtle();
  installMessageChannel();
  installBroadcastChannel();
  installBlobStream();
  installFileTime();
  installWebAssembly();
  syncBuiltinESMExports();
}

// --- inside ---

let isInstalled = false;
