import path from "node:path";

/** Where a run is recorded; with several, each has its number: `x.2.jsonl.gz`. */
export function tracePath(file: string, number: number | undefined): string {
  if (number === undefined) return file;
  const { dir, base } = path.parse(file);
  const dot = base.indexOf(".", 1);
  const stem = dot < 0 ? base : base.slice(0, dot);
  return path.join(dir, `${stem}.${number}${dot < 0 ? "" : base.slice(dot)}`);
}
