import { importGraph, importsOf } from "./imports.ts";
import type { Import } from "./imports.ts";
import type { SourceFile, Violation } from "./source-file.ts";

/** The rooms in order: a file imports its own room or an earlier one. */
export const rooms = [
  "kernel",
  "data",
  "report",
  "config",
  "world",
  "subject",
  "store",
  "search",
  "runner",
  "campaign",
  "engines",
  "cli",
] as const;

const frontDoor = "src/index.ts";

export function checkRoomOrder(files: readonly SourceFile[]): Violation[] {
  return sources(files).flatMap((file) => {
    if (file.path === frontDoor) return [];
    const room = roomOf(file.path);
    if (room === -1) {
      const message = `lies in no room; move it to one of src/{${rooms.join(",")}}/`;
      return [{ file: file.path, message }];
    }
    return importsOf(file).flatMap((imported) => {
      const message = complaint(room, imported);
      return message === undefined ? [] : [{ file: file.path, line: imported.line, message }];
    });
  });
}

export function checkEngineSiblings(files: readonly SourceFile[]): Violation[] {
  return sources(files).flatMap((file) => {
    const engine = engineOf(file.path);
    if (engine === undefined) return [];
    return importsOf(file)
      .filter(({ to }) => (engineOf(to) ?? engine) !== engine)
      .map(({ to, line }) => ({
        file: file.path,
        line,
        message:
          `imports ${to}, but engines never import engines; ` +
          "move what both need to an earlier room, or join them in src/cli/",
      }));
  });
}

/** Only the command line chooses where runs happen; whoever has runs made knows the contract. */
export function checkRunnersAreChosenOnce(files: readonly SourceFile[]): Violation[] {
  return sources(files).flatMap((file) => {
    if (!/^src\/(?:campaign|engines)\//.test(file.path) || isTest(file)) return [];
    return importsOf(file)
      .filter(({ to }) => /^src\/runner\/(?!protocol\/)[^/]+\//.test(to))
      .map(({ to, line }) => ({
        file: file.path,
        line,
        message:
          `imports ${to}, which is one of the places where runs happen; ` +
          "take the contract, src/runner/subject-runner.ts, and what CampaignSettings.runners is",
      }));
  });
}

/** `import "gauntlet"` happens in production code, so it loads the kernel and nothing else. */
export function checkFrontDoorIsLight(files: readonly SourceFile[]): Violation[] {
  const shipped = sources(files);
  const byPath = new Map(shipped.map((file) => [file.path, file]));
  const graph = importGraph(shipped, ["static"]);
  const reached = new Set<string>();
  const waiting = byPath.has(frontDoor) ? [frontDoor] : [];
  const violations: Violation[] = [];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (reached.has(path)) continue;
    reached.add(path);
    const file = byPath.get(path);
    const imports = file === undefined ? [] : importsOf(file);
    violations.push(...imports.filter(isHeavy).map(heavyImport));
    waiting.push(...(graph.get(path) ?? []).filter((next) => next.startsWith("src/kernel/")));
  }
  return violations;
}

// --- inside ---

function sources(files: readonly SourceFile[]): SourceFile[] {
  return files.filter(({ path }) => /^src\/.*\.ts$/.test(path) && !path.includes("/fixtures/"));
}

function isTest({ path }: SourceFile): boolean {
  return path.endsWith(".test.ts");
}

function roomOf(path: string): number {
  const [top, room, rest] = path.split("/");
  if (top !== "src" || rest === undefined) return -1;
  return rooms.findIndex((name) => name === room);
}

function engineOf(path: string): string | undefined {
  return /^src\/engines\/([^/]+)\/./.exec(path)?.[1];
}

function complaint(room: number, { to, isFile }: Import): string | undefined {
  if (!isFile) {
    const isOurselves = to === "gauntlet" || to.startsWith("gauntlet/");
    return isOurselves ? `imports ${to}, the built package; import the file in src/` : undefined;
  }
  if (to === frontDoor) return `imports ${to}, the users' door; import the room's own file`;
  const target = roomOf(to);
  if (target === -1) return `imports ${to}, which is outside the rooms; move it into one`;
  if (rooms[room] === "report" && target !== room && rooms[target] !== "kernel") {
    return `imports ${to}, but report/ sees kernel/ only; hand the facts over as plain data`;
  }
  if (target <= room) return undefined;
  return (
    `imports ${to}, but ${rooms[room]}/ comes before ${rooms[target]}/; ` +
    `move what it needs to ${rooms[room]}/ or earlier, or pass it in as an argument`
  );
}

function isHeavy({ to, kind }: Import): boolean {
  return kind === "static" && !to.startsWith("src/kernel/");
}

function heavyImport({ from, to, line }: Import): Violation {
  const message =
    `imports ${to} when ${frontDoor} is loaded, which must load src/kernel/ only; ` +
    "use `import type`, or `await import()` inside the function that needs it";
  return { file: from, line, message };
}
