import { expect, test } from "vitest";
import { inWorld, seededWorld } from "../fixtures/hand-drive.ts";
import type { SimWorld } from "../sim-world.ts";
import { command } from "./command.ts";
import { type Program, programs } from "./fixtures/programs.ts";
import { installWorld } from "../install.ts";

seededWorld();
installWorld();

function withScripts(program: Program): (world: SimWorld) => unknown {
  return (world) => {
    for (const [name, script] of Object.entries(program.scripts)) command(world, name, script);
    return program.run();
  };
}

for (const [name, program] of Object.entries(programs)) {
  test(`${name}: the same as in the real world`, async () => {
    expect(await inWorld(withScripts(program))).toEqual(await program.run());
  });
}
