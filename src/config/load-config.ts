import type { Config } from "./config.ts";
import { configSections } from "./config-sections.ts";
import type { ConfigPlace } from "./files/find-config.ts";
import { readConfig } from "./read-config.ts";

/** Reads a project's config, or its defaults; throws one `ConfigError` with all problems. */
export function loadConfig(options: ConfigPlace): Promise<Config> {
  return readConfig(options, configSections);
}
