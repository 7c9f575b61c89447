import { real } from "../../world/real.ts";

/**
 * Calls back from a macrotask of its own. A run that is drained in one task must start from there:
 * inside a microtask the drain would do nothing.
 */
export function inMacrotask<R>(body: () => R): Promise<Awaited<R>> {
  return new Promise((resolve, reject) => {
    real.setImmediate(() => {
      try {
        resolve(body() as Awaited<R>);
      } catch (thrown) {
        reject(thrown);
      }
    });
  });
}
