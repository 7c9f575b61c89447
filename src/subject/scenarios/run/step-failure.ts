import { GauntletError } from "../../../kernel/errors/gauntlet-error.ts";

/** Where a step stands in its file. */
export interface StepLocation {
  readonly url: string;
  readonly line: number;
  readonly column: number;
}

/** A step that found something wrong; it is called by its code, such as `assert_eq_int`. */
export class StepFailed extends Error {
  override readonly name: string;
  readonly code: string;
  /** Whether the harness is at fault and not what it looks at: no block may expect this. */
  readonly isOfHarness: boolean;
  /** The property that is broken, where the step is about one: that breaks the run in any block. */
  readonly property: string | undefined;

  constructor(
    code: string,
    message: string,
    options: { readonly isOfHarness?: boolean; readonly property?: string | undefined } = {},
  ) {
    super(message);
    this.name = code;
    this.code = code;
    this.isOfHarness = options.isOfHarness ?? false;
    this.property = options.property;
  }
}

/** Whether it is the harness that failed, which no block may take for the failure it expects. */
export function isOfHarness(thrown: unknown): boolean {
  return thrown instanceof GauntletError || (thrown instanceof StepFailed && thrown.isOfHarness);
}

/** Whether a block may take this for the failure that it expects. */
export function mayBeExpected(thrown: unknown): boolean {
  const isBroken = thrown instanceof StepFailed && thrown.property !== undefined;
  return !isBroken && !isOfHarness(thrown);
}

/** What the harness cannot do: an unmatched mock, a limit, a name that nothing has. */
export function harnessError(code: string, message: string): StepFailed {
  return new StepFailed(code, message, { isOfHarness: true });
}

/**
 * What a failure says without the values that it quotes: those differ from run to run. What stands
 * in backticks is a name, such as the place in a list.
 */
export function withoutValues(message: string): string {
  const parts = message.replaceAll(/"(?:[^"\\]|\\.)*"?/gsu, "#").split("`");
  return parts.map((part, index) => (index % 2 === 0 ? masked(part) : part)).join("`");
}

/** Says where in the scenario file a failure of ours is; errors of the user's code say it. */
export function placeFailure(thrown: unknown, place: StepLocation, step: string): void {
  if (!(thrown instanceof StepFailed) || placed.has(thrown)) return;
  placed.add(thrown);
  const at = `    at ${step} (${place.url}:${place.line}:${place.column})`;
  thrown.stack = `${thrown.name}: ${thrown.message}\n${at}`;
}

// --- inside ---

function masked(text: string): string {
  return text
    .replaceAll(/[[{].*[\]}]/gsu, "#")
    .replaceAll(/\b(?:true|false|null|undefined|NaN)\b/gu, "#");
}

const placed = new WeakSet<StepFailed>();
