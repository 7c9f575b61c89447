import { fuzz } from "gauntlet";

/** Fields with a tag, a length and as many bytes; two of them have to be there. */
export default fuzz("tagged fields", (data) => {
  let user = "";
  let level = 0;
  let at = 0;
  while (at + 2 <= data.length) {
    const tag = data[at] ?? 0;
    const length = data[at + 1] ?? 0;
    const value = data.subarray(at + 2, at + 2 + length);
    if (value.length !== length) return;
    if (tag === 0x21) user = Buffer.from(value).toString("latin1");
    else if (tag === 0x42 && length === 2) level = ((value[0] ?? 0) << 8) | (value[1] ?? 0);
    else return;
    at += 2 + length;
  }
  if (user === "root" && level === 0x1234) throw new Error("reached");
});
