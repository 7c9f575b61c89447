/**
 * The lines of a gauntlet.toml that say how a class is made. Where no factory is known, it is the
 * name of one to write.
 */
export function objectHelp(module: string, name: string, factory?: string): string {
  return lines([
    ...(factory === undefined ? [toWrite(`make${name}`, `gives a ${name}`)] : []),
    "[[objects]]",
    `target = ${JSON.stringify(`${module}:${name}`)}`,
    `factory = ${JSON.stringify(factory ?? `${factoriesFile}#make${name}`)}`,
  ]);
}

/** The lines of a gauntlet.toml that give values for parameters of the functions of a module. */
export function fixturesHelp(module: string, fixtures: readonly FixtureGuess[]): string {
  const unknown = fixtures.filter(({ from }) => from === undefined);
  const pairs = fixtures.map(
    ({ param, from }) => `${keyText(param)} = ${JSON.stringify(from ?? ownFixture(param))}`,
  );
  return lines([
    ...unknown.map(({ param }) => toWrite(nameOf(param), `gives a value for ${param}`)),
    "[[scan]]",
    `module = ${JSON.stringify(module)}`,
    `fixtures = { ${pairs.join(", ")} }`,
  ]);
}

/** A parameter, and what the project exports that is given for it elsewhere. */
export interface FixtureGuess {
  readonly param: string;
  /** `test/support.ts#makeSocket`. */
  readonly from?: string | undefined;
}

// --- inside ---

const factoriesFile = "test/factories.ts";

function lines(all: readonly string[]): string {
  return all.join("\n");
}

/** A comment, so that the lines can be pasted before the file is there. */
function toWrite(name: string, what: string): string {
  return `# ${factoriesFile}: export a function ${name} that ${what}`;
}

function ownFixture(param: string): string {
  return `${factoriesFile}#${nameOf(param)}`;
}

function nameOf(param: string): string {
  const plain = param.replaceAll(/[^\w$]/gu, "");
  return `make${plain.charAt(0).toUpperCase()}${plain.slice(1)}`;
}

function keyText(param: string): string {
  return /^[\w-]+$/u.test(param) ? param : JSON.stringify(param);
}
