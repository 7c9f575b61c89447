import type { CompletionNode, FlagSuggestion, Suggestion } from "./completion-tree.ts";

/** The script that a profile of PowerShell runs. */
export function powershellScript(tree: readonly CompletionNode[]): string {
  return `# Completion of gauntlet for PowerShell:
# gauntlet completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName gauntlet -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)
    $next = @{
${tree.map((node) => entry(node.words, nextOf(node))).join("\n")}
    }
    $flags = @{
${tree.map((node) => entry(node.words, node.flags)).join("\n")}
    }
    $values = @{
${tree.flatMap((node) => values(node)).join("\n")}
    }
    $verb = ''
    $previous = ''
    foreach ($element in @($commandAst.CommandElements | Select-Object -Skip 1)) {
        $word = $element.ToString()
        if ($element.Extent.EndOffset -ge $cursorPosition -and $word -eq $wordToComplete) { break }
        $whole = if ($verb -eq '') { $word } else { "$verb $word" }
        if ($next.ContainsKey($whole)) { $verb = $whole }
        $previous = $word
    }
    $offered = if ($values.ContainsKey("$verb|$previous")) { $values["$verb|$previous"] }
        elseif ($wordToComplete.StartsWith('-')) { $flags[$verb] }
        else { $next[$verb] }
    foreach ($one in $offered.GetEnumerator()) {
        if ($one.Key -like "$wordToComplete*") {
            [System.Management.Automation.CompletionResult]::new(
                $one.Key, $one.Key, 'ParameterValue', $one.Value)
        }
    }
}
`;
}

// --- inside ---

/** The words that go on, or those that an argument may be; their own text is the help of these. */
function nextOf({ next, choices }: CompletionNode): readonly Suggestion[] {
  return [...next, ...asSuggestions(choices)];
}

function values({ words, flags }: CompletionNode): readonly string[] {
  const taking = flags.filter(({ value }) => value !== "none");
  return taking.map(({ word, choices }: FlagSuggestion) =>
    entry(`${words}|${word}`, asSuggestions(choices)),
  );
}

function asSuggestions(choices: readonly string[]): readonly Suggestion[] {
  return choices.map((word) => ({ word, help: word }));
}

function entry(name: string, all: readonly Suggestion[]): string {
  const lines = all.map(({ word, help }) => `${quoted(word)} = ${quoted(help)}`);
  return `        ${quoted(name)} = [ordered]@{ ${lines.join("; ")} }`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
