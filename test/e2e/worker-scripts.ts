/** A worker that keeps values and answers JSON lines. */
export const kvScript = `
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
let values = {};
let requests = 0;
const answers = {
  put: ({ key, value }) => ((values[key] = value), { ok: true }),
  get: ({ key }) => ({ value: values[key] ?? null }),
  reset: () => ((values = {}), { ok: true }),
  count: () => ({ requests }),
  long: ({ value }) => ({ text: "x".repeat(value) }),
  crash: () => (console.error("out of luck"), process.exit(3)),
  hang: () => undefined,
  pids: () => ({ pids: [process.pid, spawn("sleep", ["600"], { stdio: "ignore" }).pid] }),
};
for await (const line of createInterface({ input: process.stdin })) {
  const request = JSON.parse(line);
  requests += 1;
  const answer = answers[request.op](request);
  if (answer !== undefined) console.log(JSON.stringify(answer));
}
`;

/** A worker that counts over HTTP and says on which port. */
export const httpScript = `
import { createServer } from "node:http";
let count = 0;
const server = createServer((request, response) => {
  if (request.url === "/hang") return;
  if (request.method === "POST") count += 1;
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify({ count }));
});
server.listen(Number(process.env.PORT), () => console.log("ready on http://127.0.0.1:" + server.address().port));
`;
