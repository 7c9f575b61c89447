import { fuzz } from "gauntlet";

function adler32(bytes: Uint8Array): number {
  let [low, high] = [1, 0];
  for (const byte of bytes) {
    low = (low + byte) % 65_521;
    high = (high + low) % 65_521;
  }
  return high * 65_536 + low;
}

/** A word that counts only where the four bytes before it are its checksum, in little endian. */
export default fuzz("adler trailer", (data) => {
  if (data.length < 8) return;
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  if (view.getUint32(0, true) !== adler32(data.subarray(4))) return;
  if (Buffer.from(data.subarray(4, 8)).toString("latin1") === "open") throw new Error("reached");
});
