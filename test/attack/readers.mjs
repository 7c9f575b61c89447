import { createHash } from "node:crypto";
import { readFileSync, realpathSync, writeFileSync } from "node:fs";
import path from "node:path";

/** Functions of the product that read a file which is at `file`. */
export async function readers(compiled) {
  const of = (name) => import(path.join(compiled, name));
  return { ...(await storeReaders(of)), ...(await codeReaders(of)), ...(await agentReaders(of)) };
}

// --- inside ---

/** What `.gauntlet` and the regressions hold. */
async function storeReaders(of) {
  const { decisionsFromToken } = await of("kernel/decisions/token.js");
  const { readLists } = await of("campaign/corpus/list-store.js");
  const { readCorpus } = await of("store/corpus-store.js");
  const { readSwarm } = await of("campaign/corpus/swarm-memory.js");
  const { readState } = await of("campaign/corpus/saved-state.js");
  const { readManifest } = await of("store/regressions/manifest.js");
  return {
    token: (file) => {
      const text = readFileSync(file, "utf8");
      // A checksum that fits lets the content be looked at, as one who forges a token would do.
      for (const one of [text, resigned(text)]) quietly(() => decisionsFromToken(one));
    },
    lists: (_file, folder, subject) => readLists(folder, subject),
    corpus: (_file, folder, subject) => readCorpus(folder, subject),
    swarm: (_file, folder, subject) => readSwarm(folder, subject),
    state: (_file, folder, subject) => readState(folder, subject),
    manifest: (_file, root) => readManifest(root),
  };
}

/** The user's code, and what is remembered of it. */
async function codeReaders(of) {
  const { readScenario } = await of("subject/scenarios/index.js");
  const { openedStamp } = await of("config/files/store-links.js");
  const { createLoader } = await of("subject/loader/index.js");
  const { createAnalysisCache } = await of("subject/loader/disk-cache.js");
  const { gauntletModule } = await of("runner/worker/gauntlet-module.js");
  const { loadRefusal } = await of("runner/worker/load-refusal.js");
  const { GauntletError } = await of("kernel/errors/gauntlet-error.js");
  const { createPlanCache } = await of("subject/plans/plan-cache.js");
  return {
    scenario: (file) => readScenario(place(file)),
    plans: (file, root) => {
      const entry = restamped(file, openedStamp);
      const key = typeof entry?.key === "string" ? entry.key : "x";
      return createPlanCache(path.dirname(file)).read(key, path.join(root, "src/inventory.ts"));
    },
    analysis: (file) => {
      const entry = restamped(file, openedStamp);
      const key = typeof entry?.key === "string" ? entry.key : path.basename(file, ".json");
      return createAnalysisCache(path.dirname(file))(key, () => ({}));
    },
    load: async (_file, root, name) => {
      const cacheDir = path.join(root, ".gauntlet/cache");
      const substitutes = new Map([["gauntlet", gauntletModule]]);
      const loader = createLoader({ projectRoot: realpathSync(root), cacheDir, substitutes });
      try {
        await loader.prepare(path.join(root, name));
      } catch (thrown) {
        // As a process does that loads a subject: whatever is wrong with it is told of the file.
        throw new GauntletError(loadRefusal(thrown, { projectRoot: root, file: name }, () => []));
      }
    },
  };
}

async function agentReaders(of) {
  const { readSession } = await of("engines/agents/sessions/read-session.js");
  const { readLockfile } = await of("engines/agents/mutations/lockfile.js");
  const { ModelParaphrases } = await of("engines/agents/mutations/model-paraphrase.js");
  const { readScript } = await of("world/wires/upstream/read-script.js");
  const { readCassette } = await of("world/wires/upstream/cassette-file.js");
  const { readContractFile } = await of("config/agent/contract-file.js");
  const { openSigningKey } = await of("engines/agents/certificate/signing-key.js");
  return {
    session: (file) => readSession(place(file)),
    lockfile: (file) => readLockfile(place(file)),
    answers: (file) => ModelParaphrases.open({ model: {}, cache: place(file), env: {} }),
    script: (file) => readScript(place(file)),
    contract: (file) => readContractFile({ ...place(file), root: path.dirname(file) }),
    cassette: (file) => readCassette(place(file)),
    key: (_file, root, name) => openSigningKey({ root, file: name }),
  };
}

function place(file) {
  return { file, shown: path.basename(file) };
}

/**
 * The entry of a cache, if it is one. It was copied here, so it names another folder and would not
 * be read: a stamp that fits lets its content be looked at.
 */
function restamped(file, stampOf) {
  const entry = jsonIn(file);
  if (typeof entry?.stamp !== "string") return entry;
  // As text: what a mutant has made deep can be read, and not be written again.
  const text = readFileSync(file, "utf8");
  const stamp = JSON.stringify(stampOf(path.dirname(file)));
  writeFileSync(
    file,
    text.replace(JSON.stringify(entry.stamp), () => stamp),
  );
  return entry;
}

function jsonIn(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
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
