/** A promise of one function or method that is checked with inputs chosen for it, as data. */
export interface Contract {
  /** The call as its plan names it: `buildCommand`, `Env.rollout`. */
  readonly target: string;
  /** Names of checks and of packs of checks. */
  readonly checks: readonly string[];
  /** Arguments by the name of their parameter; what is not named is drawn. */
  readonly kwargs?: Readonly<Record<string, unknown>> | undefined;
  /** Parameters that get hostile values: `path`, `options.path`; all texts where left out. */
  readonly trackedParams?: readonly string[] | undefined;
  /** Variables of the environment that must keep their value. */
  readonly protectedKeys?: readonly string[] | undefined;
  /** The parameter that carries an environment. */
  readonly envParam?: string | undefined;
  /** The part of a life that fails: `setup`, `rollout`, `cleanup`, `teardown`. */
  readonly phase?: string | undefined;
  /** Parts that must still run after that. */
  readonly followupPhases?: readonly string[] | undefined;
  /** How it fails: `cancel_rollout`, `raise_setup_hook`. */
  readonly fault?: string | undefined;
  /** The handler that fails, where it is not to be the first of its phase. */
  readonly handlerName?: string | undefined;
  /** Whether somebody asked for it or it was put together from what the source shows. */
  readonly source?: "configured" | "found" | undefined;
}
