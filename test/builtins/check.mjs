// Holds every name of this Node's builtins to the table in src/world/builtins: each is known, what
// is said to be replaced or guarded is so, what is refused throws when it is called in a run, and
// nothing leads around it. Runs with any Node: `npx -y node@24 test/builtins/check.mjs`. Prints
// JSON; exit 1 if anything is wrong.
import process from "node:process";
import { refusedNames, rowOf } from "../../compiled/world/builtins/builtin-table.js";
import { everyBuiltin } from "../../compiled/world/builtins/walk-builtins.js";

const write = process.stdout.write.bind(process.stdout);
// `--plant=fs.name`: as if this Node had one more function, to see that it is found.
const planted = process.argv.find((word) => word.startsWith("--plant="))?.slice("--plant=".length);
if (planted !== undefined) {
  const [into, key] = planted.split(".");
  process.getBuiltinModule(`node:${into}`)[key] = function unheardOf() {};
}

const before = everyBuiltin();
const { installWorld } = await import("../../compiled/world/install.js");
const { isGuard } = await import("../../compiled/world/builtins/install-guards.js");
const { installMachine } = await import("../../compiled/world/machine/install-machine.js");
installWorld();
installMachine();
const after = everyBuiltin();

const problems = {
  unknown: [], // a name that the table does not have
  notTold: [], // replaced by us, and the table does not say so
  notReplaced: [], // said to be simulated, and still Node's own
  notGuarded: [], // said to be refused, and still Node's own
  notRefused: [], // guarded, and did not throw
  leadsAround: [], // another name for what is behind a stand-in
};
const counts = {};
const originals = new Map();
const refusedCalls = [];
const inSomeCases = new Set(
  refusedNames.filter(({ row }) => row.when).map(({ name, row }) => `${row.module}.${name}`),
);
const old = new Map(before.map((name) => [name.path, name]));

for (const name of before) {
  const named = rowOf(name.path);
  if (named === undefined) problems.unknown.push(name.path);
  else judge(name, named);
}
for (const { path, value } of after) {
  const around = originals.get(value);
  if (around !== undefined) problems.leadsAround.push(`${path} is ${around} itself`);
}
await callRefused();

const plantedIsRefused = planted && isGuard(valueNow(old.get(planted)));
const report = { node: process.version, names: before.length, counts, problems, plantedIsRefused };
write(`${JSON.stringify(report, null, 1)}\n`);
process.exitCode = Object.values(problems).every((list) => list.length === 0) ? 0 : 1;

function judge(name, { name: listed, row }) {
  counts[row.is] = (counts[row.is] ?? 0) + 1;
  const isListed = name.path === `${row.module}.${listed}`;
  const isReplaced = isOther(name.path);
  if (row.is === "simulated" && row.through === undefined && isListed) {
    if (!isReplaced) problems.notReplaced.push(name.path);
    originals.set(name.value, name.path);
  }
  for (const part of row.through?.trim().split(/\s+/) ?? []) {
    if (!isOther(part)) problems.notReplaced.push(`${name.path} through ${part}`);
  }
  const isGone = valueNow(name) === undefined; // a getter that puts its value in its place
  const isTold = ["simulated", "refused"].includes(row.is) || isGone || inSomeCases.has(name.path);
  if (!isTold && isReplaced) problems.notTold.push(name.path);
  const isActing = isListed || (name.slot === "value" && !name.path.endsWith("@hasInstance"));
  if (row.is !== "refused" || !isActing) return;
  if (isGuard(valueNow(name))) refusedCalls.push(name);
  else problems.notGuarded.push(name.path);
  originals.set(name.value, name.path);
}

/** Calls what is refused, with nothing, in a run that refuses: it must say no before it acts. */
async function callRefused() {
  const { activateWorld } = await import("../../compiled/world/active-world.js");
  const { EscapeError, listenToEscapes } = await import("../../compiled/world/escapes.js");
  const { SimWorld } = await import("../../compiled/world/sim-world.js");
  listenToEscapes(({ call }) => new EscapeError(`no ${call}`));
  for (const name of refusedCalls) {
    activateWorld(new SimWorld({}, { latencyUsMax: 0 }));
    let thrown;
    try {
      // None of those that are refused in some cases only is harmless when called on nothing.
      const [self, args] = rowOf(name.path).row.when === undefined ? [name.holder, []] : [{}, [{}]];
      Reflect.apply(valueNow(name), self, args);
    } catch (error) {
      thrown = error;
    } finally {
      activateWorld(undefined);
    }
    if (!(thrown instanceof EscapeError)) problems.notRefused.push(name.path);
  }
}

function valueNow({ holder, key, slot }) {
  return Object.getOwnPropertyDescriptor(holder, key)?.[slot];
}

function isOther(path) {
  const name = old.get(path);
  return name === undefined || valueNow(name) !== name.value;
}
