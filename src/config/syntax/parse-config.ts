import { extname } from "node:path";
import { ConfigError } from "../../kernel/errors/config-error.ts";
import type { ParsedText } from "../config-problem.ts";
import type { ConfigText } from "./config-text.ts";

/** Parses a file by its ending; each parser is loaded only when a file needs it. */
export function parseConfig(source: ConfigText): Promise<ParsedText> {
  switch (extname(source.file).toLowerCase()) {
    case ".toml":
      return import("./toml-text.ts").then(({ parseTomlText }) => parseTomlText(source.text));
    case ".yaml":
    case ".yml":
      return import("./yaml-text.ts").then(({ parseYamlText }) => parseYamlText(source.text));
    case ".json":
      return import("./json-text.ts").then(({ parseJsonText }) => parseJsonText(source.text));
    default:
      throw new ConfigError([
        {
          code: "C001",
          what: `\`${source.shown}\` does not end in .toml, .yaml, .yml or .json`,
          where: source.shown,
        },
      ]);
  }
}
