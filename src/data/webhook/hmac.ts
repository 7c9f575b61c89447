import { sha256 } from "../../kernel/values/sha256.ts";
import { joinedBytes } from "../http/http-answer.ts";

/** HMAC-SHA-256 of RFC 2104, in hexadecimal. */
export function hmacSha256(key: Uint8Array, message: Uint8Array): string {
  const block = new Uint8Array(blockLength);
  block.set(key.length > blockLength ? bytesOfHex(sha256(key)) : key);
  const inner = sha256(joinedBytes([block.map((byte) => byte ^ 0x36), message]));
  return sha256(joinedBytes([block.map((byte) => byte ^ 0x5c), bytesOfHex(inner)]));
}

/** The bytes that hexadecimal digits stand for. */
export function bytesOfHex(hex: string): Uint8Array {
  const bytes = new Uint8Array(hex.length / 2);
  for (const at of bytes.keys()) bytes[at] = Number.parseInt(hex.slice(at * 2, at * 2 + 2), 16);
  return bytes;
}

/** Bytes as hexadecimal digits. */
export function hexOfBytes(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Whether a text is so long and has only hexadecimal digits. */
export function isHex(text: string, length: number): boolean {
  return text.length === length && /^[0-9a-f]*$/iu.test(text);
}

// --- inside ---

const blockLength = 64;
