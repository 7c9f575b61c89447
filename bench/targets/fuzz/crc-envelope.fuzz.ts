import { fuzz } from "gauntlet";

const table = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

function crc32(bytes: Uint8Array): number {
  let crc = 0xffff_ffff;
  for (const byte of bytes) crc = (table[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
  return (crc ^ 0xffff_ffff) >>> 0;
}

/** A magic number, a length, a body and its CRC32. */
export default fuzz("crc envelope", (data) => {
  const bytes = Buffer.from(data);
  if (bytes.length < 12 || bytes.readUInt32LE(0) !== 0x4d415a45) return;
  const length = bytes.readUInt16BE(4);
  if (6 + length + 4 !== bytes.length) return;
  const body = bytes.subarray(6, 6 + length);
  if (bytes.readUInt32BE(6 + length) !== crc32(body)) return;
  if (body[0] === 7 && body[1] === 0x58) throw new Error("reached");
});
