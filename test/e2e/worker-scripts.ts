/** A worker that keeps values and answers JSON lines. */
export const kvScript = `
import { createInterface } from "node:readline";
let values = {};
let requests = 0;
for await (const line of createInterface({ input: process.stdin })) {
  const { op, key, value } = JSON.parse(line);
  requests += 1;
  if (op === "put") values[key] = value;
  if (op === "reset") values = {};
  if (op === "crash") { console.error("out of luck"); process.exit(3); }
  if (op === "hang") continue;
  const answer = op === "get" ? { value: values[key] ?? null } : op === "count" ? { requests } : op === "long" ? { text: "x".repeat(value) } : { ok: true };
  console.log(JSON.stringify(answer));
}
`;
