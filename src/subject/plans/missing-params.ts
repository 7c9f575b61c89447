import type { CallTarget } from "../../kernel/subject/call-plan.ts";
import { isMakeable } from "./makeable.ts";
import { makeableNames } from "./settle-shapes.ts";

/** A parameter of a call for which no value can be made. */
export interface MissingParam {
  readonly call: string;
  readonly param: string;
  /** Where it stands; undefined for `this`. */
  readonly at: number | undefined;
}

/** What has to be given before a target can be called. */
export function missingParams({ calls }: CallTarget): readonly MissingParam[] {
  return calls.flatMap(({ name, params, definitions, thisType }) => {
    const makeable = makeableNames(new Map(Object.entries(definitions)));
    const own = params.flatMap((param, at): MissingParam[] => {
      const isMade = isMakeable(param.shape, (one) => makeable.has(one));
      const isNeeded = !param.isOptional && !param.isRest && !isMade;
      return isNeeded ? [{ call: name, param: param.name, at }] : [];
    });
    return thisType === undefined ? own : [{ call: name, param: "this", at: undefined }, ...own];
  });
}
