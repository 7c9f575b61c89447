import type { CallSite, Hit } from "../frame.ts";
import { readField } from "../read-field.ts";
import { constantText, nothing, partsOf, type Taint, taintsOf, type Value } from "../value.ts";

/** Commands that parameters change: a line for a shell, the program, an option that runs code. */
export function commandHits({ ref, args }: CallSite): readonly Hit[] {
  if (ref === undefined) return [];
  const [first = nothing] = args;
  if (shellLines.has(ref)) return [{ kind: "shell", sink: ref, taints: taintsOf(first) }];
  if (splitLines.has(ref)) return [{ kind: "argv", sink: ref, taints: taintsOf(first) }];
  if (!starters.has(ref)) return [];
  const list = listOf(args[1]);
  if (usesShell(args)) {
    const taints = [first, ...list].flatMap((value) => taintsOf(value));
    return [{ kind: "shell", sink: ref, taints }];
  }
  const program = programOf(first);
  const found: Hit[] = [{ kind: "argv", sink: ref, taints: taintsOf(first) }];
  if (shells.test(program)) {
    found.push({ kind: "shell", sink: ref, taints: scriptTaints(list) });
  } else {
    found.push({ kind: "argv", sink: ref, taints: codeOptionTaints(program, list) });
  }
  return found;
}

/**
 * Templates of zx, execa and Bun, which quote what stands in their holes: only what is the program
 * itself, or is handed to a shell inside, can do harm.
 */
export function commandTemplateHits(ref: string, text: Value): readonly Hit[] {
  if (!/^(zx|execa|bun|dax-sh)(\.|$)/.test(ref) || !/\$(\(\))?$/.test(ref)) return [];
  const found: Hit[] = [];
  let before = "";
  for (const part of partsOf(text)) {
    if (typeof part === "string") {
      before += part;
      continue;
    }
    const taints = taintsOf(part);
    if (before.trim() === "") found.push({ kind: "argv", sink: ref, taints });
    if (/(^|\s)((ba|z|da)?sh\s+-c|eval)\s*$/.test(before)) {
      found.push({ kind: "shell", sink: ref, taints });
    }
    before += "\0";
  }
  return found;
}

// --- inside ---

const shellLines: ReadonlySet<string> = new Set([
  "child_process.exec",
  "child_process.execSync",
  "shelljs.exec",
]);

/** These split their text at spaces, without a shell. */
const splitLines: ReadonlySet<string> = new Set([
  "execa.execaCommand",
  "execa.execaCommandSync",
  "execa.command",
]);

const starters: ReadonlySet<string> = new Set([
  "child_process.spawn",
  "child_process.spawnSync",
  "child_process.execFile",
  "child_process.execFileSync",
  "child_process.fork",
  "cross-spawn",
  "cross-spawn.sync",
  "execa",
  "execa.execa",
  "execa.execaSync",
]);

const shells = /^(sh|bash|zsh|dash|ksh|cmd|cmd\.exe|powershell|pwsh)$/;

/** Options whose value is code or a program, by who understands them. */
const codeOptions: readonly { readonly programs: RegExp; readonly option: RegExp }[] = [
  { programs: /^(node|deno|bun)$/, option: /^(-e|--eval|-p|--print|-r|--require|--import)$/ },
  { programs: /^(python3?|perl|ruby|php)$/, option: /^(-c|-e|-r)$/ },
  { programs: /^git$/, option: /^(-c|--upload-pack|--receive-pack|--exec)$/ },
  { programs: /^ssh$/, option: /^-o$/ },
  { programs: /^find$/, option: /^-(exec|execdir|ok)$/ },
  { programs: /^tar$/, option: /^(--to-command|--use-compress-program|-I|--checkpoint-action)$/ },
];

function usesShell(args: readonly Value[]): boolean {
  return args.slice(1).some((value) => {
    if (value.known?.kind !== "object") return false;
    const shell = readField(value, "shell");
    if (shell.known?.kind === "literal") return shell.known.value === true;
    return constantText(shell) !== undefined;
  });
}

function listOf(value: Value | undefined): readonly Value[] {
  if (value?.known?.kind === "list") return value.known.items;
  return value === undefined || value.known?.kind === "object" ? [] : [value];
}

function programOf(value: Value): string {
  const text = constantText(value) ?? "";
  return text.slice(text.lastIndexOf("/") + 1);
}

/** What a shell is given as its script. */
function scriptTaints(list: readonly Value[]): readonly Taint[] {
  const at = list.findIndex((value) => /^(-\w*c|\/c|-Command)$/i.test(constantText(value) ?? ""));
  const script = at < 0 ? undefined : list[at + 1];
  return script === undefined ? [] : taintsOf(script);
}

function codeOptionTaints(program: string, list: readonly Value[]): readonly Taint[] {
  const known = codeOptions.find(({ programs }) => programs.test(program));
  if (known === undefined) return [];
  return list.flatMap((value, at) => {
    const before = list[at - 1];
    if (before !== undefined && known.option.test(constantText(before) ?? "")) {
      return taintsOf(value);
    }
    const [start] = partsOf(value);
    const option = typeof start === "string" ? (/^(--?[\w-]+)=/.exec(start)?.[1] ?? "") : "";
    return known.option.test(option) ? taintsOf(value) : [];
  });
}
