import { fuzz } from "gauntlet";

/** Words behind base64, and hexadecimal digits inside of it. */
export default fuzz({
  name: "encoded payload",
  input: "text",
  run: (text) => {
    const inner = Buffer.from(text, "base64").toString("latin1");
    if (!inner.startsWith("token=")) return;
    if (Buffer.from(inner.slice(6), "hex").toString("latin1") === "letmein") {
      throw new Error("reached");
    }
  },
});
