import { isLike } from "../../../kernel/values/like.ts";
import { GauntletError } from "../../../kernel/errors/gauntlet-error.ts";
import { isList, isRecord, jsonOf } from "../json-walk.ts";

/** Where requests of an agent's process are led that go to the address of a tool. */
export interface Redirect {
  /** The address to ask instead; undefined for all that is left alone. */
  led(origin: string, path: string): { readonly origin: string; readonly path: string } | undefined;
}

/** Reads `GAUNTLET_REDIRECT`: `{ "to": "<route>", "patterns": ["https://api.example.com/*"] }`. */
export function readRedirect(text: string | undefined): Redirect | undefined {
  if (text === undefined || text === "") return undefined;
  const data = jsonOf(text);
  const { to, patterns } = isRecord(data) ? data : {};
  const isRead =
    typeof to === "string" && URL.canParse(to) && patterns !== undefined && isList(patterns);
  if (!isRead) throw unreadable();
  const wire = new URL(to);
  return {
    led(origin, path) {
      if (origin === wire.origin) return undefined;
      const isLed = patterns.some(
        (pattern) => typeof pattern === "string" && isLike(pattern, `${origin}${path}`),
      );
      if (!isLed) return undefined;
      const segment = Buffer.from(origin, "utf8").toString("base64url");
      const rest = path.startsWith("/") ? path : `/${path}`;
      return { origin: wire.origin, path: `${wire.pathname}/${segment}${rest}` };
    },
  };
}

// --- inside ---

function unreadable(): GauntletError {
  return new GauntletError({
    code: "A028",
    what: "`GAUNTLET_REDIRECT` does not say where requests are led",
    note: 'expected `{ "to": "<address>", "patterns": ["<address with *>"] }`',
    help: "leave the variable as Gauntlet sets it, or unset it",
  });
}
