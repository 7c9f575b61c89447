import { timingSafeEqual } from "node:crypto";
import { fuzz } from "gauntlet";

const [key, tag] = [Buffer.from("d41d8cd98f00b204", "hex"), Buffer.from("signed!!")];

/** Compares bytes with functions of Node. */
export default fuzz("equal bytes", (data) => {
  const bytes = Buffer.from(data);
  if (bytes.length < 16) return;
  if (!bytes.subarray(0, 8).equals(key)) return;
  if (timingSafeEqual(bytes.subarray(8, 16), tag)) throw new Error("reached");
});
