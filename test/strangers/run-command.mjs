import { spawn } from "node:child_process";

const timeMsMax = 400_000;

/** Runs a command in a folder; gives its exit code, what it printed and how long it took. */
export function runCommand([program, ...words], { cwd, env = {}, timeMs = timeMsMax }) {
  const beginMs = Date.now();
  return new Promise((resolve, reject) => {
    const child = spawn(program, words, {
      cwd,
      env: { ...plainEnvironment(), ...env },
      stdio: ["ignore", "pipe", "pipe"],
      timeout: timeMs,
      killSignal: "SIGKILL",
    });
    let [out, all] = ["", ""];
    child.stdout.on("data", (chunk) => {
      out += chunk;
      all += chunk;
    });
    child.stderr.on("data", (chunk) => (all += chunk));
    child.on("error", reject);
    child.on("close", (code) =>
      resolve({ code, out, all, seconds: (Date.now() - beginMs) / 1_000 }),
    );
  });
}

// --- inside ---

/** Without what `npm run` and test runners tell their own children. */
function plainEnvironment() {
  const own = Object.entries(process.env).filter(
    ([name]) => !/^(npm_(?!config_(registry|cache|userconfig)$)|VITEST|NODE_|INIT_CWD)/i.test(name),
  );
  return {
    ...Object.fromEntries(own),
    CI: "true",
    NO_COLOR: "1",
    npm_config_update_notifier: "false",
  };
}
