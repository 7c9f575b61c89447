import type { CallTarget } from "../../kernel/subject/call-plan.ts";
import { GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import { nearestNames } from "../../config/nearest-name.ts";

/** What to tell who named a function, class or method that is not among what can be called. */
export function noSuchTarget(
  asked: string,
  where: string,
  targets: readonly CallTarget[],
): GauntletError {
  const names = targets.flatMap(({ module, name, calls }) =>
    [name, ...calls.map((call) => call.name)].map((own) => ({ own, full: `${module}:${own}` })),
  );
  const [near] = nearestNames(
    asked,
    names.map(({ own }) => own),
    { countMax: 1 },
  );
  const meant = names.find(({ own }) => own === near);
  return new GauntletError({
    code: "U011",
    what: `there is no \`${asked}\` to call here`,
    where,
    help: meant === undefined ? helpWith(names[0]?.full) : `did you mean \`${meant.full}\`?`,
  });
}

// --- inside ---

function helpWith(first: string | undefined): string {
  if (first === undefined) return "export a function or a class";
  return `name what is exported, such as \`${first}\``;
}
