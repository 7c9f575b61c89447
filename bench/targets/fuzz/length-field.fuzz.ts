import { fuzz } from "gauntlet";

/** Two blocks, each after its length. */
export default fuzz("length field", (data) => {
  const [first = 0] = data;
  if (first < 3) return;
  const second = data[1 + first] ?? 0;
  if (second < 2) return;
  if (data.length !== 2 + first + second) return;
  if (data[1] === 0x66 && data[2 + first] === 0x67) throw new Error("reached");
});
