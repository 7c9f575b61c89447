import type { Command } from "commander";
import { addReadFlags, type ReadFlags } from "../flags.ts";
import type { Io } from "../io.ts";
import { plainLook } from "../print.ts";
import { sayDocument } from "../say-document.ts";
import { projectContextOf } from "../verb.ts";

/** Adds `env`: what runs depend on besides their decisions. */
export function addEnv(program: Command, io: Io): void {
  const command = program
    .command("env")
    .summary("say what answers runs here, and the versions that they depend on");
  addReadFlags(command).action(async (flags: ReadFlags) => {
    const { environment } = await import("../../engines/runs/index.ts");
    const { environmentText } = await import("../../report/index.ts");
    const { config } = await projectContextOf(flags, io);
    const data = environment(config);
    const text = environmentText(data, plainLook(io));
    sayDocument(io, flags, { command: "env", verdict: "held", text, data });
  });
}
