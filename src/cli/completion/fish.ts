import type { CompletionNode, FlagSuggestion } from "./completion-tree.ts";

/** The script that fish sources. */
export function fishScript(tree: readonly CompletionNode[]): string {
  return `# Completion of gauntlet for fish: gauntlet completion fish | source
function __gauntlet_verb
    set -l verb ""
    set -l tokens (commandline -opc)
    for word in $tokens[2..-1]
        switch "$verb|$word"
${tree.flatMap((node) => steps(node)).join("\n")}
        end
    end
    echo "$verb"
end
function __gauntlet_at
    set -l verb (__gauntlet_verb)
    test "$verb" = "$argv[1]"
end
${tree.flatMap((node) => offers(node)).join("\n")}
`;
}

// --- inside ---

function steps({ words, next }: CompletionNode): readonly string[] {
  return next.map(({ word }) => {
    const whole = words === "" ? word : `${words} ${word}`;
    const pattern = quoted(`${words}|${word}`);
    return `            case ${pattern}\n                set verb ${quoted(whole)}`;
  });
}

function offers({ words, next, flags, choices }: CompletionNode): readonly string[] {
  const here = `complete -c gauntlet -n ${quoted(`__gauntlet_at ${quoted(words)}`)}`;
  return [
    ...next.map(({ word, help }) => `${here} -f -a ${quoted(word)} -d ${quoted(help)}`),
    ...(choices.length === 0 ? [] : [`${here} -f -a ${quoted(choices.join(" "))}`]),
    ...flags.map((flag) => `${here} ${valueOf(flag)} -d ${quoted(flag.help)}`),
  ];
}

function valueOf({ word, value, choices }: FlagSuggestion): string {
  const long = `-l ${word.slice("--".length)}`;
  switch (value) {
    case "none":
      return long;
    case "path":
      return `${long} -r`;
    case "free":
      return `${long} -x`;
    case "choices":
      return `${long} -x -a ${quoted(choices.join(" "))}`;
  }
}

function quoted(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}
