import { type BuiltinRow, refused } from "./builtin-row.ts";

const connect = "net.Socket.prototype.connect";
const listen = "net.Server.prototype.listen";

/** Whatever talks to other machines, and to sockets of this one. */
export const networkRows: readonly BuiltinRow[] = [
  {
    module: "net",
    is: "simulated",
    names: "Socket.prototype.connect Server.prototype.listen",
  },
  {
    module: "net",
    is: "simulated",
    through: `${connect} ${listen}`,
    names: "connect createConnection createServer Server Socket Stream",
  },
  refused({
    module: "net",
    seam: "network",
    why: "uses a descriptor of the host",
    instead: "connect to a host that `world.serve` mounts",
    names: "Socket Stream",
    when: (_self, [options]) => hasDescriptor(options),
  }),
  refused({
    module: "net",
    seam: "network",
    why: "opens or binds a socket of the host",
    instead: "use `net.connect` and `server.listen`, which are simulated",
    names: "_createServerHandle BoundSocket _TransferredBoundSocket Server.prototype._listen2",
    isOutside: true,
  }),
  refused({
    module: "net",
    seam: "network",
    why: "writes to a socket that was opened before the run",
    instead: "connect in the run",
    names: "Socket.prototype._writeGeneric",
    when: (self) => self !== process.stdout && self !== process.stderr,
  }),
  {
    module: "net",
    is: "pure",
    names: "BlockList SocketAddress _normalizeArgs isIP isIPv4 isIPv6 _setSimultaneousAccepts",
  },
  {
    module: "net",
    is: "pure",
    names: "getDefaultAutoSelectFamily getDefaultAutoSelectFamilyAttemptTimeout",
  },
  {
    module: "net",
    is: "simulated",
    names: "setDefaultAutoSelectFamily setDefaultAutoSelectFamilyAttemptTimeout",
  },
  { module: "tls", is: "simulated", names: "connect" },
  { module: "tls", is: "simulated", through: listen, names: "Server createServer TLSSocket" },
  {
    module: "tls",
    is: "pure",
    names: `SecureContext checkServerIdentity convertALPNProtocols createSecureContext
      createSecurePair getCertificateCompressionAlgorithms getCiphers rootCertificates`,
  },
  {
    module: "tls",
    is: "varies",
    why: "reads the certificates of the host",
    names: "getCACertificates",
  },
  { module: "tls", is: "simulated", names: "setDefaultCACertificates" },
  { module: "_tls_wrap", is: "simulated", names: "connect" },
  { module: "_tls_wrap", is: "simulated", through: listen, names: "Server TLSSocket createServer" },
  refused({
    module: "tty",
    seam: "native",
    why: "opens a terminal of the host",
    instead: "use `process.stdin` and `process.stdout`",
    names: "ReadStream WriteStream",
  }),
  { module: "tty", is: "pure", names: "ReadStream.prototype WriteStream.prototype" },
  { module: "tty", is: "varies", why: "differs between machines", names: "isatty" },
  { module: "_tls_common", is: "pure", names: "*" },
  { module: "http", is: "simulated", through: `${connect} ${listen}`, names: "*" },
  {
    module: "http",
    is: "varies",
    why: "is set for this process, in later runs too",
    names: "setGlobalProxyFromEnv globalAgent=",
  },
  { module: "http", is: "simulated", names: "setMaxIdleHTTPParsers" },
  { module: "https", is: "simulated", through: `${connect} tls.connect`, names: "*" },
  { module: "_http_agent", is: "simulated", through: connect, names: "*" },
  { module: "_http_client", is: "simulated", through: connect, names: "*" },
  { module: "_http_common", is: "pure", names: "*" },
  { module: "_http_incoming", is: "pure", names: "*" },
  { module: "_http_outgoing", is: "pure", names: "*" },
  { module: "_http_server", is: "simulated", through: listen, names: "*" },
  { module: "http2", is: "pure", names: "*" },
  {
    module: "http2",
    is: "simulated",
    through: `${connect} ${listen}`,
    names: "connect createServer createSecureServer performServerHandshake",
  },
  refused({
    module: "dgram",
    seam: "network",
    why: "opens a datagram socket of the host",
    instead: "pass the socket in, and give the test a fake",
    names: "*",
  }),
  {
    module: "dgram",
    is: "pure",
    names: "Socket.prototype.close Socket.prototype.ref Socket.prototype.unref",
  },
  refused({
    module: "quic",
    seam: "network",
    why: "opens a datagram socket of the host",
    instead: "pass the connection in, and give the test a fake",
    names: "*",
  }),
  {
    module: "dns",
    is: "simulated",
    names: `lookup resolve resolve4 resolve6 resolveAny resolveCaa resolveCname resolveMx resolveNaptr
      resolveNs resolvePtr resolveSoa resolveSrv resolveTlsa resolveTxt reverse promises.lookup
      promises.resolve promises.resolve4 promises.resolve6 promises.resolveAny promises.resolveCaa
      promises.resolveCname promises.resolveMx promises.resolveNaptr promises.resolveNs
      promises.resolvePtr promises.resolveSoa promises.resolveSrv promises.resolveTlsa
      promises.resolveTxt promises.reverse`,
  },
  {
    module: "dns",
    is: "simulated",
    through: "dns.Resolver.prototype.resolve4 dns.promises.Resolver.prototype.resolve4",
    names: "Resolver promises.Resolver",
  },
  refused({
    module: "dns",
    seam: "network",
    why: "asks the host's resolver",
    instead: "use `dns.reverse`, which is simulated",
    names: "lookupService promises.lookupService",
    isOutside: true,
  }),
  {
    module: "dns",
    is: "varies",
    why: "differs between machines",
    names: `getServers promises.getServers Resolver.prototype.setServers
      Resolver.prototype.getServers`,
  },
  { module: "dns", is: "pure", names: "getDefaultResultOrder promises.getDefaultResultOrder" },
  {
    module: "dns",
    is: "simulated",
    names: `setDefaultResultOrder setServers promises.setDefaultResultOrder
      promises.setServers`,
  },
  { module: "dns", is: "pure", isExact: true, names: "promises" },
  { module: "globalThis", is: "simulated", names: "fetch" },
  { module: "globalThis", is: "simulated", through: connect, names: "WebSocket @undici" },
  refused({
    module: "globalThis",
    seam: "network",
    why: "talks to the host's network",
    instead: "read the events with `fetch`, which is simulated",
    names: "EventSource",
  }),
];

// --- inside ---

/** A socket over a descriptor or a handle is one of the host. */
function hasDescriptor(options: unknown): boolean {
  if (typeof options === "number") return true;
  if (typeof options !== "object" || options === null) return false;
  const { fd, handle } = options as { readonly fd?: unknown; readonly handle?: unknown };
  return (fd ?? undefined) !== undefined || (handle ?? undefined) !== undefined;
}
