import { fuzz } from "gauntlet";

/** The last two bytes are a checksum of all before them. */
export default fuzz("checksum gate", (data) => {
  if (data.length < 6) return;
  const end = data.length - 2;
  let [low, high] = [1, 0];
  for (const byte of data.subarray(0, end)) {
    low = (low + byte) % 251;
    high = (high + low) % 251;
  }
  if (data[end] !== low) return;
  if (data[end + 1] !== high) return;
  if (data[0] === 0x2a) throw new Error("reached");
});
