import { failureFrom } from "../../kernel/failure/failure.ts";
import { ConfigError } from "../../kernel/errors/config-error.ts";
import { GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import { learnEnvironment } from "../../kernel/secrets/process-secrets.ts";
import { witnessHang } from "./hang-witness.ts";
import { guardProcess } from "../loop/process-guard.ts";
import { failureSoFar, reportUncaught } from "../loop/run-loop.ts";
import { hostArgument } from "../process/worker-key.ts";
import { endProcess, listen, printAtOnce, say } from "../process/worker-side.ts";
import { activeWorld } from "../../world/active-world.ts";
import { BuiltinsWatch } from "../../world/builtins-watch.ts";
import { hideLeftovers } from "../../world/files/base-view.ts";
import { guardEarlierHandles } from "../../world/files/earlier-files.ts";
import { installWorld } from "../../world/install.ts";
import { guardLoading } from "../../world/loading/idle-world.ts";
import { installMachine } from "../../world/machine/install-machine.ts";
import { type InlineRunner, InlineRunners } from "./inline-runner.ts";
import type { Command, Message, PostgresData } from "../protocol/protocol.ts";
import type { RunListener } from "../subject-runner.ts";

// The process in which user code runs. It answers one command at a time; what the user's code does
// to the process (a crash, an endless loop) is seen and judged from outside.
learnEnvironment(process.env);
const isHostAllowed = process.argv.includes(hostArgument);
installWorld({ isHostAllowed });
if (!isHostAllowed) {
  installMachine();
  hideLeftovers();
  guardLoading();
}
printAtOnce();
guardProcess({
  uncaughtException: (thrown) => {
    if (!reportUncaught("uncaught", thrown)) sayBug(thrown);
  },
  unhandledRejection: (thrown) => {
    if (!reportUncaught("rejected", thrown)) sayBug(thrown);
  },
});

const exit = process.exit.bind(process);
process.exit = (code) => {
  // An exit is not thrown and leaves no stack; where it was called is worth knowing.
  if (activeWorld !== undefined) {
    const thrown = new Error(`the code ended the process with exit code ${Number(code ?? 0)}`);
    const ending = { ...failureFrom("crash", thrown), error: "ProcessExit" };
    // A handler of uncaught errors often ends the process: then the error is what was found.
    const failure = failureSoFar() ?? ending;
    tell({ type: "intendedExit", failure, place: runner?.frames(failure.stack)[0] });
  }
  return exit(code);
};

// After what we have put there ourselves and before any user code.
const builtins = new BuiltinsWatch();

let runner: InlineRunner | undefined;
let takePostgresData: ((data: PostgresData) => void) | undefined;
const runners = new InlineRunners({
  builtins,
  postgres: {
    dataFile: askPostgresData,
    onAlive: () => tell({ type: "progress", runs: 0, wakes: 0 }),
  },
  beforeLoad: async () => {
    if (!isHostAllowed) await guardEarlierHandles();
  },
  watchHang: witnessHang,
  endProcess,
});
/** All that is told on the way goes to the parent, who hands it on to whoever asked. */
const listener: RunListener = {
  onMark: tell,
  onProgress: tell,
  onSighting: tell,
  onDecision: (line) => tell({ type: "decision", line }),
  onEvent: (event) => tell({ type: "event", event }),
  onInspecting: (url) => tell({ type: "inspecting", url }),
};
listen((command) => {
  const given = command as Command;
  if (given.type === "postgresData") takePostgresData?.(given);
  else answer(given).then(tell, sayBug);
});

async function answer(command: Exclude<Command, PostgresData>): Promise<Message> {
  if (command.type === "load") {
    runner = await runners.load(command);
    return runner.loaded;
  }
  if (runner === undefined) throw new Error("a worker must load a subject first");
  switch (command.type) {
    case "explore":
      return runner.explore(command, listener);
    case "shrink":
      return runner.shrink(command, listener);
    case "record":
      return runner.record(command, listener);
    case "digest":
      return runner.digest(command, listener);
    case "cover":
      return runner.cover(command);
    case "places":
      return { type: "places", places: await runner.places(command.stack) };
  }
}

/** The parent has it made: this process may start no other. */
async function askPostgresData(): Promise<string> {
  tell({ type: "wantsPostgresData" });
  const { file, failure } = await new Promise<PostgresData>((resolve) => {
    takePostgresData = resolve;
  });
  if (file === undefined) throw new Error(failure);
  return file;
}

function tell(message: Message): void {
  say(message);
}

function sayBug(thrown: unknown): void {
  if (thrown instanceof GauntletError) {
    const { code, what, where, pointer, frame, note, help } = thrown;
    const problems = thrown instanceof ConfigError ? thrown.problems : undefined;
    tell({ type: "refused", error: { code, what, where, pointer, frame, note, help }, problems });
    return;
  }
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  tell({ type: "bug", message: error.message, stack: error.stack ?? "" });
}
