import fc from "fast-check";
import { fuzz } from "gauntlet";

const input = fc.record({
  role: fc.constantFrom("guest", "user", "owner"),
  name: fc.string(),
  amount: fc.nat(),
});

export default fuzz({
  name: "typed record",
  input,
  run: ({ role, name, amount }) => {
    if (role === "owner" && name.startsWith("#") && amount > 1_000_000) throw new Error("reached");
  },
});
