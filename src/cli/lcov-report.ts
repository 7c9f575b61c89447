import type { CampaignSettings } from "../campaign/settings.ts";
import { GauntletError } from "../kernel/errors/gauntlet-error.ts";
import type { WantedReport } from "./wanted-report.ts";

/** What of a command line decides whether lcov is written. */
export interface LcovFlags {
  readonly report?: readonly WantedReport[] | undefined;
}

/** Refuses an lcov report where nothing is counted that could stand in it. */
export function refuseUncounted({ report = [] }: LcovFlags, uncounted: string | undefined): void {
  const wanted = report.find(({ format }) => format === "lcov");
  if (wanted === undefined || uncounted === undefined) return;
  throw new GauntletError({
    code: "U009",
    what: `with \`${uncounted}\` nothing is counted that an lcov report could say`,
    where: `${uncounted} --report lcov`,
    help: "leave one of them out",
  });
}

/** The settings of a search that says, where lcov is wanted, what it reached of each file. */
export function withPlaces(
  settings: CampaignSettings,
  { report = [] }: LcovFlags,
): CampaignSettings {
  const { guidance } = settings;
  if (guidance === undefined || !report.some(({ format }) => format === "lcov")) return settings;
  return { ...settings, guidance: { ...guidance, placesBlocks: true } };
}
