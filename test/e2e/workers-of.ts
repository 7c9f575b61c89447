import { execFileSync } from "node:child_process";

/** The processes of a command in which user code runs. */
export function workersOf(command: number): readonly number[] {
  const table = execFileSync("ps", ["-A", "-ww", "-o", "pid=,ppid=,args="], { encoding: "utf8" });
  return table.split("\n").flatMap((row) => {
    const [, pid, parent, program = ""] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(row) ?? [];
    return Number(parent) === command && program.includes("worker-main.js") ? [Number(pid)] : [];
  });
}
