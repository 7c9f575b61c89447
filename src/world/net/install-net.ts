import { installConnect } from "./connect.ts";
import { installDns } from "./dns.ts";
import { adoptDispatchers, installFetch, learnFetch } from "./fetch.ts";
import { installHttp2 } from "./http2.ts";
import { installHttpClient } from "./http-client.ts";
import { installHttpDate } from "./http-date.ts";
import { installListen } from "./listen.ts";
import { installTls } from "./tls-connect.ts";

/** Puts the simulated network below everything that Node connects and listens with. */
export function installNet(): void {
  installConnect();
  installListen();
  installTls();
  installDns();
  installHttpClient();
  installHttp2();
  installHttpDate();
  installFetch();
}

/**
 * Loads what Node loads lazily, so that a run never waits for it. To be called after the user's
 * modules are loaded and before the first run; once more where more modules come.
 */
export async function prepareNet(): Promise<void> {
  adoptDispatchers();
  // The first fetch of a process loads more than its later ones.
  await (await fetch("data:,")).text();
  await learnFetch();
}
