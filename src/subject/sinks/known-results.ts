import { pathKinds } from "./checks.ts";
import type { CallSite } from "./frame.ts";
import { elementOf } from "./read-field.ts";
import {
  eitherOf,
  joinTexts,
  nothing,
  refValue,
  type Safety,
  spreadField,
  taintsOf,
  textValue,
  type Value,
  withSafety,
} from "./value.ts";

/** What a call of the platform or of a package gives, as far as parameters are in it. */
export function resultOf(site: CallSite): Value {
  const { ref = "", args } = site;
  const name = ref.replace(/^path\.(posix|win32)\./, "path.").replace(/^(globalThis|window)\./, "");
  const [first = nothing] = args;
  const safety = safeties.get(name);
  if (safety !== undefined) return withSafety(textOf(args), safety);
  if (numbers.has(name)) return nothing;
  if (passing.has(name)) return asText(first);
  const made = madeBy(name, args);
  if (made !== undefined) return made;
  if (cleaning.test(name.slice(name.lastIndexOf(".") + 1))) {
    return withSafety(textOf(args), { kinds: "all", text: `\`${name}\`` });
  }
  return name === "" ? nothing : refValue(site.isNew ? `${name}#` : `${name}()`);
}

/** What a method of a text or a list gives. */
export function methodResult(site: CallSite): Value {
  const { method = "", receiver = nothing, args } = site;
  const [first = nothing] = args;
  if (textMethods.has(method)) {
    const isPadded = method === "concat" || method.startsWith("pad");
    if (receiver.known?.kind === "list") return listResult(receiver, method, args);
    return isPadded ? joinTexts([receiver, ...args]) : bare(receiver);
  }
  if (method === "replace" || method === "replaceAll") return replaced(receiver, args);
  if (method === "join") return joinList(receiver, first);
  if (method === "split") return { taints: [], known: { kind: "list", items: [bare(receiver)] } };
  if (listMethods.has(method)) return listResult(receiver, method, args);
  return nothing;
}

/** Adds to a list that the code goes on to use. */
export function addToList({ method, receiver, args }: CallSite): void {
  if (receiver?.known?.kind !== "list") return;
  if (method === "push" || method === "unshift") receiver.known.items.push(...args);
}

// --- inside ---

const cleaning = /sanit|escape|quote|slugify|basename/i;

const numbers: ReadonlySet<string> = new Set(
  "Number parseInt parseFloat Number.parseInt Number.parseFloat BigInt Boolean isNaN".split(" "),
);

/** What gives back its first argument, as far as a text in it is concerned. */
const passing: ReadonlySet<string> = new Set(
  (
    "String JSON.stringify JSON.parse Buffer.from decodeURIComponent decodeURI encodeURI " +
    "structuredClone Object.keys Object.values Object.entries Object.fromEntries Array.from " +
    "Object.freeze Promise.resolve util.inspect url.fileURLToPath url.pathToFileURL " +
    "util.promisify " +
    "path.dirname path.extname " +
    "Promise.all new.Set new.Map new.String Set Map"
  ).split(" "),
);

const shellSafe: Safety["kinds"] = ["shell", "argv"];

const safeties: ReadonlyMap<string, Safety> = new Map([
  ["path.basename", { kinds: pathKinds, text: "`path.basename`" }],
  ["encodeURIComponent", { kinds: ["ssrf", ...pathKinds], text: "`encodeURIComponent`" }],
  ["shell-quote.quote", { kinds: shellSafe, text: "`shell-quote`" }],
  ["shell-escape", { kinds: shellSafe, text: "`shell-escape`" }],
  ["shlex.quote", { kinds: shellSafe, text: "`shlex`" }],
  ["RegExp.escape", { kinds: ["redos"], text: "`RegExp.escape`" }],
  ["escape-string-regexp", { kinds: ["redos"], text: "`escape-string-regexp`" }],
  ["lodash.escapeRegExp", { kinds: ["redos"], text: "`escapeRegExp`" }],
  ["pg-format", { kinds: ["sql"], text: "`pg-format`" }],
] satisfies [string, Safety][]);

const textMethods: ReadonlySet<string> = new Set(
  (
    "trim trimStart trimEnd toLowerCase toUpperCase toString slice substring substr normalize " +
    "concat padStart padEnd repeat valueOf at charAt toWellFormed"
  ).split(" "),
);

const listMethods: ReadonlySet<string> = new Set(
  (
    "map filter flat flatMap find findLast pop shift reverse toReversed sort toSorted values " +
    "keys entries get"
  ).split(" "),
);

function madeBy(name: string, args: readonly Value[]): Value | undefined {
  switch (name) {
    case "path.join":
      return joinTexts(args, "/");
    case "path.resolve":
    case "path.normalize":
    case "path.relative":
      return { ...joinTexts(args, "/"), isResolved: true };
    case "fs.realpathSync":
    case "fs.promises.realpath":
      return { ...bare(args[0] ?? nothing), isResolved: true };
    case "util.format":
      return joinTexts(args);
    case "Object.assign":
      return eitherOf(args);
    case "Array.of":
      return { taints: [], known: { kind: "list", items: [...args] } };
    case "URL":
    case "url.URL":
      return urlOf(args);
    case "Object.create":
      return { taints: [], known: { kind: "object", fields: new Map() } };
    default:
      return undefined;
  }
}

/** A relative address against a base: only where it starts can it lead to another host. */
function urlOf([address = nothing, base]: readonly Value[]): Value {
  const whole = joinTexts([address]);
  const parts = whole.known?.kind === "text" ? whole.known.parts : [];
  const start = parts[0];
  const isRelative = typeof start === "string" && /^(\.{0,2}\/)?[^/:]/.test(start);
  const all = isRelative && base !== undefined ? joinTexts([base, textValue("/"), whole]) : whole;
  const known = all.known?.kind === "text" ? all.known.parts : parts;
  return { taints: [], known: { kind: "url", parts: known } };
}

function replaced(receiver: Value, [pattern = nothing]: readonly Value[]): Value {
  const value = bare(receiver);
  const { known } = pattern;
  if (known?.kind !== "regex") return value;
  const { source } = known;
  const text = `replaces \`/${source}/\``;
  if (/^\[\^[^\]]*\][+*]?$/.test(source)) return withSafety(value, { kinds: "all", text });
  if (/[*+?]/.test(source) && source.includes("\\]") && source.includes("(")) {
    return withSafety(value, { kinds: ["redos", "shell"], text });
  }
  return /['"]/.test(source) ? withSafety(value, { kinds: ["shell", "sql"], text }) : value;
}

function joinList(receiver: Value, between: Value): Value {
  const { known } = receiver;
  if (known?.kind !== "list") return bare(receiver);
  const [separator] = between.known?.kind === "text" ? between.known.parts : [","];
  return joinTexts(known.items, typeof separator === "string" ? separator : ",");
}

function listResult(receiver: Value, method: string, args: readonly Value[]): Value {
  const { known } = receiver;
  if (known?.kind !== "list") return { taints: taintsOf(receiver) };
  if (method === "concat") {
    const added = args.flatMap((one) => (one.known?.kind === "list" ? one.known.items : [one]));
    return { taints: [], known: { kind: "list", items: [...known.items, ...added] } };
  }
  if (/^(pop|shift|find|findLast|at|get)$/.test(method)) return elementOf(receiver);
  return { taints: [], known: { kind: "list", items: [...known.items] } };
}

/** The same text, of which no more is known than whose it is. */
function bare(value: Value): Value {
  const { known } = value;
  if (known?.kind === "ref") return { taints: value.taints };
  return known?.kind === "object" || known?.kind === "list" ? { taints: taintsOf(value) } : value;
}

function asText(value: Value): Value {
  const { known } = value;
  if (known?.kind === "object" && !known.fields.has(spreadField))
    return { taints: taintsOf(value) };
  return value;
}

function textOf(args: readonly Value[]): Value {
  return { taints: args.flatMap((one) => taintsOf(one)) };
}
