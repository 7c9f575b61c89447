import path from "node:path";
import type { SourceLocation } from "../../kernel/result/finding.ts";
import type { WorkMeter } from "../../kernel/subject/subject.ts";
import type { Coverage } from "../../subject/coverage/index.ts";
import type { Loader, PreparedGraph } from "../../subject/loader/index.ts";

/** What counts the work of the code of one graph, and says where it was done. */
export function meterOf(
  { state, map }: Coverage,
  {
    graph,
    loader,
    projectRoot,
  }: { readonly graph: PreparedGraph; readonly loader: Loader; readonly projectRoot: string },
): WorkMeter {
  return {
    get work() {
      return state.work;
    },
    set work(count) {
      state.work = count;
    },
    get workMax() {
      return state.workMax;
    },
    set workMax(max) {
      state.workMax = max;
    },
    measured: 0,
    tried: 0,
    isSparing: false,
    aside: (call) => map.aside(() => state.aside(call)),
    busiest: (): SourceLocation | undefined => {
      const found = state.rounds.busiest();
      if (found === undefined) return undefined;
      const line = graph.lineOf(found.file, found.block.offset);
      if (line === undefined) return undefined;
      const file = path.relative(projectRoot, found.file).split(path.sep).join("/");
      return { file, line, column: 1, text: loader.sourceLine(found.file, line) ?? "" };
    },
  };
}
