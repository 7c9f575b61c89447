import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { nearestNames } from "../../config/nearest-name.ts";
import { boundaryRule, boundaryRules } from "../../kernel/result/boundary-rules.ts";
import { GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import { addRegression, readFindings, readRegressions } from "../../store/boundaries/index.ts";
import { writeReportFile } from "../../store/finding-store.ts";
import { writeWhole } from "../../store/write-whole.ts";
import { ownVersion } from "../../world/own-version.ts";
import { changedFiles } from "../changed-files.ts";
import { lookOf, plainLook } from "../print.ts";
import { sayDocument } from "../say-document.ts";
import type { VerbCall } from "../verb-call.ts";
import { projectContextOf } from "../verb.ts";

/** `boundaries init`: writes entries for what the code shows. */
export async function initBoundaries({ flags, io }: VerbCall<"boundaries init">): Promise<number> {
  const { cwd, config } = await projectContextOf(flags, io);
  const { discoverBoundaries, emptyEntryText, entriesText, readRegistry } =
    await import("../../engines/boundaries/index.ts");
  const registry = await readRegistry(config);
  const found = flags.discover === true ? discoverBoundaries(registry) : [];
  const isNothing = flags.discover === true && found.length === 0;
  const added = isNothing ? "" : flags.discover === true ? entriesText(found) : emptyEntryText;
  const file = config.file ?? path.join(config.root, "gauntlet.toml");
  const isDry = flags.dryRun === true;
  if (!isDry && added !== "") await addEntries(file, added);
  const artifacts = isDry || added === "" ? [] : [path.relative(cwd, file)];
  const wrote = artifacts.map((one) => `wrote    ${one}`);
  const head = `boundaries init   ${found.length} found${isDry ? "   nothing written" : ""}`;
  const text = [head, added.trimEnd(), ...wrote, "next     npx gauntlet boundaries check"];
  return sayDocument(io, flags, {
    command: "boundaries init",
    verdict: "held",
    text: text.filter((part) => part !== "").join("\n\n"),
    data: { dryRun: isDry, found, artifacts },
  });
}

/** `boundaries check`: holds the registry and what ran against every rule. */
export async function checkRegistry({ flags, io }: VerbCall<"boundaries check">): Promise<number> {
  const { cwd, config } = await projectContextOf(flags, io);
  const { checkBoundaries, readRegistry } = await import("../../engines/boundaries/index.ts");
  const { boundariesJunit, boundariesSarif, boundariesText, documentJson } =
    await import("../../report/index.ts");
  const ref = flags.since ?? (flags.changed === true ? "HEAD" : undefined);
  const flag = flags.since === undefined ? "--changed" : "--since";
  const changed = ref === undefined ? undefined : await changedFiles(config.root, { flag, ref });
  const today = new Date().toISOString().slice(0, 10);
  const checked = checkBoundaries(await readRegistry(config), { today, changed });
  const isBroken = checked.problems.some(({ level }) => level === "error");
  const isEmpty = checked.boundaries.length === 0;
  const verdict = isBroken ? "broken" : isEmpty ? "unknown" : "held";
  const because = verdict === "unknown" ? { because: "no boundary is registered" } : {};
  const artifacts = (flags.report ?? []).map(({ file }) => file);
  const data = { ...because, ...checked, artifacts };
  const configFile =
    config.file === undefined ? "gauntlet.toml" : path.relative(config.root, config.file);
  for (const { format, file } of flags.report ?? []) {
    const texts = {
      text: () => `${boundariesText(checked, { ...plainLook(io), showAll: true })}\n`,
      json: () =>
        documentJson({
          tool: "gauntlet",
          schema: 1,
          command: "boundaries check",
          verdict,
          ...data,
        }),
      junit: () => boundariesJunit(checked),
      sarif: () =>
        documentJson(boundariesSarif(checked.problems, { version: ownVersion(), configFile })),
    };
    await writeReportFile(path.resolve(cwd, file), texts[format]());
  }
  const text = boundariesText(checked, { ...lookOf(flags, io), showAll: flags.all === true });
  return sayDocument(io, flags, { command: "boundaries check", verdict, text, data });
}

/** `boundaries explain`: says what a rule is for. */
export async function explainRule({
  words: [wanted],
  flags,
  io,
}: VerbCall<"boundaries explain">): Promise<number> {
  // A configuration that cannot be read is told by every verb.
  await projectContextOf(flags, io);
  const { boundaryRuleText } = await import("../../report/index.ts");
  const rules = wanted === undefined ? boundaryRules : [knownRule(wanted)];
  const look = lookOf(flags, io);
  return sayDocument(io, flags, {
    command: "boundaries explain",
    verdict: "held",
    text: rules.map((rule) => boundaryRuleText(rule, look)).join("\n\n"),
    data: { rules },
  });
}

/** `boundaries promote`: makes a finding a regression. */
export async function promoteFinding({
  words: [id],
  flags,
  io,
}: VerbCall<"boundaries promote">): Promise<number> {
  const { cwd, config } = await projectContextOf(flags, io);
  const findings = readFindings(config.root);
  const found = findings.find((finding) => finding.id === id);
  if (found === undefined) throw unknownFinding(id, findings);
  const { boundary, pack, tier, test, token, because } = found;
  const file = path.join(config.root, config.boundaryRules.regressions);
  const known = readRegressions(file).regressions.some((one) => one.token === token);
  const [first = ""] = because.split("\n");
  const added = { finding: id, boundary, pack, tier, test, token, because: first };
  if (!known) await addRegression(file, added);
  const shown = path.relative(cwd, file);
  return sayDocument(io, flags, {
    command: "boundaries promote",
    verdict: "held",
    text: known ? `${id} is a regression already: ${shown}` : `wrote    ${shown}`,
    data: { finding: id, artifacts: known ? [] : [shown] },
  });
}

// --- inside ---

async function addEntries(file: string, added: string): Promise<void> {
  if (!file.endsWith(".toml")) {
    throw new GauntletError({
      code: "boundaries-not-toml",
      what: "entries are written into gauntlet.toml only",
      where: file,
      help: "show them with `--dry-run`, and write them in the syntax of your file",
    });
  }
  const before = existsSync(file) ? readFileSync(file, "utf8") : "";
  const gap = before === "" || before.endsWith("\n\n") ? "" : before.endsWith("\n") ? "\n" : "\n\n";
  await writeWhole(file, `${before}${gap}${added}`);
}

function knownRule(id: string): (typeof boundaryRules)[number] {
  const rule = boundaryRule(id);
  if (rule !== undefined) return rule;
  const [near] = nearestNames(
    id,
    boundaryRules.map((one) => one.id),
    { countMax: 1 },
  );
  throw new GauntletError({
    code: "boundaries-unknown-rule",
    what: `\`${id}\` is not a rule of the registry`,
    where: `boundaries explain ${id}`,
    help: near === undefined ? "list them with `boundaries explain`" : `did you mean \`${near}\`?`,
  });
}

function unknownFinding(id: string, findings: readonly { readonly id: string }[]): GauntletError {
  const [near] = nearestNames(
    id,
    findings.map((one) => one.id),
    { countMax: 1 },
  );
  return new GauntletError({
    code: "boundaries-unknown-finding",
    what: `there is not a finding \`${id}\` here`,
    where: `boundaries promote ${id}`,
    help:
      near === undefined
        ? "`boundaries run` prints the id of each finding"
        : `did you mean \`${near}\`?`,
  });
}
