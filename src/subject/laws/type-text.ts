/** The type of a value in one word: `number`, `null`, `array`, `Date`. */
export function typeText(value: unknown): string {
  if (value === null) return "null";
  if (typeof value !== "object") return typeof value;
  if (Array.isArray(value)) return "array";
  try {
    const maker: unknown = Reflect.get(value, "constructor");
    const name: unknown = typeof maker === "function" ? maker.name : "";
    return typeof name === "string" && name !== "" && name !== "Object" ? name : "object";
  } catch {
    return "object"; // a proxy that throws when it is asked
  }
}
