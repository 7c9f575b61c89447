import { gauntletCommand } from "../../kernel/patterns/shell-command.ts";
import { configText } from "./config-text.ts";
import type { SimpleCall } from "./find-simple-call.ts";
import type { InitCommands } from "./init-commands.ts";
import type { ImportEndings } from "./import-endings.ts";
import { guideText } from "./guide-text.ts";
import { skillText } from "./skill-text.ts";
import { runnerTest, type TestRunner } from "./runner-test.ts";
import type { StarterService } from "./starter-service.ts";
import type { StarterSubject } from "./starter-subject.ts";
import { starterScenario } from "./starter-scenario.ts";
import { type StarterFile, starterTests } from "./starter-test.ts";
import { type InstallStep, workflowText } from "./workflow-text.ts";

/** What `init` is to set up; paths are relative to the project root, with forward slashes. */
export interface InitRequest {
  /** Where the config goes. */
  readonly configFile: string;
  /** Whether a config is there already and stays. */
  readonly keepsConfig: boolean;
  /** Where starter tests go. */
  readonly folder: string;
  /** What is scanned; absent where there is no source file yet. */
  readonly scanned?: { readonly module: string; readonly maxExamples: number } | undefined;
  /** How tests name files of the project; `./a.ts` where left out. */
  readonly endings?: ImportEndings | undefined;
  /** Whether the project has chaos tests in other folders; they are explored too. */
  readonly hasTests?: boolean | undefined;
  /** What starter tests are written for. */
  readonly subjects: readonly StarterSubject[];
  /** Services that are asked over HTTP; their tests come first. */
  readonly services?: readonly StarterService[] | undefined;
  /** What runs the tests of the project; it is handed the starter tests too. */
  readonly runner?: TestRunner | undefined;
  /** What the starter scenario calls; it is an example of its own where there is nothing. */
  readonly simpleCall?: SimpleCall | undefined;
  /** The name of the workflow, where one is wanted. */
  readonly workflow?: string | undefined;
  /** Where the project lies in its repository, which has the workflows; "" where that is all. */
  readonly inRepository?: string | undefined;
  readonly hasSkill: boolean;
  /** How a workflow installs the dependencies of the project. */
  readonly install: InstallStep;
  /** What is added to `.gitignore`, where something is missing there. */
  readonly ignored?: StarterFile | undefined;
}

/** The files that set a project up, and the commands that go on from there. */
export interface InitPlan {
  readonly files: readonly StarterFile[];
  readonly next: readonly string[];
}

/** Plans the files of `init`, the config last: when it is there, the rest is there. */
export function planInit(request: InitRequest): InitPlan {
  const { configFile, folder, workflow } = request;
  const { subjects, services = [], runner } = request;
  const place = { folder, endings: request.endings ?? "source" };
  const starters = starterTests({ services, subjects }, place);
  const scenario = starterScenario(request.simpleCall, folder);
  const names = { starters: starters.map((file) => file.path), scenario: scenario.path };
  const commands = commandsOf(request, names);
  const guide = {
    path: `${folder}/gauntlet.md`,
    text: guideText({ ...commands, starter: starters[0], scenario, folder }),
  };
  const { install } = request;
  const files: StarterFile[] = [...starters, scenario, guide];
  if (runner !== undefined) files.push(runnerTest(runner, names.starters, folder));
  if (workflow !== undefined) {
    const folderOfProject = request.inRepository ?? "";
    const text = workflowText({ name: workflow, install, folder: folderOfProject, ...commands });
    const up = folderOfProject.split("/").map((part) => (part === "" ? "" : "../"));
    files.push({ path: `${up.join("")}.github/workflows/${workflow}.yml`, text });
  }
  if (request.hasSkill) {
    files.push({ path: ".claude/skills/gauntlet/SKILL.md", text: skillText(commands) });
  }
  if (request.ignored !== undefined) files.push(request.ignored);
  if (!request.keepsConfig) files.push({ path: configFile, text: configText(request) });
  const next = [commands.checkup, commands.test, commands.scan, commands.explore];
  return { files, next: next.filter((command) => command !== undefined) };
}

// --- inside ---

function commandsOf(
  request: InitRequest,
  { starters, scenario }: { readonly starters: readonly string[]; readonly scenario: string },
): InitCommands {
  const { configFile, keepsConfig, scanned } = request;
  const isFound = /^gauntlet\.(?:toml|ya?ml|json)$/u.test(configFile);
  const config = isFound ? [] : ["--config", configFile];
  // A config that was there before need not know of the starter.
  const named = keepsConfig ? starters : [];
  const modules = keepsConfig && scanned !== undefined ? [scanned.module] : [];
  return {
    explore: gauntletCommand("explore", { words: named, flags: ["--runs", "500", ...config] }),
    checkup: gauntletCommand("doctor", { flags: config }),
    doctor: gauntletCommand("doctor", { words: starters, flags: config }),
    test: gauntletCommand("test", { words: [scenario], flags: config }),
    exploreScenario: gauntletCommand("explore", {
      words: [scenario],
      flags: ["--runs", "100", ...config],
    }),
    verify: gauntletCommand("verify", { flags: ["--ci", ...config] }),
    scan:
      scanned !== undefined
        ? gauntletCommand("scan", { words: modules, flags: config })
        : undefined,
  };
}
