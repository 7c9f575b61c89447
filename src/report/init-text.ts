import { makePage, type TextOptions } from "./page.ts";

/** What `init` did. */
export interface InitDocument {
  readonly files: readonly {
    readonly path: string;
    readonly action: "written" | "extended" | "replaced" | "kept";
  }[];
  readonly isDry: boolean;
  /** Commands to go on with, the most useful one last. */
  readonly next: readonly string[];
}

/** What was set up, what was there already, and what to run. */
export function initText({ files, isDry, next }: InitDocument, options: TextOptions): string {
  const { paint } = makePage(options);
  const of = (action: InitDocument["files"][number]["action"]): readonly string[] =>
    files.filter((file) => file.action === action).map((file) => paint.text(file.path));
  const kept = of("kept");
  const notes = [
    ...(kept.length > 0 ? ["what was kept is as it was; --force replaces it"] : []),
    ...(isDry ? ["nothing was written"] : []),
  ];
  const lines = [
    ...labelled(isDry ? "would write" : "wrote", of("written"), isDry),
    ...labelled(isDry ? "would add to" : "added to", of("extended"), isDry),
    ...labelled(isDry ? "would replace" : "replaced", of("replaced"), isDry),
    ...labelled("kept", kept, isDry),
    ...labelled("note", notes, isDry),
  ];
  const commands = isDry ? [] : ["", ...labelled("next", next.map(paint.text), false)];
  return `${["init", "", ...lines, ...commands].join("\n")}\n`;
}

// --- inside ---

function labelled(label: string, items: readonly string[], isWide: boolean): readonly string[] {
  const columns = isWide ? 16 : 9;
  return items.map((item, index) => `${(index === 0 ? label : "").padEnd(columns)}${item}`);
}
