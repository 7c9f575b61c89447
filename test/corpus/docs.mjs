// The tables of docs/explanation/what-scan-finds.md, made from those of the corpus.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const docsFile = fileURLToPath(
  new URL("../../docs/explanation/what-scan-finds.md", import.meta.url),
);

/** Puts both tables between their marks. */
export function writeDocs(tables) {
  let text = readFileSync(docsFile, "utf8");
  for (const [name, table] of Object.entries(sections(tables))) {
    const [before, after] = marks(name);
    const at = { from: text.indexOf(before), to: text.indexOf(after) };
    if (at.from === -1 || at.to === -1) throw new Error(`${docsFile} has no mark ${before}`);
    text = `${text.slice(0, at.from)}${before}\n${table}\n${text.slice(at.to)}`;
  }
  writeFileSync(docsFile, text);
}

/** Says which table of the docs is not what the corpus says. */
export function checkDocs(tables) {
  const text = readFileSync(docsFile, "utf8");
  return Object.entries(sections(tables))
    .filter(([name, table]) => {
      const [before, after] = marks(name);
      return !text.includes(`${before}\n${table}\n${after}`);
    })
    .map(([name]) => `the table of ${name} in what-scan-finds.md is old; run with --write`);
}

// --- inside ---

function marks(name) {
  return [`<!-- corpus ${name}: written by npm run scan:corpus -->`, `<!-- end of ${name} -->`];
}

function sections({ packages, services, findings, bugs }) {
  return {
    packages: packagesTable([...packages, ...services], findings),
    findings: findingsTable(findings),
    bugs: bugsTable(bugs),
  };
}

function packagesTable(projects, findings) {
  const rows = projects.map(({ name, version = "service" }) => {
    const own = findings.filter((row) => row.package === `${name}@${version}`);
    const right = own.filter(({ verdict }) => verdict).length;
    return `| ${name} | ${version} | ${right} | ${own.length - right} |`;
  });
  const right = findings.filter(({ verdict }) => verdict).length;
  return [
    "| package | version | supported and right | supported and wrong |",
    "|---|---|---|---|",
    ...rows,
    `| all | | ${right} | ${findings.length - right} |`,
  ].join("\n");
}

function findingsTable(findings) {
  const rows = findings.map(
    ({ package: name, input, verdict, reason }) =>
      `| ${name} | ${code(input)} | ${verdict ? "right" : "wrong"} | ${cell(reason)} |`,
  );
  return ["| package | input | judged | why |", "|---|---|---|---|", ...rows].join("\n");
}

function bugsTable(bugs) {
  const rows = bugs.map(
    ({ package: name, broken, fixed, input, fix, seen, missing }) =>
      `| ${name} ${broken} → ${fixed} | ${code(input)} | ${cell(fix)} | ${
        seen === "no" ? `no: ${cell(missing)}` : seen
      } |`,
  );
  const seen = bugs.filter((bug) => bug.seen !== "no").length;
  return [
    "| package | input | fix | seen |",
    "|---|---|---|---|",
    ...rows,
    `| ${seen} of ${bugs.length} are seen | | | |`,
  ].join("\n");
}

function code(text) {
  return `\`${cell(text)}\``;
}

function cell(text) {
  return text.replaceAll("|", "\\|").replaceAll("\n", " ");
}
