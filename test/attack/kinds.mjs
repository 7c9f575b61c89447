import { readdirSync } from "node:fs";
import path from "node:path";

/**
 * Every kind of file that the product reads: a file that it wrote itself, and the calls that read
 * it. A call is a command line, or a function of the product where a verb would start a process.
 * `share` says how many of a hundred mutants are of the kind, roughly.
 */
export function kindsOf({ code, agent }) {
  return [...codeKinds(code), ...agentKinds(agent)];
}

// --- inside ---

function codeKinds(project) {
  const { root } = project;
  const verb = verbIn(root);
  const at = (name) => path.join(root, name);
  const [run] = project.runs;
  const config = (file) => [
    verb("env", "--config", file),
    verb("report", "show", run, "--config", file),
  ];
  const load = ["load", root, "inventory.chaos.ts"];
  const cache = path.join(root, ".gauntlet/cache");
  const manifest = at("test/gauntlet-regressions/manifest.json");
  return [
    ...traceKinds(project),
    kind("token", 4, at("token.txt"), [["token"]]),
    kind("config .toml", 6, at("sample.toml"), config("sample.toml")),
    kind("config .yaml", 3, at("sample.yaml"), config("sample.yaml")),
    kind("config .json", 3, at("sample.json"), config("sample.json")),
    kind("scenario .yaml", 6, at("inventory.scenario.yaml"), [["scenario"]]),
    kind("scenario .json", 4, at("sample.scenario.json"), [["scenario"]]),
    ...runKinds(project),
    ...corpusKinds(root),
    kind("regression manifest", 2, manifest, [["manifest", root]]),
    kind("plan cache", 1.5, someFile(path.join(cache, "plans"), ".json"), [["plans", root]]),
    kind("loader cache", 2, someFile(cache, ".json"), [["analysis"]]),
    kind("chaos file", 3, at("inventory.chaos.ts"), [load]),
    kind("source map", 1, at("mapped.js"), [["load", root, "mapped.js"]]),
    kind("tsconfig.json", 2, at("tsconfig.json"), [load]),
    kind("package.json", 2, at("package.json"), [load, verb("env"), verb("init", "--dry-run")]),
    kind(".gitignore", 0.5, at(".gitignore"), [verb("init", "--dry-run")]),
  ];
}

function traceKinds({ root, finding }) {
  const verb = verbIn(root);
  const zipped = path.join(root, ".gauntlet/findings", finding, "trace.jsonl.gz");
  const trace = (file) => [
    verb("trace", "verify", file),
    verb("trace", "show", file),
    verb("trace", "show", file, "--json"),
    verb("trace", "diff", file, "s.jsonl.gz"),
    verb("corpus", "add", file),
  ];
  return [
    kind("trace .jsonl", 12, path.join(root, "t.jsonl"), trace("t.jsonl")),
    kind("trace .jsonl.gz", 12, zipped, [...trace(zipped), verb("trace", "show", finding)]),
  ];
}

function runKinds({ root, runs: [run, other] }) {
  const verb = verbIn(root);
  const file = (name) => path.join(root, ".gauntlet/runs", run, name);
  const reads = [
    verb("report", "show", run),
    verb("report", "show", run, "--format", "json"),
    verb("report", "show", run, "--format", "junit"),
    verb("report", "query", run, "--list-paths"),
    verb("report", "query", run, "--path", ".findings[].id", "--json"),
    verb("report", "flaky", run, other),
    verb("artifacts", "ls", run),
    verb("artifacts", "diff", run, other),
    verb("artifacts", "pack", run, "--out", path.join(root, "out"), "--force"),
    verb("artifacts", "bundle", run, "--out", path.join(root, "out.tar.gz"), "--force"),
  ];
  return [
    kind("run manifest", 5, file("manifest.json"), reads),
    kind("run report.json", 6, file("report.json"), reads),
    kind("run report.txt", 0.5, file("report.txt"), reads),
  ];
}

function corpusKinds(root) {
  const verb = verbIn(root);
  const corpus = path.join(root, ".gauntlet/corpus");
  const subject = { file: "inventory.chaos.ts", exportName: "default" };
  const own = path.join(corpus, "inventory.chaos.ts#default");
  const list = verb("corpus", "list");
  return [
    kind("corpus list", 3, someFile(path.join(own, "lists"), ".gz"), [
      list,
      verb("corpus", "export", path.join(root, "out.corpus")),
      ["lists", corpus, subject],
    ]),
    kind("corpus failure", 2, someFile(own, ".jsonl.gz"), [list, ["corpus", corpus, subject]]),
    kind("corpus swarm", 1.5, someFile(own, "swarm.json"), [["swarm", corpus, subject], list]),
    kind("corpus state", 3, someFile(own, "state.json"), [["state", corpus, subject]]),
    kind("corpus archive", 4, path.join(root, "all.corpus"), [
      verb("corpus", "import", "all.corpus"),
    ]),
  ];
}

function agentKinds({ root, runs }) {
  const verb = verbIn(root);
  const report = path.join(root, ".gauntlet", "runs", runs.at(-1), "report.json");
  const at = (name) => path.join(root, name);
  // Nothing of the configuration matters here, and reading it takes longer than all the rest.
  const plain = ["--config", "plain.toml"];
  const out = ["--output", "out", "--force"];
  const words = ["agent", "certificate", "verify", "certificate.json", ...plain];
  const verify = verb(...words);
  const keyed = verb(...words, "--key", "key.pub.pem");
  return [
    kind("agent config", 3, at("gauntlet.toml"), [
      verb("agent", "contract", "validate"),
      verb("env"),
    ]),
    kind("agent report", 5, report, [
      verb("agent", "replay", "export", "--from-report", report, ...out, ...plain),
      verb("report", "show", runs.at(-1), ...plain),
      verb("report", "show", runs.at(-1), "--format", "junit", ...plain),
    ]),
    kind("agent session", 3, at("session.yaml"), [["session"]]),
    kind("certificate", 3, at("certificate.json"), [verify, keyed]),
    kind("public key", 1, at("key.pub.pem"), [keyed]),
    kind("private key", 1, at("key.pem"), [["key", root, "key.pem"]]),
    kind("mutation lockfile", 3, at("mutations.lock.json"), [["lockfile"]]),
    kind("model answers", 1, at("answers.json"), [["answers"]]),
    kind("model script", 2, at("model.yaml"), [["script"]]),
    kind("agent contract", 2, at("contract.yaml"), [["contract"]]),
    kind("flakestorm.yaml", 2, at("flakestorm.yaml"), [
      verb("agent", "import", "flakestorm.yaml", "--output", "out.toml", "--force"),
    ]),
    kind("recording", 2, at("cassette.jsonl"), [["cassette"]]),
  ];
}

/** The call of a verb in a project. */
function verbIn(root) {
  return (...words) => ["cli", [...words, "--cwd", root]];
}

function kind(name, share, file, calls) {
  return { name, share, file, calls };
}

/** The first file below a folder whose name ends so. */
function someFile(folder, ending, depth = 1) {
  const found = filesIn(folder, depth).find((file) => file.endsWith(ending));
  if (found === undefined) throw new Error(`no sample: nothing ends in ${ending} in ${folder}`);
  return found;
}

function filesIn(folder, depth) {
  const entries = readdirSync(folder, { withFileTypes: true }).toSorted((a, b) =>
    a.name < b.name ? -1 : 1,
  );
  return entries.flatMap((entry) => {
    const file = path.join(folder, entry.name);
    if (entry.isFile()) return [file];
    const isLooked = depth > 1 && entry.isDirectory() && entry.name !== "node_modules";
    return isLooked ? filesIn(file, depth - 1) : [];
  });
}
