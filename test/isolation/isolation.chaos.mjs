// Tries every route to the host, each as a rule: from this module and from a CommonJS package. A
// rule that is refused breaks its run with an `escape`; one that gets through throws.
import { chaosTest } from "gauntlet";
import { refusedRoutes, simulatedRoutes } from "./routes.cjs";
import fromPackage from "host-routes";

const load = (name) => {
  const found = process.getBuiltinModule(`node:${name}`);
  if (found === undefined) throw new Error(`no ${name}`);
  return found;
};

export const refused = chaosTest({
  name: "refused",
  setup: () => ({}),
  rules: { ...rules("esm", refusedRoutes(load)), ...rules("cjs", fromPackage.refused) },
});

export const simulated = chaosTest({
  name: "simulated",
  setup: () => ({}),
  rules: {
    ...quiet("esm", simulatedRoutes(load)),
    ...quiet("cjs", fromPackage.simulated),
  },
});

function rules(kind, routes) {
  return Object.fromEntries(
    Object.entries(routes).map(([name, route]) => [
      `${kind} ${name}`,
      {
        run: async () => {
          await route();
          throw new Error(`${kind} ${name} was not refused`);
        },
      },
    ]),
  );
}

/** What is simulated may fail as it does on an empty machine, and leaves nothing. */
function quiet(kind, routes) {
  return Object.fromEntries(
    Object.entries(routes).map(([name, route]) => [
      `${kind} ${name}`,
      {
        run: async () => {
          try {
            await route();
          } catch (error) {
            if (error.syscall === undefined) throw error;
          }
        },
      },
    ]),
  );
}
