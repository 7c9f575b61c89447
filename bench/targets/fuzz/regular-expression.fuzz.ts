import { fuzz } from "gauntlet";

const range = /^bytes=(\d+)-(\d+)$/u;

export default fuzz({
  name: "regular expression",
  input: "text",
  run: (text) => {
    const [, from = "0", to = "0"] = range.exec(text) ?? [];
    if (Number(from) > Number(to)) throw new Error("reached");
  },
});
