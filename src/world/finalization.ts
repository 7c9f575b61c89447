import { activeWorld } from "./active-world.ts";
import { replaceFunction } from "./stand-in.ts";

/**
 * Lets what a run registers never be called back. When memory is collected is decided by the
 * engine, which may also never do it: code must work without the call, and so it is tested.
 */
export function installFinalization(): void {
  const { prototype } = FinalizationRegistry;
  const { register, unregister } = prototype;
  replaceFunction(prototype, "register", function (this: Registry, ...args: RegisterArgs) {
    if (activeWorld === undefined) return Reflect.apply(register, this, args);
    const [target, held, token] = args;
    // A set refuses what the registry would refuse.
    const tokens = registered.get(this) ?? new WeakSet();
    if (token !== undefined) tokens.add(token);
    // The real one checks the rest, and forgets it at once.
    const own = {};
    Reflect.apply(register, this, [target, held, own]);
    Reflect.apply(unregister, this, [own]);
    registered.set(this, tokens);
    return undefined;
  });
  replaceFunction(prototype, "unregister", function (this: Registry, token: WeakKey) {
    const isReal = Reflect.apply(unregister, this, [token]);
    return registered.get(this)?.delete(token) === true || isReal;
  });
}

// --- inside ---

type Registry = FinalizationRegistry<unknown>;
type RegisterArgs = [target: WeakKey, held: unknown, token?: WeakKey];

/** What a run could take back, so that it is told the truth about it. */
const registered = new WeakMap<Registry, WeakSet<WeakKey>>();
