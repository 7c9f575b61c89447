import type { CallSite, Hit } from "../frame.ts";
import { readField } from "../read-field.ts";
import { nothing, partsOf, type Taint, taintsOf, type Value } from "../value.ts";

/** Messages to other processes and threads, and connections, that a parameter shapes. */
export function ipcHits({ ref, args, isNew }: CallSite): readonly Hit[] {
  if (ref === undefined) return [];
  const sink = isNew ? `new ${ref}` : ref;
  const isMessage =
    ref === "process.send" ||
    /^(worker_threads\.)?(Worker|MessagePort|BroadcastChannel)#\.postMessage$/.test(ref) ||
    /^worker_threads\.parentPort\.postMessage$/.test(ref) ||
    /^child_process\.fork\(\)\.send$/.test(ref);
  const isChannel = isNew && /^(worker_threads\.)?BroadcastChannel$/.test(ref);
  const isConnection = /^(net|tls)\.(connect|createConnection)$/.test(ref);
  if (isConnection) {
    return [{ kind: "ipc", sink, taints: args.flatMap((value) => taintsOf(value)) }];
  }
  if (!isMessage && !isChannel) return [];
  return [{ kind: "ipc", sink, taints: taintsOf(args[0] ?? nothing) }];
}

/** Requests whose host a parameter chooses. */
export function requestHits({ ref, args, isNew }: CallSite): readonly Hit[] {
  if (ref === undefined || !isRequest(ref, isNew)) return [];
  const sink = isNew ? `new ${ref}` : ref;
  const taints = args.slice(0, 2).flatMap((value, at) => targetTaints(value, at));
  return [{ kind: "ssrf", sink, taints }];
}

/** Whether a call or a construction sends a request over HTTP. */
export function isRequest(ref: string, isNew: boolean): boolean {
  if (isNew) return /^(WebSocket|EventSource|ws(\.WebSocket)?)$/.test(ref);
  return clients.some((pattern) => pattern.test(ref));
}

// --- inside ---

const verbs = "get|post|put|patch|delete|head|options|request|stream";
const clients: readonly RegExp[] = [
  /^(globalThis\.)?fetch$/,
  /^https?\.(request|get)$/,
  new RegExp(`^undici\\.(fetch|${verbs})$`),
  new RegExp(`^(axios|got|ky|needle|superagent|request)(\\.(${verbs}))?$`),
  new RegExp(`^(axios\\.create|got\\.extend|ky\\.(create|extend))\\(\\)(\\.(${verbs}))?$`),
  /^(node-fetch|cross-fetch|make-fetch-happen|got\.got|axios\.axios|ky\.ky)$/,
];

function targetTaints(value: Value, at: number): readonly Taint[] {
  if (value.known?.kind === "object") {
    const host = ["hostname", "host"].flatMap((key) => taintsOf(readField(value, key)));
    const url = ["url", "uri", "baseURL", "prefixUrl"].flatMap((key) =>
      hostTaints(readField(value, key)),
    );
    return [...host, ...url];
  }
  return at === 0 ? hostTaints(value) : [];
}

/** The parameters in an address that come before its path. */
function hostTaints(address: Value): readonly Taint[] {
  let before = "";
  const found: Taint[] = [];
  for (const part of partsOf(address)) {
    if (typeof part === "string") {
      before += part;
      continue;
    }
    const taints = taintsOf(part);
    // `https://host/`: what follows cannot change where the request goes.
    if (/^[a-z]+:\/\/[^/?#]+[/?#]/i.test(before)) return found;
    // What starts with something that no parameter shapes goes where that says.
    if (before === "" && taints.length === 0) return found;
    // An address without a host is one of this server's own.
    if (/^\/[^/]/.test(before)) return found;
    found.push(...taints);
    before += "\0";
  }
  return found;
}
