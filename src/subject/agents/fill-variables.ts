import { GauntletError } from "../../kernel/errors/gauntlet-error.ts";

/** What `${NAME}` stands for. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** Puts the values of variables into a text; one that is not set is an error that names it. */
export function fillVariables(text: string, variables: Variables, where: string): string {
  return text.replaceAll(/\$\{(\w+)\}/gu, (_, name: string) => {
    const value = variables[name];
    if (value !== undefined) return value;
    throw new GauntletError({
      code: "A002",
      what: `the variable \`${name}\` is not set`,
      where,
      note: "a config names the variables that hold addresses and keys",
      help: `set it: ${name}=…, or take \`\${${name}}\` out of \`${where}\``,
    });
  });
}

/** The same for every text of a table. */
export function fillTable(
  table: Readonly<Record<string, string>>,
  variables: Variables,
  where: string,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(table).map(([name, text]) => [
      name,
      fillVariables(text, variables, `${where}.${name}`),
    ]),
  );
}
