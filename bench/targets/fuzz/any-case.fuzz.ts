import { fuzz } from "gauntlet";

const methods = new Map([["subscribe", 1]]);

/** A header, in upper or lower case. */
export default fuzz({
  name: "any case",
  input: "text",
  run: (text) => {
    const [name = "", value = ""] = text.split("=");
    if (name.trim().toLowerCase() !== "x-method") return;
    if (methods.has(value.toLowerCase())) throw new Error("reached");
  },
});
