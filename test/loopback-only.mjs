// Loaded into every process of the tests: whoever connects to anything but this machine fails.
import net from "node:net";

const connect = net.Socket.prototype.connect;
const local = /^(?:localhost|127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+|0\.0\.0\.0|::)$/u;

net.Socket.prototype.connect = function (...args) {
  const [first] = Array.isArray(args[0]) ? args[0] : args;
  const to = typeof first === "object" && first !== null ? first : { port: first, host: args[1] };
  const host = typeof to.host === "string" ? to.host : "localhost";
  // Agents of node:http name no path by null.
  if (typeof to.path !== "string" && !local.test(host)) {
    throw new Error(`a test reaches beyond this machine: ${host}:${to.port}`);
  }
  return connect.apply(this, args);
};
