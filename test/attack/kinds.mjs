import { createHash } from "node:crypto";
import { readdirSync, readFileSync, realpathSync } from "node:fs";
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

function codeKinds({ root, runs, finding }) {
  const cwd = ["--cwd", root];
  const store = path.join(root, ".gauntlet");
  const corpus = path.join(store, "corpus");
  const subject = { file: "inventory.chaos.ts", exportName: "default" };
  const own = path.join(corpus, "inventory.chaos.ts#default");
  const run = runs.at(0);
  const other = runs.at(1);
  const runFile = (name) => path.join(store, "runs", run, name);
  const verb = (...words) => ["cli", [...words, ...cwd]];
  const zipped = path.join(store, "findings", finding, "trace.jsonl.gz");
  const trace = (file) => [
    verb("trace", "verify", file),
    verb("trace", "show", file),
    verb("trace", "show", file, "--json"),
    verb("trace", "diff", file, "s.jsonl.gz"),
    verb("corpus", "add", file),
  ];
  const config = (file) => [verb("env", "--config", file), verb("report", "show", run, "--config", file)];
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
    kind("trace .jsonl", 12, path.join(root, "t.jsonl"), trace("t.jsonl")),
    kind("trace .jsonl.gz", 12, zipped, [...trace(zipped), verb("trace", "show", finding)]),
    kind("token", 4, path.join(root, "token.txt"), [["token"]]),
    kind("config .toml", 6, path.join(root, "sample.toml"), config("sample.toml")),
    kind("config .yaml", 3, path.join(root, "sample.yaml"), config("sample.yaml")),
    kind("config .json", 3, path.join(root, "sample.json"), config("sample.json")),
    kind("scenario .yaml", 6, path.join(root, "inventory.scenario.yaml"), [["scenario"]]),
    kind("scenario .json", 4, path.join(root, "sample.scenario.json"), [["scenario"]]),
    kind("run manifest", 5, runFile("manifest.json"), reads),
    kind("run report.json", 6, runFile("report.json"), reads),
    kind("run report.txt", 0.5, runFile("report.txt"), reads),
    kind("corpus list", 3, someFile(path.join(own, "lists"), ".gz"), [
      verb("corpus", "list"),
      verb("corpus", "export", path.join(root, "out.corpus")),
      ["lists", corpus, subject],
    ]),
    kind("corpus failure", 2, someFile(own, ".jsonl.gz"), [verb("corpus", "list"), ["corpus", corpus, subject]]),
    kind("corpus swarm", 1.5, someFile(own, "swarm.json"), [["swarm", corpus, subject], verb("corpus", "list")]),
    kind("corpus state", 3, someFile(own, "state.json"), [["state", corpus, subject]]),
    kind("corpus archive", 4, path.join(root, "all.corpus"), [verb("corpus", "import", "all.corpus")]),
    kind("regression manifest", 2, path.join(root, "test/gauntlet-regressions/manifest.json"), [["manifest", root]]),
    kind("plan cache", 1.5, someFile(path.join(store, "cache", "plans"), ".json"), [["plans", root]]),
    kind("loader cache", 2, someFile(path.join(store, "cache"), ".json"), [["analysis"]]),
    kind("chaos file", 3, path.join(root, "inventory.chaos.ts"), [["load", root, "inventory.chaos.ts"]]),
    kind("source map", 1, path.join(root, "mapped.js"), [["load", root, "mapped.js"]]),
    kind("tsconfig.json", 2, path.join(root, "tsconfig.json"), [["load", root, "inventory.chaos.ts"]]),
    kind("package.json", 2, path.join(root, "package.json"), [
      ["load", root, "inventory.chaos.ts"],
      verb("env"),
      verb("init", "--dry-run"),
    ]),
    kind(".gitignore", 0.5, path.join(root, ".gitignore"), [verb("init", "--dry-run")]),
  ];
}

function agentKinds({ root, runs }) {
  const cwd = ["--cwd", root];
  const verb = (...words) => ["cli", [...words, ...cwd]];
  const report = path.join(root, ".gauntlet", "runs", runs.at(-1), "report.json");
  const at = (name) => path.join(root, name);
  // Nothing of the configuration matters here, and reading it takes longer than all the rest.
  const plain = ["--config", "plain.toml"];
  const verify = verb("agent", "certificate", "verify", "certificate.json", ...plain);
  return [
    kind("agent config", 3, at("gauntlet.toml"), [verb("agent", "contract", "validate"), verb("env")]),
    kind("agent report", 5, report, [
      verb("agent", "replay", "export", "--from-report", report, "--output", "out", "--force", ...plain),
      verb("report", "show", runs.at(-1), ...plain),
      verb("report", "show", runs.at(-1), "--format", "junit", ...plain),
    ]),
    kind("agent session", 3, at("session.yaml"), [["session"]]),
    kind("certificate", 3, at("certificate.json"), [
      verify,
      ["cli", [...verify[1], "--key", "key.pub.pem"]],
    ]),
    kind("public key", 1, at("key.pub.pem"), [["cli", [...verify[1], "--key", "key.pub.pem"]]]),
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
  const entries = readdirSync(folder, { withFileTypes: true }).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return entries.flatMap((entry) => {
    const file = path.join(folder, entry.name);
    if (entry.isFile()) return [file];
    const isLooked = depth > 1 && entry.isDirectory() && entry.name !== "node_modules";
    return isLooked ? filesIn(file, depth - 1) : [];
  });
}

/** Functions of the product that read a file which is at `file`. */
export async function readers(dist) {
  const of = (name) => import(path.join(dist, name));
  const { decisionsFromToken } = await of("kernel/token.js");
  const { readScenario } = await of("subject/scenarios/index.js");
  const { readLists } = await of("search/corpus/list-store.js");
  const { readCorpus } = await of("runner/corpus-store.js");
  const { readSwarm } = await of("search/corpus/swarm-memory.js");
  const { readState } = await of("search/corpus/saved-state.js");
  const { readManifest } = await of("runner/keep/manifest.js");
  const { createLoader } = await of("subject/loader/index.js");
  const { createAnalysisCache } = await of("subject/loader/disk-cache.js");
  const { frontDoor } = await of("search/front-door.js");
  const { loadRefusal } = await of("search/load-refusal.js");
  const { GauntletError } = await of("kernel/gauntlet-error.js");
  const { createPlanCache } = await of("subject/plans/plan-cache.js");
  const { readSession } = await of("engines/agents/sessions/read-session.js");
  const { readLockfile } = await of("engines/agents/mutations/lockfile.js");
  const { ModelParaphrases } = await of("engines/agents/mutations/model-paraphrase.js");
  const { readScript } = await of("world/wires/upstream/read-script.js");
  const { readCassette } = await of("world/wires/upstream/cassette-file.js");
  const { readContractFile } = await of("subject/config/contract-file.js");
  const { openSigningKey } = await of("engines/agents/certificate/signing-key.js");
  const place = (file) => ({ file, shown: path.basename(file) });
  return {
    token: (file) => {
      const text = readFileSync(file, "utf8");
      // A checksum that fits lets the content be looked at, as one who forges a token would do.
      for (const one of [text, resigned(text)]) quietly(() => decisionsFromToken(one));
    },
    scenario: (file) => readScenario(place(file)),
    lists: (_file, folder, subject) => readLists(folder, subject),
    corpus: (_file, folder, subject) => readCorpus(folder, subject),
    swarm: (_file, folder, subject) => readSwarm(folder, subject),
    state: (_file, folder, subject) => readState(folder, subject),
    manifest: (_file, root) => readManifest(root),
    plans: (file, root) => {
      const entry = JSON.parse(plain(() => readFileSync(file, "utf8")) ?? "null");
      const cache = createPlanCache(path.dirname(file));
      return cache.read(typeof entry?.key === "string" ? entry.key : "x", path.join(root, "src/inventory.ts"));
    },
    analysis: (file) => {
      const entry = JSON.parse(plain(() => readFileSync(file, "utf8")) ?? "null");
      const key = typeof entry?.key === "string" ? entry.key : path.basename(file, ".json");
      return createAnalysisCache(path.dirname(file))(key, () => ({}));
    },
    load: async (_file, root, name) => {
      const cacheDir = path.join(root, ".gauntlet/cache");
      const substitutes = new Map([["gauntlet", frontDoor]]);
      const loader = createLoader({ projectRoot: realpathSync(root), cacheDir, substitutes });
      try {
        await loader.prepare(path.join(root, name));
      } catch (thrown) {
        // As a process does that loads a subject: whatever is wrong with it is told of the file.
        throw new GauntletError(loadRefusal(thrown, { projectRoot: root, file: name }, () => []));
      }
    },
    session: (file) => readSession(place(file)),
    lockfile: (file) => readLockfile(place(file)),
    answers: (file) => ModelParaphrases.open({ model: {}, cache: place(file), env: {} }),
    script: (file) => readScript(place(file)),
    contract: (file) => readContractFile({ ...place(file), root: path.dirname(file) }),
    cassette: (file) => readCassette(place(file)),
    key: (_file, root, name) => openSigningKey({ root, file: name }),
  };
}

function plain(read) {
  try {
    JSON.parse(read());
    return read();
  } catch {
    return undefined;
  }
}

function quietly(read) {
  try {
    read();
  } catch (thrown) {
    if (thrown?.name !== "GauntletError") throw thrown;
  }
}

function resigned(text) {
  const body = Buffer.from(text.slice(3), "base64url").subarray(0, -4);
  const digest = createHash("sha256").update(body).digest().subarray(0, 4);
  return `g1.${Buffer.concat([body, digest]).toString("base64url")}`;
}
