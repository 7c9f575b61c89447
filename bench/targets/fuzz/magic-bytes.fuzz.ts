import { fuzz } from "gauntlet";

export default fuzz("magic bytes", (data) => {
  if (data.length < 8) return;
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  if (view.getUint32(0) !== 0x89504e47) return;
  if (view.getUint32(4, true) === 0x0a1a0a0d) throw new Error("reached");
});
