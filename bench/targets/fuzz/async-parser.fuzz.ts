import { fuzz } from "gauntlet";

async function kindOf(byte: number): Promise<string> {
  return byte > 0x7f ? "binary" : "text";
}

/** Waits for promises, and for nothing else. */
export default fuzz("asynchronous parser", async (data) => {
  const [first = 0] = data;
  const kind = await kindOf(first);
  return kind === "text" && data.length > 2 ? kindOf(data[1] ?? 0) : kind;
});
