import type { Command } from "commander";
import { addPlaceFlags, type PlaceFlags } from "../flags.ts";
import type { Io } from "../io.ts";
import { lookOf } from "../print.ts";
import { sayDocument } from "../say-document.ts";
import { placeOf } from "../verb.ts";

/** Adds `env`: what runs depend on besides their decisions. */
export function addEnv(program: Command, io: Io): void {
  const command = program
    .command("env")
    .summary("say what answers runs here, and the versions that they depend on");
  addPlaceFlags(command).action(async (flags: PlaceFlags) => {
    const { environment } = await import("../../engines/runs/index.ts");
    const { environmentText } = await import("../../report/index.ts");
    const { config } = await placeOf(flags, io);
    const data = environment(config);
    const text = environmentText(data, lookOf(flags, io));
    sayDocument(io, flags, { command: "env", verdict: "held", text, data });
  });
}
