import type { Node } from "oxc-parser";
import { pathKinds } from "./checks.ts";
import type { CallSite } from "./frame.ts";
import type { SinkKind } from "./sink.ts";
import { type Check, constantText, taintsOf, type Value } from "./value.ts";

/** What a call says about a parameter when its answer is used as a condition. */
export function checksOfCall(site: CallSite, callee: Node): readonly Check[] {
  const { ref, method, receiver, args } = site;
  const [first] = args;
  if (ref !== undefined && numberChecks.has(ref) && first !== undefined) {
    return [check("all", `checked with \`${ref}\``, first)];
  }
  if (ref === "Object.hasOwn" || ref === "Array.isArray") return ownKey(site);
  if (method === undefined || receiver === undefined || first === undefined) return [];
  const object = callee.type === "MemberExpression" ? callee.object : undefined;
  if (receiver.known?.kind === "regex") return regexCheck(receiver.known.source, first);
  if (method === "match" && first.known?.kind === "regex") {
    return regexCheck(first.known.source, receiver);
  }
  switch (method) {
    case "has":
    case "includes":
    case "indexOf":
    case "hasOwnProperty":
      if (object !== undefined && isList(receiver, object)) {
        return [check("all", "checked against a list", first)];
      }
      return method === "hasOwnProperty"
        ? ownKey({ ...site, args: [receiver, first] })
        : contains(receiver, first);
    case "startsWith":
      return startsWith(receiver, first);
    case "endsWith":
      return hostEnd(receiver, first);
    default:
      return [];
  }
}

/** Whether something is a fixed list: it is written in the code, or is named like one. */
export function isList(value: Value, node: Node): boolean {
  if (taintsOf(value).length > 0) return false;
  const { known } = value;
  if (known?.kind === "list") return known.items.length > 0;
  if (known?.kind === "object") return known.fields.size > 0;
  const name = nameOf(node);
  return (
    /allow|valid|known|permit|safe|support|block|deny|forbid|reserved|^[A-Z][A-Z_]+$/i.test(name) &&
    !/^(seen|cache)/i.test(name)
  );
}

// --- inside ---

const numberChecks: ReadonlySet<string> = new Set([
  "Number.isInteger",
  "Number.isSafeInteger",
  "Number.isFinite",
]);

function check(kinds: Check["kinds"], text: string, value: Value): Check {
  return { kinds, text, taints: taintsOf(value), holds: "either way" };
}

/** A key that an object has itself does not lead to its prototype. */
function ownKey({ ref, args }: CallSite): readonly Check[] {
  const [, key] = args;
  if (ref === "Array.isArray" || key === undefined) return [];
  return [check(["prototype pollution"], "checked to be an own key", key)];
}

function regexCheck(source: string, value: Value): readonly Check[] {
  const text = `matches \`/${source}/\``;
  const isWhole = source.startsWith("^") && source.endsWith("$") && !source.includes(".*");
  if (isWhole || source.includes("[^")) return [check("all", text, value)];
  const kinds: SinkKind[] = [];
  if (/[;|&$`]/.test(source) && source.includes("[")) kinds.push("shell", "argv");
  if (source.includes("\\.\\.")) kinds.push(...pathKinds);
  if (/__proto__/.test(source)) kinds.push("prototype pollution");
  if (/^\^https?:.*[^.*]\//.test(source)) kinds.push("ssrf");
  return kinds.length === 0 ? [] : [check(kinds, text, value)];
}

function contains(value: Value, part: Value): readonly Check[] {
  const text = constantText(part);
  if (text === ".." || text === "/" || text === "../") {
    return [check(pathKinds, `refuses \`${text}\``, value)];
  }
  return text === "__proto__" ? [check(["prototype pollution"], "refuses `__proto__`", value)] : [];
}

function startsWith(value: Value, start: Value): readonly Check[] {
  const text = constantText(start);
  if (text === "-") return [check(["argv"], "refuses options", value)];
  if (text !== undefined && /^https?:\/\/[^/]+\/$/.test(text)) {
    return [check(["ssrf"], `starts with \`${text}\``, value)];
  }
  const isFolder = text === undefined || text.length > 1;
  if (value.isResolved !== true || !isFolder) return [];
  return [check(pathKinds, "checked to stay inside its folder", value)];
}

/** `url.hostname.endsWith(".example.com")`; without the dot, `evilexample.com` would do. */
function hostEnd(value: Value, end: Value): readonly Check[] {
  const text = constantText(end);
  return text?.startsWith(".") === true ? [check(["ssrf"], `ends with \`${text}\``, value)] : [];
}

function nameOf(node: Node): string {
  if (node.type === "Identifier") return node.name;
  if (node.type !== "MemberExpression") return "";
  const { property } = node;
  return property.type === "Identifier" || property.type === "PrivateIdentifier"
    ? property.name
    : "";
}
