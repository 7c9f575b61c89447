// What a user of fast-check would write for the same targets: commands over the same services, as
// many of them in a run as Gauntlet takes steps. Faults and interleavings have no counterpart.
import { readFileSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { transformSync } from "oxc-transform";
import { processorMs } from "./processor-time.mjs";

/** Runs until fast-check finds the bug or a limit comes first. */
export async function commandRuns(target, { seed, stepsPerRun = 50, runsMax, msMax }) {
  const model = models[target];
  const service = await load(model.file);
  const commands = Object.entries(model.rules(service)).map(([name, { draw = {}, run }]) =>
    fc.record(draw).map((drawn) => ({
      check: () => true,
      run: (_, system) => {
        run(system, drawn);
        if (!model.isSound(system)) throw new Error("broken");
      },
      toString: () => name,
    })),
  );
  let runs = 0;
  const start = processorMs();
  const property = fc.property(
    // All lengths, as here; the default stays with short ones.
    fc.commands(commands, { maxCommands: stepsPerRun, size: "max" }),
    (list) => {
      runs += 1;
      fc.modelRun(() => ({ model: {}, real: model.setup(service) }), list);
    },
  );
  const { failed, numRuns } = fc.check(property, {
    seed,
    numRuns: runsMax,
    endOnFailure: true,
    // By the clock, which never makes it look slower than it is.
    interruptAfterTimeLimit: msMax,
  });
  const isFound = failed && numRuns > 0 && runs > 0;
  return { found: isFound, runs, ms: processorMs() - start };
}

// --- inside ---

const models = {
  "deep-sequence-6": leases(6),
  "deep-sequence-8": leases(8),
  "phase-machine": {
    file: "phase-machine.ts",
    setup: ({ PhaseMachine }) => new PhaseMachine(),
    isSound: (machine) => !machine.isOver(),
    rules: () =>
      named("boot login open edit lock commit close idle", (name) => ({
        run: (machine) => machine.act(name),
      })),
  },
  "magic-constant": {
    file: "vouchers.ts",
    setup: ({ Vouchers }) => new Vouchers(),
    isSound: (vouchers) => vouchers.isCovered(),
    rules: () => ({
      topUp: {
        draw: { amount: fc.integer({ min: 1, max: 100_000 }) },
        run: (vouchers, { amount }) => vouchers.topUp(amount),
      },
      redeem: {
        draw: { code: fc.string(), amount: fc.integer({ min: 1, max: 100_000 }) },
        run: (vouchers, { code, amount }) => vouchers.redeem(code, amount),
      },
    }),
  },
  "argument-puzzle": {
    file: "invoices.ts",
    setup: ({ Invoices }) => new Invoices(),
    isSound: (invoices) => invoices.isBalanced(),
    rules: () => ({
      import: {
        draw: {
          invoice: fc.record({
            currency: fc.string({ minLength: 3, maxLength: 3 }),
            version: fc.nat({ max: 1_000_000 }),
            lines: fc.array(fc.record({ sku: fc.string(), quantity: fc.nat({ max: 1_000 }) })),
          }),
        },
        run: (invoices, { invoice }) => invoices.import(invoice),
      },
    }),
  },
  "cache-with-gc": {
    file: "page-cache.ts",
    setup: ({ PageCache }) => new PageCache(),
    isSound: (cache) => cache.isSound(),
    rules: () => ({
      ...named("load pin unpin read", (name) => ({
        draw: { key: fc.constantFrom("a", "b", "c", "d", "e", "f", "g", "h") },
        run: (cache, { key }) => cache[name](key),
      })),
      ...named("tick mark sweep", (name) => ({ run: (cache) => cache[name]() })),
    }),
  },
};

/** The targets that have a model. */
export const modelNames = Object.keys(models);

function leases(depth) {
  return {
    file: "lease-store.ts",
    setup: ({ LeaseStore }) => new LeaseStore(depth),
    isSound: (store) => store.isSound(),
    rules: () =>
      named("acquire write renew release snapshot restore expire read", (name) => ({
        run: (store) => store[name](),
      })),
  };
}

function named(names, make) {
  return Object.fromEntries(names.split(" ").map((name) => [name, make(name)]));
}

/** The service without its types, as plain modules are loaded. */
async function load(file) {
  const at = path.join(import.meta.dirname, "targets", file);
  const { code } = transformSync(file, readFileSync(at, "utf8"));
  return await import(`data:text/javascript,${encodeURIComponent(code)}`);
}
