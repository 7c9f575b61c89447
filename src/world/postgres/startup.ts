import { messageBytes, readyMessage, textAt, textBody } from "./messages.ts";

/** Who may connect, and what the server says of itself. */
export interface Greeting {
  readonly database: string;
  readonly user: string;
  /** The settings that a server reports, by name. */
  readonly reported: Readonly<Record<string, string>>;
}

/** The answer to the first message of a connection. */
export type Greeted =
  | { readonly kind: "more" | "open"; readonly reply: Buffer }
  | { readonly kind: "cancel"; readonly number: number }
  | { readonly kind: "refused"; readonly code: string; readonly message: string };

/** Reads the first message of a connection: to encrypt, to cancel, or to begin. */
export function greet(
  greeting: Greeting,
  { body, number }: { readonly body: Buffer; readonly number: number },
): Greeted {
  const asked = body.length < 4 ? 0 : body.readInt32BE(0);
  if (asked === sslRequest || asked === gssRequest) {
    return { kind: "more", reply: Buffer.from("N") };
  }
  if (asked === cancelRequest && body.length >= 8) {
    return { kind: "cancel", number: body.readInt32BE(4) };
  }
  if (asked >> 16 !== 3) {
    const message = `unsupported frontend protocol ${asked >> 16}.${asked & 0xffff}`;
    return { kind: "refused", code: "0A000", message };
  }
  const settings = settingsIn(body);
  const user = settings.get("user") ?? "";
  const database = settings.get("database") ?? user;
  if (user !== greeting.user) {
    return { kind: "refused", code: "28000", message: `role "${user}" does not exist` };
  }
  if (database !== greeting.database) {
    return { kind: "refused", code: "3D000", message: `database "${database}" does not exist` };
  }
  return { kind: "open", reply: welcome(greeting, settings, number) };
}

// --- inside ---

const sslRequest = 80_877_103;
const gssRequest = 80_877_104;
const cancelRequest = 80_877_102;

function settingsIn(body: Buffer): ReadonlyMap<string, string> {
  const settings = new Map<string, string>();
  for (let at = 4; at < body.length;) {
    const name = textAt(body, at);
    if (name.text === "") break;
    const value = textAt(body, name.next);
    settings.set(name.text, value.text);
    at = value.next;
  }
  return settings;
}

/** Any password is taken: who may connect is no part of what is simulated. */
function welcome(
  { reported }: Greeting,
  settings: ReadonlyMap<string, string>,
  number: number,
): Buffer {
  const applicationName = settings.get("application_name") ?? "";
  const statuses = Object.entries({ ...reported, application_name: applicationName });
  const key = Buffer.alloc(8);
  key.writeInt32BE(number, 0);
  return Buffer.concat([
    messageBytes({ type: "R", body: Buffer.alloc(4) }),
    ...statuses.map(([name, value]) => messageBytes({ type: "S", body: textBody(name, value) })),
    messageBytes({ type: "K", body: key }),
    readyMessage("I"),
  ]);
}
