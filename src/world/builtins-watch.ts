import { type BuiltinHolder, builtinHolders } from "./builtin-holders.ts";
import { comparison } from "./comparison.ts";
import { loadedCount, moduleHolders } from "./module-holders.ts";
import { ModuleCacheWatch } from "./module-cache-watch.ts";
import {
  isUnchanged,
  restore,
  watchedHidden,
  watchedIn,
  type WatchedKey,
  withNewValue,
} from "./watched-key.ts";

/** What a run had left changed. */
export interface BuiltinChanges {
  /** What all values inherit from, `Object.prototype.polluted`: no code expects it to change. */
  readonly inherited: readonly string[];
  /** Other names, `Date.now`: code that is tested may well stand in for them. */
  readonly others: readonly string[];
  /** Whether everything is as it was; what was frozen or sealed stays so. */
  readonly isPutBack: boolean;
}

/**
 * Sees what a run leaves changed of what all runs of the process share, and puts it back: the next
 * run must start from the same. What loading the code changes is its own business and stays.
 */
export class BuiltinsWatch {
  /** Parts of the language and globals, as they were before any code was loaded. */
  #language: readonly WatchedKey[];
  /** What modules of Node share, as it was after the code was loaded. */
  #modules: readonly WatchedKey[] = [];
  #modulesLoaded = 0;
  /** The keys that objects may have. */
  #known: readonly KnownKeys[];
  /** Those of them from which all values inherit. */
  readonly #inherited: readonly KnownKeys[];
  readonly #cache = new ModuleCacheWatch();
  #isSame: () => boolean;
  /** The same for what is seldom changed, which short searches look at closely only. */
  #isSeldomSame: () => boolean = () => true;
  #runs = 0;
  #looksClosely = false;

  constructor() {
    const holders = builtinHolders();
    this.#language = [...holders.flatMap(watchedIn), ...watchedHidden()];
    this.#known = holders
      .filter(({ isInherited, object }) => isInherited || object === globalThis)
      .map(withKeys);
    this.#inherited = this.#known.filter(({ isInherited }) => isInherited);
    this.#isSame = comparison(this.#language, plainLooks);
  }

  /** Takes what there is now for what there has to be, after the code was loaded. */
  settle(): void {
    // What stands in for a function is made anew in each run: only plain values can be the same.
    const kept = this.#language.map((watched) =>
      isUnchanged(watched) ? watched : isPlain(watched.value) ? withNewValue(watched) : undefined,
    );
    const isKept = kept.every((watched, at) => watched === this.#language[at]);
    this.#language = kept.filter((watched) => watched !== undefined);
    const isNew = loadedCount() !== this.#modulesLoaded || !this.#modules.every(isUnchanged);
    if (isNew) this.#watchModules(moduleHolders());
    this.#modulesLoaded = loadedCount();
    this.#admitKeys();
    // What was compiled stays where nothing has changed: a process loads hundreds of targets.
    if (isNew || !isKept || !this.#isSame() || !this.#isSeldomSame()) this.#compare();
  }

  /** Calls something that stays for the life of the process, and lets stay what it changes. */
  keep<R>(load: () => R): R {
    const wasSame = this.#isSame() && this.#isSeldomSame();
    try {
      return load();
    } finally {
      if (wasSame && !(this.#isSame() && this.#isSeldomSame())) this.#admit();
      this.#admitKeys();
    }
  }

  /**
   * Looks in the middle of a run, closely at what all values inherit from: that alone may be what
   * an input has broken, and a look at all modules costs as much as a run.
   */
  lookAtInherited(): BuiltinChanges | undefined {
    if (this.#isSame() && this.#isClosed(this.#inherited)) return undefined;
    return this.look({ isClose: true });
  }

  /** Looks after a run, at everything where that is asked; undefined where nothing has changed. */
  look({ isClose: wantsAll = false }: { readonly isClose?: boolean } = {}):
    | BuiltinChanges
    | undefined {
    this.#runs += 1;
    const isWatched = wantsAll || this.#looksClosely || this.#runs <= closeRuns;
    const isClose = isWatched || this.#runs % closeEvery === 0;
    const isSame = this.#isSame();
    const isSeldomDue = isClose || this.#runs > seldomRuns;
    const isAllSame = isSame && (!isSeldomDue || this.#isSeldomSame());
    if (isAllSame && (!isClose || this.#isAllClosed())) return undefined;
    const { inherited, others, isPutBack } = this.#putBack();
    if (inherited.length + others.length === 0) return undefined;
    this.#looksClosely = true;
    if (!isSame || isWatched) return { inherited, others, isPutBack };
    // An earlier run that was not looked at closely may have done it: this one is not to blame.
    return { inherited: [], others: [...inherited, ...others], isPutBack };
  }

  #isAllClosed(): boolean {
    return this.#isClosed(this.#known) && this.#cache.isSame();
  }

  /** Whether nothing was added that an enumeration does not show, and nothing was frozen. */
  #isClosed(known: readonly KnownKeys[]): boolean {
    for (let at = 0; at < known.length; at++) {
      const { object, keys, isOpen, isShown } = known[at] as KnownKeys;
      if (isExtensible(object) !== isOpen || keyCount(object, isShown) > keys.size) return false;
    }
    return true;
  }

  #compare(): void {
    const isSeldom = ({ holder }: WatchedKey): boolean => holder.isSeldom === true;
    const often = this.#modules.filter((watched) => !isSeldom(watched));
    this.#isSame = comparison([...this.#language, ...often], plainLooks);
    this.#isSeldomSame = comparison(this.#modules.filter(isSeldom), seldomPlainLooks);
  }

  #watchModules(holders: readonly BuiltinHolder[]): void {
    this.#modules = holders.flatMap(watchedIn);
    const others = this.#known.filter(({ isClosed = false }) => !isClosed);
    const closed = holders.filter(({ isClosed = false }) => isClosed);
    this.#known = [...others, ...closed.map(withKeys)];
  }

  #admit(): void {
    const now = (watched: WatchedKey): WatchedKey =>
      isUnchanged(watched) ? watched : withNewValue(watched);
    this.#language = this.#language.map(now);
    this.#modules = this.#modules.map(now);
    this.#compare();
  }

  #admitKeys(): void {
    for (const { object, keys } of this.#known) for (const key of ownKeys(object)) keys.add(key);
    this.#cache.settle();
  }

  #putBack(): BuiltinChanges {
    // No method is called before all are put back: it may be the one that was changed.
    const changed: WatchedKey[] = [];
    let isPutBack = true;
    const lists = [this.#language, this.#modules];
    for (let list = 0; list < lists.length; list++) {
      const watchedKeys = lists[list] as readonly WatchedKey[];
      for (let at = 0; at < watchedKeys.length; at++) {
        const watched = watchedKeys[at] as WatchedKey;
        if (isUnchanged(watched)) continue;
        changed[changed.length] = watched;
        isPutBack = restore(watched) && isPutBack;
      }
    }
    const inherited: string[] = [];
    const others: string[] = [];
    for (const { holder, key } of changed) {
      (holder.isInherited ? inherited : others).push(`${holder.name}.${String(key)}`);
    }
    for (const known of this.#known) {
      const names = known.isInherited ? inherited : others;
      isPutBack = removeAdded(known, names) && isPutBack;
    }
    if (this.#cache.putBack()) others.push("require.cache");
    return { inherited, others, isPutBack };
  }
}

// --- inside ---

// Taken before any user code runs: what puts things back must not be what was changed.
const { deleteProperty, isExtensible, ownKeys } = Reflect;
const { getOwnPropertyNames, getOwnPropertySymbols } = Object;

/** So many runs are looked at closely, and of the later ones every so many. */
const closeRuns = 64;
const closeEvery = 64;

/**
 * After so many runs, what is seldom changed is compared after every run as well: it then costs
 * next to nothing, but to compile it takes as long as many thousand runs.
 */
const seldomRuns = 4_096;

interface KnownKeys extends BuiltinHolder {
  readonly keys: Set<PropertyKey>;
  /** Whether more can be added; a few objects of Node are sealed. */
  readonly isOpen: boolean;
  /** Whether an enumeration shows all of its keys, so that the engine has them at hand. */
  readonly isShown: boolean;
}

function withKeys(holder: BuiltinHolder): KnownKeys {
  const { object } = holder;
  const isShown = Object.keys(object).length === ownKeys(object).length;
  return { ...holder, keys: new Set(ownKeys(object)), isOpen: isExtensible(object), isShown };
}

/** What is added without being shown is counted in both ways; only the time differs. */
function keyCount(object: object, isShown: boolean): number {
  if (!isShown) return ownKeys(object).length;
  return getOwnPropertyNames(object).length + getOwnPropertySymbols(object).length;
}

/** Takes away what was added, and says it; whether all is as it was. */
function removeAdded({ name, object, keys, isOpen }: KnownKeys, names: string[]): boolean {
  let isPutBack = true;
  for (const key of ownKeys(object)) {
    if (keys.has(key)) continue;
    names.push(`${name}.${String(key)}`);
    if (deleteProperty(object, key)) continue;
    // A global that cannot be taken away, such as a package makes for itself, is only told.
    if (object === globalThis) keys.add(key);
    else isPutBack = false;
  }
  if (isExtensible(object) === isOpen) return isPutBack;
  names.push(name);
  return false;
}

function isPlain(value: unknown): boolean {
  return (typeof value !== "object" || value === null) && typeof value !== "function";
}

/** So many looks are not worth a compilation, which takes as long as hundreds of them. */
const plainLooks = 32;
const seldomPlainLooks: number = closeRuns + seldomRuns / closeEvery;
