import { activeWorld } from "../active-world.ts";
import { isCalledFrom } from "../caller-stack.ts";
import { completeInContext } from "../completion.ts";
import type { SimWorld } from "../sim-world.ts";
import { replaceFunction } from "../stand-in.ts";

/**
 * Compiles WebAssembly at the call and says so when it is decided: on the host, that depends on its
 * threads. What is compiled runs as any other code does; it reaches the world by its imports only.
 */
export function installWebAssembly(): void {
  const { compile, instantiate } = assembly;
  const compileStandIn = (...args: unknown[]): Promise<unknown> => {
    const world = activeWorld;
    if (world === undefined || isOfNode(compileStandIn)) {
      return Reflect.apply(compile, assembly, args);
    }
    return later(world, "WebAssembly.compile", compiled("compile", args[0]), (module) => module);
  };
  replaceFunction(assembly, "compile", compileStandIn);
  const instantiateStandIn = (...args: unknown[]): Promise<unknown> => {
    const world = activeWorld;
    if (world === undefined || isOfNode(instantiateStandIn)) {
      return Reflect.apply(instantiate, assembly, args);
    }
    const [given, imports] = args;
    const isModule = given instanceof assembly.Module;
    const make = isModule ? (): object => given : compiled("instantiate", given);
    return later(world, "WebAssembly.instantiate", make, (module) => {
      const instance = named("instantiate", () => new assembly.Instance(module, imports));
      return isModule ? instance : { module, instance };
    });
  };
  replaceFunction(assembly, "instantiate", instantiateStandIn);
}

// --- inside ---

/** The little of it that is used here; its types come with those of browsers. */
interface Assembly {
  compile(bytes: unknown): Promise<unknown>;
  instantiate(given: unknown, imports?: unknown): Promise<unknown>;
  readonly Module: new (bytes: unknown) => object;
  readonly Instance: new (module: object, imports?: unknown) => object;
}

const assembly = Reflect.get(globalThis, "WebAssembly") as Assembly;

/** The parser of HTTP that Node compiles when it is first needed stays for all runs. */
function isOfNode(below: (...args: never[]) => unknown): boolean {
  return isCalledFrom(below, "node:internal/deps/undici");
}

/** Compiles now, because the bytes may be changed after the call; gives what it came to. */
function compiled(call: string, bytes: unknown): () => object {
  try {
    const module = named(call, () => new assembly.Module(bytes));
    return () => module;
  } catch (thrown) {
    return () => {
      throw thrown;
    };
  }
}

/** Errors name the function that was called. */
function named<R>(call: string, make: () => R): R {
  try {
    return make();
  } catch (thrown) {
    if (thrown instanceof Error) {
      thrown.message = thrown.message.replace(
        /^WebAssembly\.(?:Module|Instance)\(\)/,
        `WebAssembly.${call}()`,
      );
    }
    throw thrown;
  }
}

function later(
  world: SimWorld,
  label: string,
  make: () => object,
  finish: (module: object) => object,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    completeInContext(world, label, () => {
      try {
        resolve(finish(make()));
      } catch (thrown) {
        reject(thrown);
      }
    });
  });
}
