import { codeProbe } from "../../world/acts.ts";

/** Names that no program has by itself: where one of them arrives, the input chose it. */
export const canaries: Readonly<Record<"path" | "command" | "host" | "code", string>> = {
  path: "gauntlet-outside",
  command: "gauntlet-pwned",
  host: "gauntlet-evil.example",
  code: codeProbe,
};
