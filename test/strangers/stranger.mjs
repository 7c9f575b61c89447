import { cpSync, mkdirSync, readdirSync, realpathSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { allowAbsent } from "./absent-packages.mjs";
import { measureModules } from "./measure-modules.mjs";
import { managers } from "./projects.mjs";
import { runCommand } from "./run-command.mjs";

const fixtures = fileURLToPath(new URL("./fixtures/", import.meta.url));

/** What is promised about an install; the first two are demanded. */
export const goals = { mb: 30, packages: 12, findingSeconds: 60 };

/** One project of somebody who installs Gauntlet; each step is a sentence that must become true. */
export class Stranger {
  #project;
  #root;
  #tarball;
  #env;
  #replay = [];
  /** What was measured on the way. */
  measured = {};

  constructor(project, { work, tarball }) {
    this.#project = { manager: "npm", inside: ".", folder: project.name, runs: 100, ...project };
    this.#root = join(work, project.name, this.#project.folder);
    this.#tarball = tarball;
    const { manager } = this.#project;
    this.#env = {
      YARN_CACHE_FOLDER: join(work, "yarn-cache"),
      ...(manager === "pnpm" ? { npm_config_store_dir: join(work, "pnpm-store") } : {}),
    };
  }

  /** The steps in their order; where one marked `isNeeded` fails, the others cannot be taken. */
  get steps() {
    return [
      { name: "its own packages are installed", isNeeded: true, take: () => this.#installOwn() },
      { name: "gauntlet is installed", isNeeded: true, take: () => this.#add() },
      { name: "its own tsc is still there", take: () => this.#demandSameTsc() },
      { name: "few and small packages came along", take: () => this.#demandSmall() },
      { name: "its own tsc likes the types", take: () => this.#checkTypes() },
      { name: "what it needs came along", take: () => this.#printSchema() },
      { name: "a first finding is made", take: () => this.#explore() },
      { name: "the finding is replayed", take: () => this.#replayFinding() },
      { name: "the test is red", take: () => this.#demandRed() },
      { name: "the fixed twin is silent", take: () => this.#exploreFixed() },
      { name: "the test is green", take: () => this.#demandGreen() },
      { name: "its own tsc outlives gauntlet", take: () => this.#remove() },
    ];
  }

  async #installOwn() {
    mkdirSync(dirname(this.#root), { recursive: true });
    cpSync(join(fixtures, this.#project.name), this.#root, {
      recursive: true,
      filter: (file) => relative(join(fixtures, this.#project.name), file) !== "fixed",
    });
    if (this.#project.manager === "yarn") this.measured.absent = await allowAbsent(this.#root);
    await this.#demand(managers[this.#project.manager].install, { cwd: this.#root });
    this.measured.before = this.#modules();
    this.measured.tsc = await this.#tsc();
  }

  async #add() {
    const { manager } = this.#project;
    const given = manager === "yarn" ? `file:${this.#tarball}` : this.#tarball;
    const { all, seconds } = await this.#demand([...managers[manager].add, given, "fast-check@4"]);
    this.measured.installSeconds = seconds;
    const warned = all.split("\n").find((line) => /warn.*gauntlet/i.test(line));
    if (warned !== undefined) throw new Error(`the install warns: ${warned}`);
  }

  async #demandSameTsc() {
    const after = await this.#tsc();
    if (after === this.measured.tsc) return;
    throw new Error(`tsc was ${this.measured.tsc} and is ${after}`);
  }

  #demandSmall() {
    const { before } = this.measured;
    const after = this.#modules();
    this.measured.mb = after.mb - before.mb;
    this.measured.packages = after.packages - before.packages;
    const limits = { mb: goals.mb, packages: goals.packages, ...this.#project.limits };
    for (const [name, limit] of Object.entries(limits)) {
      const value = this.measured[name];
      if (value > limit) throw new Error(`${name}: ${value}, at most ${limit}`);
    }
  }

  async #checkTypes() {
    await this.#demand(["npx", "tsc", "--noEmit", "-p", "."]);
  }

  /** The verb with the most of the packages that the build carries. */
  async #printSchema() {
    const ended = await this.#demand(["npx", "gauntlet", "schema"]);
    if (!ended.out.trimStart().startsWith("{")) throw unexpected(ended);
  }

  async #explore() {
    const { chaos, finding, runs } = this.#project;
    const ended = await this.#run(["npx", "gauntlet", "explore", chaos, "--runs", String(runs)]);
    this.measured.findingSeconds = ended.seconds;
    if (ended.code !== 1 || !ended.out.includes(`✗ ${finding}`)) throw unexpected(ended);
    const [, words] = /^ *replay +npx gauntlet (.+)$/m.exec(ended.out) ?? [];
    if (words === undefined) throw unexpected(ended);
    this.#replay = words.split(" ");
  }

  async #replayFinding() {
    if (this.#replay.length === 0) throw new Error("there is no finding to replay");
    const ended = await this.#run(["npx", "gauntlet", ...this.#replay]);
    const isSame = ended.code === 1 && ended.out.includes(`✗ ${this.#project.finding}`);
    if (!isSame) throw unexpected(ended);
  }

  async #demandRed() {
    const { test, finding, red } = this.#project;
    const ended = await this.#run(this.#program(test));
    const isRed = ended.code === 1 && ended.all.includes(`✗ ${finding}`);
    if (!isRed || red?.test(ended.all) === false) throw unexpected(ended);
  }

  async #exploreFixed() {
    const { name, chaos, runs } = this.#project;
    cpSync(join(fixtures, name, "fixed"), this.#root, { recursive: true });
    await this.#demand(["npx", "gauntlet", "explore", chaos, "--runs", String(runs)]);
  }

  async #demandGreen() {
    await this.#demand(this.#program(this.#project.test));
  }

  async #remove() {
    await this.#demand([...managers[this.#project.manager].remove, "gauntlet", "fast-check"]);
    await this.#demandSameTsc();
  }

  #program([program, ...words]) {
    return program === "node" ? [program, ...words] : ["npx", program, ...words];
  }

  /** Which tsc answers, and in which version. */
  async #tsc() {
    const { out } = await this.#demand(["npx", "--no-install", "tsc", "--version"]);
    const place = realpathSync(join(this.#root, this.#project.inside, "node_modules/typescript"));
    return `${out.trim()} in ${relative(realpathSync(this.#root), place)}`;
  }

  #modules() {
    const packages = this.#project.manager === "pnpm" ? join(this.#root, "packages") : undefined;
    const inner = packages === undefined ? [] : readdirSync(packages);
    const places = [this.#root, ...inner.map((name) => join(packages, name))];
    return measureModules(places.map((place) => join(place, "node_modules")));
  }

  #run(words, { cwd = join(this.#root, this.#project.inside) } = {}) {
    return runCommand(words, { cwd, env: this.#env });
  }

  async #demand(words, place) {
    const ended = await this.#run(words, place);
    if (ended.code !== 0) throw unexpected(ended, words);
    return ended;
  }
}

// --- inside ---

const shownMax = 3_000;

function unexpected({ code, all }, words = []) {
  return new Error(`${words.join(" ")} exit ${code}\n${all.trim().slice(-shownMax)}`);
}
