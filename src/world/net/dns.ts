import dns from "node:dns";
import { activeWorld } from "../active-world.ts";
import { completeInContext } from "../completion.ts";
import { madeOutside } from "../loading/idle-world.ts";
import { seamOf } from "../seam.ts";
import type { SimWorld } from "../sim-world.ts";
import { type AnyFunction, replaceFunction } from "../stand-in.ts";
import { familyNumber, networkPart } from "./network.ts";
import { dnsError } from "./system-error.ts";
import { throughSeam } from "./through-seam.ts";

/** What a name resolves to. */
export interface ResolvedAddress {
  readonly address: string;
  readonly family: 4 | 6;
}

/** Resolves a name in memory, through the faults that are on; answers after a latency. */
export function lookupName(
  world: SimWorld,
  question: { readonly hostname: string; readonly family?: number | undefined },
  answer: (error: Error | null, found: readonly ResolvedAddress[]) => void,
): void {
  const failed = (thrown: unknown): void => answer(thrown as Error, []);
  completeInContext(world, "dns lookup", () => {
    try {
      const found = lookupSeam.isOn
        ? throughSeam(lookupSeam, question, (asked) => resolved(world, asked as typeof question))
        : resolved(world, question);
      if (!(found instanceof Promise)) return answer(null, found as ResolvedAddress[]);
      found.then((late) => answer(null, late as ResolvedAddress[]), failed);
    } catch (thrown) {
      failed(thrown);
    }
  });
}

/** Puts the in-memory resolver where code looks for `node:dns`. */
export function installDns(): void {
  const { lookup } = dns;
  replaceFunction(dns, "lookup", (...args: never[]) => {
    if (!isValid(args) || typeof args.at(-1) !== "function") return call(lookup, dns, args);
    if (activeWorld !== undefined) return simulatedLookup(activeWorld, args);
    return isUnasked(args) ? {} : call(lookup, dns, args);
  });
  const { lookup: promised } = dns.promises;
  replaceFunction(dns.promises, "lookup", (...args: never[]) => {
    if (activeWorld !== undefined && isValid(args)) return promisedLookup(args);
    return isUnasked(args) ? new Promise(() => {}) : call(promised, dns.promises, args);
  });
  for (const holder of [dns, dns.Resolver.prototype]) {
    for (const name of queriesOf(holder)) installCallback(holder, name);
  }
  for (const holder of [dns.promises, dns.promises.Resolver.prototype]) {
    for (const name of queriesOf(holder)) installPromised(holder, name);
  }
}

// --- inside ---

const lookupSeam = seamOf("world:dns.lookup");

/** Every kind of record that this Node can ask for: a later one has more of them. */
function queriesOf(holder: object): readonly string[] {
  // On a prototype they are not enumerable.
  return Object.getOwnPropertyNames(holder).filter((name) => /^(?:resolve|reverse)/u.test(name));
}

const families = new Set<unknown>([undefined, 0, 4, 6, "IPv4", "IPv6"]);

type Answer = (error: unknown, ...found: unknown[]) => void;

function call(original: unknown, self: unknown, args: readonly unknown[]): unknown {
  return Reflect.apply(original as AnyFunction, self, args);
}

function resolved(
  world: SimWorld,
  { hostname, family }: { readonly hostname: string; readonly family?: number | undefined },
): ResolvedAddress[] {
  const literal = familyNumber(hostname);
  if (literal !== 0) return [{ address: hostname, family: literal }];
  const address = world.part(networkPart).resolve(hostname);
  if (address === undefined) throw dnsError("ENOTFOUND", "getaddrinfo", hostname);
  if (family === 6) return [{ address: v6Of(address), family: 6 }];
  return [{ address, family: 4 }];
}

function v6Of(address: string): string {
  return address === "127.0.0.1" ? "::1" : `::ffff:${address}`;
}

function simulatedLookup(world: SimWorld, args: readonly unknown[]): object {
  const [hostname, second] = args;
  const callback = args.at(-1) as Answer;
  const options = lookupOptions(second);
  lookupName(world, { hostname: String(hostname), family: options.family }, (error, found) => {
    if (error !== null) callback(error);
    else if (options.all) callback(null, found);
    else callback(null, found[0]?.address, found[0]?.family);
  });
  return {};
}

/** Whether a package asks outside of a run: nobody is asked, and no answer ever comes. */
function isUnasked([hostname]: readonly unknown[]): boolean {
  const isLocal = hostname === "localhost" || familyNumber(String(hostname)) !== 0;
  return !isLocal && madeOutside("a DNS query") !== undefined;
}

/** What is not valid goes to Node, which throws before it asks anybody. */
function isValid([hostname, second]: readonly unknown[]): boolean {
  if (typeof hostname !== "string" || hostname === "") return false;
  if (typeof second === "number") return families.has(second);
  if (typeof second !== "object" || second === null) return typeof second !== "string";
  const { family, all } = second as { readonly family?: unknown; readonly all?: unknown };
  return families.has(family) && (all === undefined || typeof all === "boolean");
}

function lookupOptions(given: unknown): { readonly all: boolean; readonly family: number } {
  if (typeof given === "number") return { all: false, family: given };
  if (typeof given !== "object" || given === null) return { all: false, family: 0 };
  const { all, family } = given as { readonly all?: boolean; readonly family?: number | string };
  return { all: all === true, family: Number(String(family ?? 0).replace("IPv", "")) };
}

function promisedLookup(args: readonly unknown[]): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const options = lookupOptions(args[1]);
    dns.lookup(String(args[0]), { ...options, all: true }, (error, found) => {
      if (error !== null) reject(error);
      else resolve(options.all ? found : found[0]);
    });
  });
}

function installCallback(holder: object, name: string): void {
  const original = (holder as Record<string, unknown>)[name];
  if (typeof original !== "function" || !Object.hasOwn(holder, name)) return;
  replaceFunction(holder, name, function query(this: unknown, ...args: unknown[]) {
    const world = activeWorld;
    if (world === undefined) return isUnasked(args) ? {} : call(original, this, args);
    const callback = args.at(-1) as Answer;
    records(world, { name, args }, callback);
    return {};
  });
}

function installPromised(holder: object, name: string): void {
  const original = (holder as Record<string, unknown>)[name];
  if (typeof original !== "function" || !Object.hasOwn(holder, name)) return;
  replaceFunction(holder, name, function query(this: unknown, ...args: unknown[]) {
    const world = activeWorld;
    if (world === undefined) {
      return isUnasked(args) ? new Promise(() => {}) : call(original, this, args);
    }
    return new Promise((resolve, reject) => {
      records(world, { name, args }, (error, found) => (error ? reject(error) : resolve(found)));
    });
  });
}

/** Answers with the addresses that are known; of every other kind of record there is none. */
function records(
  world: SimWorld,
  query: { readonly name: string; readonly args: readonly unknown[] },
  answer: Answer,
): void {
  const hostname = String(query.args[0]);
  if (query.name === "reverse") return reverse(world, hostname, answer);
  const second = query.args[1];
  let kind = query.name.slice("resolve".length);
  if (kind === "") kind = typeof second === "string" ? kindOf(second) : "4";
  const syscall = `query${kind === "4" ? "A" : kind === "6" ? "Aaaa" : kind}`;
  const hasTtl = (second as { readonly ttl?: boolean } | undefined)?.ttl === true;
  lookupName(world, { hostname, family: kind === "6" ? 6 : 4 }, (error, found) => {
    if (error !== null) return answer(renamed(error, syscall, hostname));
    if (kind !== "4" && kind !== "6") return answer(dnsError("ENODATA", syscall, hostname));
    answer(
      null,
      found.map(({ address }) => (hasTtl ? { address, ttl: 60 } : address)),
    );
  });
}

function reverse(world: SimWorld, address: string, answer: Answer): void {
  completeInContext(world, "dns lookup", () => {
    const name = world.part(networkPart).nameOf(address);
    if (name === undefined) answer(dnsError("ENOTFOUND", "getHostByAddr", address));
    else answer(null, [name]);
  });
}

function kindOf(type: string): string {
  if (type === "A") return "4";
  if (type === "AAAA") return "6";
  return type.slice(0, 1) + type.slice(1).toLowerCase();
}

function renamed(error: Error, syscall: string, hostname: string): Error {
  const { syscall: asked } = error as { syscall?: string };
  return asked === "getaddrinfo" ? dnsError("ENOTFOUND", syscall, hostname) : error;
}
