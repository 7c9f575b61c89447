// The shop's own service: orders and refunds. It listens on the port that it is given.
import { createServer } from "node:http";

const orders = new Map([
  ["A17", { id: "A17", amount: 40, state: "delivered" }],
  ["B23", { id: "B23", amount: 12, state: "on its way" }],
]);

createServer((request, response) => {
  let body = "";
  request.on("data", (piece) => (body += piece));
  request.on("end", () => {
    const [status, data] = answer(request.url ?? "", body);
    response.writeHead(status, { "content-type": "application/json" });
    response.end(JSON.stringify(data));
  });
}).listen(Number(process.env.PORT ?? 8080), "127.0.0.1");

function answer(path, body) {
  if (path === "/refunds") {
    const { order, amount } = JSON.parse(body);
    return [201, { refunded: true, order, amount }];
  }
  const order = orders.get(path.replace("/orders/", ""));
  return order === undefined ? [404, { error: "no such order" }] : [200, order];
}
