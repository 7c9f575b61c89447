import { createHash } from "node:crypto";
import { gunzipSync, gzipSync } from "node:zlib";
import { chainNext, chainStart, chainText } from "../../compiled/kernel/values/chain.js";

/**
 * Writes the chain and the digest of a trace or a recording again after it was damaged, as one who
 * forges it would do: so that more than the chain is looked at. The end line is the last one.
 */
export function resigned(bytes, digestKey) {
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  let text;
  try {
    text = (isGzip ? gunzipSync(bytes, { maxOutputLength: 2 ** 24 }) : bytes).toString("utf8");
  } catch {
    return bytes;
  }
  const lines = text.split("\n").filter((line) => line !== "");
  let link = chainStart;
  const hash = createHash("sha256");
  const out = [];
  const add = (body) => {
    link = chainNext(link, body);
    const line = `${body.slice(0, -1)},"link":"${chainText(link)}"}\n`;
    out.push(line);
    return line;
  };
  for (const line of lines.slice(0, -1)) hash.update(add(line.replace(linkEnd, "}")));
  const last = lines.at(-1)?.replace(linkEnd, "}") ?? "";
  add(last.replace(digestOf(digestKey), (_, before) => `${before}${hash.digest("hex")}"`));
  const whole = Buffer.from(out.join(""));
  return isGzip ? gzipSync(whole) : whole;
}

// --- inside ---

const linkEnd = /,"link":"[0-9a-f]{8}"\}$/u;

function digestOf(key) {
  return new RegExp(`("${key}":")[0-9a-f]*"`, "u");
}
