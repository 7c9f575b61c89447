import { fuzz } from "gauntlet";

interface Order {
  readonly order?: { readonly kind?: string; readonly count?: number };
}

export default fuzz({
  name: "nested JSON keyword",
  input: "text",
  run: (text) => {
    let value: Order | null;
    try {
      value = JSON.parse(text) as Order | null;
    } catch {
      return;
    }
    if (value?.order?.kind === "refund") throw new Error("reached");
  },
});
