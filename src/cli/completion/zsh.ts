import type { CompletionNode, Suggestion } from "./completion-tree.ts";

/** The script that zsh sources, or finds as `_gauntlet` in its `fpath`. */
export function zshScript(tree: readonly CompletionNode[]): string {
  return `#compdef gauntlet
# Completion of gauntlet for zsh: source <(gauntlet completion zsh)
_gauntlet() {
  local verb="" word cur="\${words[CURRENT]}" prev="\${words[CURRENT-1]}" i
  local -a next flags
  for ((i = 2; i < CURRENT; i++)); do
    word="\${words[i]}"
    if [[ "$word" == "--" ]]; then _files; return; fi
    case "$verb|$word" in
${tree.flatMap((node) => steps(node)).join("\n")}
    esac
  done
  if [[ "$cur" == --*=* ]]; then
    prev="\${cur%%=*}"
    compset -P "*="
  fi
  case "$verb|$prev" in
${tree.flatMap((node) => values(node)).join("\n")}
  esac
  case "$verb" in
${tree.map((node) => offers(node)).join("\n")}
  esac
  if [[ "$cur" == -* ]]; then
    _describe -o 'flag' flags
  elif ((\${#next})); then
    _describe 'word' next
  else
    _files
  fi
}
if [[ "\${funcstack[1]}" == "_gauntlet" ]]; then
  _gauntlet "$@"
else
  compdef _gauntlet gauntlet
fi
`;
}

// --- inside ---

function steps({ words, next }: CompletionNode): readonly string[] {
  return next.map(({ word }) => {
    const whole = words === "" ? word : `${words} ${word}`;
    return `      ${quoted(`${words}|${word}`)}) verb=${quoted(whole)} ;;`;
  });
}

function values({ words, flags }: CompletionNode): readonly string[] {
  return flags.flatMap(({ word, value, choices }) => {
    const here = `    ${quoted(`${words}|${word}`)})`;
    switch (value) {
      case "none":
        return [];
      case "path":
        return [`${here} _files; return ;;`];
      case "free":
        return [`${here} return ;;`];
      case "choices":
        return [`${here} compadd -- ${choices.join(" ")}; return ;;`];
    }
  });
}

function offers({ words, next, flags, choices }: CompletionNode): string {
  const all = [...next, ...choices.map((word) => ({ word, help: "" }))];
  return `    ${quoted(words)})
      next=(${all.map((one) => described(one)).join(" ")})
      flags=(${flags.map((one) => described(one)).join(" ")}) ;;`;
}

/** `word:what it means`, in which a colon of the text is escaped. */
function described({ word, help }: Suggestion): string {
  const text = help.replaceAll("\\", "\\\\").replaceAll(":", "\\:");
  return quoted(text === "" ? word : `${word}:${text}`);
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
