import type { CompletionNode } from "./completion-tree.ts";

/** The script that bash sources; it needs no other package. */
export function bashScript(tree: readonly CompletionNode[]): string {
  return `# Completion of gauntlet for bash: source <(gauntlet completion bash)
_gauntlet() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD-1]}" verb="" word i
  # Bash takes --flag=value for three words.
  if [[ "$cur" == "=" ]]; then
    cur=""
  elif [[ "$prev" == "=" ]]; then
    prev="\${COMP_WORDS[COMP_CWORD-2]}"
  fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    word="\${COMP_WORDS[i]}"
    if [[ "$word" == "--" ]]; then return; fi
    case "$verb|$word" in
${tree.flatMap((node) => steps(node)).join("\n")}
    esac
  done
  case "$verb|$prev" in
${tree.flatMap((node) => values(node)).join("\n")}
  esac
  local words="" flags=""
  case "$verb" in
${tree.map((node) => offers(node)).join("\n")}
  esac
  if [[ "$cur" == -* ]]; then words="$flags"; fi
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
complete -o default -F _gauntlet gauntlet
`;
}

// --- inside ---

function steps({ words, next }: CompletionNode): readonly string[] {
  return next.map(({ word }) => {
    const whole = words === "" ? word : `${words} ${word}`;
    return `      "${words}|${word}") verb="${whole}" ;;`;
  });
}

function values({ words, flags }: CompletionNode): readonly string[] {
  return flags.flatMap(({ word, value, choices }) => {
    const here = `    "${words}|${word}")`;
    switch (value) {
      case "none":
        return [];
      case "path":
        return [`${here} return ;;`];
      case "free":
        return [`${here} compopt +o default; return ;;`];
      case "choices":
        return [`${here} COMPREPLY=($(compgen -W "${choices.join(" ")}" -- "$cur")); return ;;`];
    }
  });
}

function offers({ words, next, flags, choices }: CompletionNode): string {
  const wanted = [...next.map(({ word }) => word), ...choices].join(" ");
  const written = flags.map(({ word }) => word).join(" ");
  return `    "${words}") words="${wanted}" flags="${written}" ;;`;
}
