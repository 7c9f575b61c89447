import { fuzz } from "gauntlet";

/** A message with a version, a list and a word deep inside of it. */
export default fuzz({
  name: "json record",
  input: "text",
  run: (text) => {
    let message;
    try {
      message = JSON.parse(text);
    } catch {
      return;
    }
    if (message === null || typeof message !== "object") return;
    if (message.version !== 3 || !Array.isArray(message.items)) return;
    for (const item of message.items) {
      if (item?.meta?.action === "purge" && item.count > 1_000) throw new Error("reached");
    }
  },
});
