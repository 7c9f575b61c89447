import { ownManifest } from "../../world/own-version.ts";
import { resolveProjectRoot } from "../../subject/loader/project-root.ts";
import { manifestOf, packageManagerOf } from "../../subject/installer.ts";
import { type CheckedProject, type Checkup, type OwnNeeds, textsOf } from "./check.ts";
import { fileChecks } from "./file-checks.ts";
import { machineChecks } from "./machine-checks.ts";
import { runnerChecks } from "./runner-checks.ts";
import { storeChecks } from "./store-checks.ts";
import { typescriptChecks } from "./typescript-checks.ts";

/** Checks the setup of a project; nothing of it is loaded or changed. */
export async function checkup(request: {
  readonly cwd: string;
  readonly config?: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** That of this process where left out. */
  readonly nodeVersion?: string;
}): Promise<Checkup> {
  const root = resolveProjectRoot(request.cwd);
  const { nodeVersion = process.versions.node } = request;
  const project: CheckedProject = {
    ...request,
    root,
    nodeVersion,
    manager: packageManagerOf(root),
    manifest: manifestOf(root),
    needs: ownNeeds(),
  };
  const { checks: ofFiles, config, chaosFiles } = await fileChecks(project);
  const checks = [
    ...machineChecks(project),
    ...typescriptChecks(project, chaosFiles),
    ...(await runnerChecks(project, chaosFiles)),
    ...ofFiles,
    ...(await storeChecks(project, config)),
  ];
  const isBlocked = checks.some(({ state }) => state === "blocked");
  const hasTests = checks.some((check) => check.name === "chaos tests");
  const next = isBlocked ? ["doctor"] : hasTests ? ["explore"] : ["init"];
  return { checks, next: next.map((verb) => `npx gauntlet ${verb}`) };
}

// --- inside ---

function ownNeeds(): OwnNeeds {
  const manifest = ownManifest();
  const node = textsOf(manifest["engines"])["node"] ?? "";
  return { node, peers: textsOf(manifest["peerDependencies"]) };
}
