// Ways from a run to the host, each as a function that tries it. `load` gives a builtin module, so
// that a CommonJS package and an ES module try the same. What a route would leave behind has a name
// that begins with `route-`; a route that this Node does not have is left out.
"use strict";

/** The routes that must be refused, by the name that the refusal must give. */
exports.refusedRoutes = (load) => ({
  ...ofFiles(load),
  ...ofNetwork(load),
  ...ofProcesses(load),
  ...ofEngine(load),
});

/** Routes that must be answered in memory, and touch nothing. */
exports.simulatedRoutes = (load) => {
  const fs = load("fs");
  const net = load("net");
  const missing = (call) =>
    new Promise((resolve, reject) => {
      call((error, found) => {
        if (error) resolve(error.code);
        else reject(new Error(`found ${JSON.stringify(found)}`));
      });
    });
  const failing = (emitter) =>
    new Promise((resolve) => {
      emitter.on("error", (error) => resolve(error.code));
    });
  const dns = load("dns");
  return without({
    "process.umask": () => process.umask(0o22),
    "process.chdir": () => process.chdir("/"),
    "fs.writeFileSync": () => fs.writeFileSync("route-file", "x"),
    "fs.writeFileSync of a Buffer": () => fs.writeFileSync(Buffer.from("route-file"), "x"),
    "fs.writeFileSync of a URL": () =>
      fs.writeFileSync(load("url").pathToFileURL("route-file"), "x"),
    "fs.promises.writeFile": () => fs.promises.writeFile("route-file", "x"),
    "fs.createWriteStream": () => finished(fs.createWriteStream("route-file").end("x")),
    "fs.mkdirSync": () => fs.mkdirSync("route-folder", { recursive: true }),
    "fs.mkdtempSync": () => fs.mkdtempSync("route-folder-"),
    "fs.mkdtempDisposableSync":
      fs.mkdtempDisposableSync && (() => fs.mkdtempDisposableSync("route-folder-").remove()),
    "fs.promises.mkdtempDisposable":
      fs.promises.mkdtempDisposable &&
      (async () => (await fs.promises.mkdtempDisposable("route-folder-")).remove()),
    "fs.Utf8Stream":
      fs.Utf8Stream &&
      (() => {
        const stream = new fs.Utf8Stream({ dest: "route-file", sync: true });
        stream.write("x");
        stream.flushSync();
        stream.destroy();
      }),
    "fs.rmSync": () => fs.rmSync("package.json"),
    "fs.renameSync": () => fs.renameSync("package.json", "route-moved"),
    "fs.symlinkSync": () => fs.symlinkSync("package.json", `route-link-${Math.random()}`),
    "fs.cpSync": () => fs.cpSync("package.json", "route-copy", { force: true }),
    "net.connect to a port": () => failing(net.connect(1, "127.0.0.1")),
    "net.connect to a text port": () => failing(net.connect("1")),
    "net.connect to a pipe": () => failing(net.connect("/route-pipe")),
    "net.connect to no pipe": () => failing(net.connect({ path: "" })),
    "net.connect to a host that is an object": () =>
      failing(net.connect({ port: 1, host: { toString: () => "127.0.0.1" } })),
    "http.get": () => failing(load("http").get("http://127.0.0.1:1/")),
    "https.get": () => failing(load("https").get("https://127.0.0.1:1/")),
    "tls.connect": () => failing(load("tls").connect(1, "127.0.0.1")),
    fetch: () => fetch("http://127.0.0.1:1/").catch(() => {}),
    WebSocket:
      globalThis.WebSocket &&
      (() =>
        new Promise((resolve) => {
          new WebSocket("ws://127.0.0.1:1/").addEventListener("error", resolve);
        })),
    "net.Server.listen": () =>
      new Promise((resolve) => {
        const server = net.createServer().listen(0, () => server.close(resolve));
      }),
    "dns.lookup": () => missing((done) => dns.lookup("route.example", done)),
    "dns.resolveTxt": () => missing((done) => dns.resolveTxt("route.example", done)),
    "dns.resolveTlsa":
      dns.resolveTlsa && (() => missing((done) => dns.resolveTlsa("route.example", done))),
    "dns.Resolver.resolve4": () =>
      missing((done) => new dns.Resolver().resolve4("route.example", done)),
    "process.kill of a text": () => failsWith("ESRCH", () => process.kill("1", 0)),
    "process.kill of a boxed number": () => failsWith("ESRCH", () => process.kill(Object(1), 0)),
    "process._kill": () => process._kill(1, 0),
    "child_process.spawn": () => failing(load("child_process").spawn("true")),
    "child_process.execFileSync": () => load("child_process").execFileSync("true"),
    "process.stdin": () =>
      new Promise((resolve) => {
        if (process.stdin.readableEnded) resolve();
        else process.stdin.resume().on("end", resolve);
      }),
    FinalizationRegistry: () => new FinalizationRegistry(() => {}).register({}, 1),
    localStorage: () => {
      if (typeof localStorage === "object") localStorage.setItem("route", "x");
    },
  });
};

// --- inside ---

function ofFiles(load) {
  const fs = load("fs");
  const sqlite = optional(load, "sqlite");
  const module = load("module");
  const { WASI } = load("wasi");
  const { report } = process;
  return without({
    "process.report.writeReport": () => report.writeReport("route-report.json"),
    "process.report.directory": () => (report.directory = process.cwd()),
    "process.report.reportOnUncaughtException": () => (report.reportOnUncaughtException = true),
    "v8.writeHeapSnapshot": () => load("v8").writeHeapSnapshot("route-heap"),
    "v8.setHeapSnapshotNearHeapLimit": () => load("v8").setHeapSnapshotNearHeapLimit(1),
    "v8.takeCoverage": () => load("v8").takeCoverage(),
    "trace_events.createTracing": () =>
      load("trace_events")
        .createTracing({ categories: ["node"] })
        .enable(),
    "wasi.WASI": () => new WASI({ version: "preview1", preopens: { "/": process.cwd() } }),
    "sqlite.DatabaseSync": sqlite && (() => new sqlite.DatabaseSync("route-db")),
    "module.enableCompileCache":
      module.enableCompileCache && (() => module.enableCompileCache("route-cache")),
    "module.register": () => module.register("./route-hooks.mjs", "file:///"),
    "fs.openAsBlob": () => fs.openAsBlob("package.json"),
    "fs.statfs": () => fs.statfs("/", () => {}),
    "fs.promises.statfs": () => fs.promises.statfs("/"),
  });
}

function ofNetwork(load) {
  const dgram = load("dgram");
  const net = load("net");
  const tty = load("tty");
  return without({
    "dgram.createSocket": () => dgram.createSocket("udp4").send("x", 9, "127.0.0.1"),
    "dgram.Socket": () => new dgram.Socket("udp4").send("x", 9, "127.0.0.1"),
    "dgram.Socket of an instance": () => {
      const Socket = dgram.Socket.prototype.constructor;
      new Socket("udp4").bind();
    },
    "dgram._createSocketHandle":
      dgram._createSocketHandle && (() => dgram._createSocketHandle("127.0.0.1", 0, "udp4")),
    "net._createServerHandle": () => net._createServerHandle("127.0.0.1", 0, 4),
    "net.Server.prototype._listen2": () =>
      net.createServer()._listen2("127.0.0.1", 0, 4, 1, undefined),
    "net.Server.prototype._listen2 by a descriptor": () => net.createServer().listen({ fd: 0 }),
    "net.BoundSocket": net.BoundSocket && (() => new net.BoundSocket({ port: 0 })),
    "net.Socket": () => new net.Socket({ fd: 0 }),
    "tty.ReadStream": () => new tty.ReadStream(0),
    "tty.WriteStream": () => new tty.WriteStream(1),
    "dns.lookupService": () => load("dns").lookupService("127.0.0.1", 22, () => {}),
    "dns.promises.lookupService": () => load("dns").promises.lookupService("127.0.0.1", 22),
  });
}

function ofProcesses(load) {
  const threads = load("worker_threads");
  return without({
    "process.binding": () => process.binding("fs"),
    "process.dlopen": () => process.dlopen({ exports: {} }, "route.node"),
    "process.dlopen by require": () => load("module").createRequire("/")(process.env.ROUTE_ADDON),
    "process.execve": process.execve && (() => process.execve("/bin/true", ["true"], {})),
    "process._debugProcess": () => process._debugProcess(1),
    "process.setuid": () => process.setuid(process.getuid()),
    "os.setPriority": () => load("os").setPriority(0, 0),
    "child_process._forkChild": () => load("child_process")._forkChild(0, "json"),
    "cluster.fork": () => load("cluster").fork(),
    "worker_threads.Worker": () => new threads.Worker("1", { eval: true }),
    "worker_threads.locks.request":
      threads.locks && (() => threads.locks.request("route", () => {})),
    "Atomics.wait": () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1),
    "process.finalization.register":
      process.finalization && (() => process.finalization.register({}, () => {})),
  });
}

function ofEngine(load) {
  const inspector = load("inspector");
  const ffi = optional(load, "ffi");
  const empty = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]);
  return without({
    "inspector.open": () => inspector.open(0),
    "inspector.Session": () => new inspector.Session(),
    "inspector/promises.Session": () => new (load("inspector/promises").Session)(),
    "v8.setFlagsFromString": () => load("v8").setFlagsFromString("--trace-gc"),
    "crypto.setEngine": () => load("crypto").setEngine("route-engine"),
    "crypto.generateKeyPair": () =>
      load("crypto").generateKeyPair("rsa", { modulusLength: 512 }, () => {}),
    "WebAssembly.compileStreaming": () => WebAssembly.compileStreaming(new Response(empty)),
    "ffi.dlopen": ffi && (() => ffi.dlopen("libc.so.6", {})),
    "v8.writeHeapSnapshot as a callback": () =>
      Promise.resolve("route-heap").then(load("v8").writeHeapSnapshot),
    "v8.writeHeapSnapshot by a timer": () =>
      new Promise((resolve) => {
        const later = [load("v8").writeHeapSnapshot, 1, "route-heap"];
        Reflect.apply(setTimeout, undefined, later);
        setTimeout(resolve, 5);
      }),
  });
}

function without(routes) {
  return Object.fromEntries(Object.entries(routes).filter(([, route]) => route));
}

function optional(load, name) {
  try {
    return load(name);
  } catch {
    return undefined;
  }
}

function finished(stream) {
  return new Promise((resolve, reject) => {
    stream.on("finish", resolve).on("error", reject);
  });
}

function failsWith(code, call) {
  try {
    call();
  } catch (error) {
    if (error.code === code) return;
    throw error;
  }
  throw new Error(`it did not fail with ${code}`);
}
