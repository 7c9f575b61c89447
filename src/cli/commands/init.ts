import { existsSync } from "node:fs";
import path from "node:path";
import type { InitRequest } from "../../engines/init/index.ts";
import { GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import { endVerb } from "../finish-run.ts";
import {
  initContext,
  type InitContext,
  installStep,
  outputOf,
  relativeTo,
  runnerOf,
  sourcesOf,
} from "../init-context.ts";
import type { Io } from "../io.ts";
import { repositoryOf } from "../../subject/installer.ts";
import { findChaosSubjects } from "../../subject/chaos-files.ts";
import { lookOf } from "../print.ts";
import type { FlagsOf, VerbCall } from "../verb-call.ts";
import { folderOf } from "../verb.ts";

type InitFlags = FlagsOf<"init">;

/** `init`: sets a project up. */
export function runInit({ words: [target], flags, io }: VerbCall<"init">): Promise<number> {
  return setUp(target, { flags, io });
}

// --- inside ---

interface Call {
  readonly flags: InitFlags;
  readonly io: Io;
}

async function setUp(target: string | undefined, call: Call): Promise<number> {
  const { flags, io } = call;
  const { planInit, writePlan } = await import("../../engines/init/index.ts");
  const cwd = folderOf(flags, io);
  const isForced = flags.force === true;
  const place = await initContext(cwd, { named: flags.config, isForced });
  const request = await requestOf(target, place, call);
  const plan = planInit(request);
  const isDry = flags.dryRun === true;
  const written = await writePlan(plan.files, {
    projectRoot: place.root,
    repositoryRoot: repositoryOf(place.root),
    isForced,
    isDry,
  });
  const kept = { path: request.configFile, action: "kept" } as const;
  const files = request.keepsConfig ? [...written, kept] : written;
  return print({ files, isDry, next: plan.next }, call);
}

async function requestOf(
  target: string | undefined,
  { cwd, root, config, configFile }: InitContext,
  { flags }: Call,
): Promise<InitRequest> {
  const {
    findServices,
    findSimpleCall,
    findStarters,
    ignoredFolder,
    importEndings,
    refuseOutside,
    routeFiles,
  } = await import("../../engines/init/index.ts");
  const { init } = config;
  const output =
    flags.output === undefined ? outputOf(root, config) : path.resolve(cwd, flags.output);
  const folder = relativeTo(root, output);
  for (const name of [configFile, folder]) refuseOutside(name, root);
  const named = target === undefined ? init.target : relativeTo(root, path.resolve(cwd, target));
  const module = named ?? "src/**";
  const sources = await sourcesOf(module, { root, isNamed: named !== undefined });
  const repository = repositoryOf(root);
  const wantsCi = flags.ci ?? init.ci;
  return {
    configFile,
    keepsConfig: flags.force !== true && existsSync(path.join(root, configFile)),
    folder,
    scanned: sources.length > 0 ? { module, maxExamples: init.scanMaxExamples } : undefined,
    subjects: await findStarters(root, sources),
    // Next.js has its routes beside `src` where the project has no such folder.
    services: findServices(root, named === undefined ? [...sources, ...routeFiles(root)] : sources),
    runner: runnerOf(root),
    hasTests: (await findChaosSubjects(root)).some(({ file }) => isOutside(output, file)),
    simpleCall: findSimpleCall(root, sources),
    workflow: wantsCi ? workflowName(flags.ciName ?? init.ciName) : undefined,
    hasSkill: flags.installSkill ?? init.installSkill,
    install: installStep(root),
    inRepository: relativeTo(repository, root),
    endings: importEndings(root),
    ignored: ignoredFolder(root),
  };
}

/** Whether a file lies elsewhere than in a folder. */
function isOutside(folder: string, file: string): boolean {
  return path.relative(folder, file).startsWith("..");
}

function workflowName(name: string): string {
  if (/^[\w-]{1,100}$/u.test(name)) return name;
  throw new GauntletError({
    code: "U003",
    what: `\`--ci-name\` must be 1 to 100 letters, digits, \`-\` and \`_\`, got \`${name}\``,
    where: `--ci-name ${name}`,
    help: "write `--ci-name gauntlet`",
  });
}

async function print(
  document: {
    readonly files: readonly {
      readonly path: string;
      readonly action: "written" | "extended" | "replaced" | "kept";
    }[];
    readonly isDry: boolean;
    readonly next: readonly string[];
  },
  { flags, io }: Call,
): Promise<number> {
  const { initText } = await import("../../report/index.ts");
  const { files, isDry, next } = document;
  const changed = files.filter(({ action }) => action !== "kept");
  const artifacts = isDry ? [] : changed.map((file) => file.path);
  const head = { tool: "gauntlet", schema: 1, command: "init", verdict: "held" };
  return endVerb(
    {
      documentOf: () => ({ ...head, dryRun: isDry, files, artifacts, next }),
      shown: initText(document, lookOf(flags, io)),
      isJson: flags.json === true,
      verdict: "held",
    },
    io,
  );
}
