import { filled, type Section } from "./flakestorm-section.ts";
import { isTable, type Table } from "../plain-table.ts";

/** Conversations that were held before. */
export function importReplays(section: Section): Table {
  const sessions = section.sections("sessions").flatMap(session);
  const sources = section.sections("sources").flatMap(source);
  section.done();
  if (sessions.length > 0) {
    section.warn(
      "sessions",
      "only their input was sent there; now tools answer as recorded, earlier turns are sent, " +
        "and a contract that is not found is an error",
    );
  }
  return filled({
    sessions: sessions.length === 0 ? undefined : sessions,
    sources: sources.length === 0 ? undefined : sources,
  });
}

/** How much each phase weighs. */
export function importScoring(section: Section): Table | undefined {
  const defaults = { mutation: 0.2, chaos: 0.35, contract: 0.35, replay: 0.1 };
  const weights = Object.entries(defaults).map(
    ([phase, share]) => [phase, section.number(phase, { min: 0, max: 1 }) ?? share] as const,
  );
  section.done();
  const sum = weights.reduce((total, [, share]) => total + share, 0);
  if (Math.abs(sum - 1) > 0.001) {
    section.warn("", `is left out: its weights sum to ${Number(sum.toFixed(4))}, not to 1`);
    return undefined;
  }
  section.warn(
    "",
    "the contract was run in the mutation and chaos phases too, and `chaos` reached them all; " +
      "now each phase is scored by its own conversations, so scores differ",
  );
  return Object.fromEntries(weights);
}

/** What a certificate says; flakestorm only planned it. */
export function importCertificate(section: Section): Table {
  const threshold = section.number("pass_threshold", { min: 0, max: 100 });
  const table = filled({
    tester_name: section.name("tester_name"),
    pass_threshold: threshold === undefined || threshold <= 1 ? threshold : threshold / 100,
    output_format: section.word("output_format", ["json", "html", "pdf", "all"]),
  });
  section.done();
  section.warn("", "there was no command for it there; now `gauntlet agent certificate` issues it");
  return table;
}

// --- inside ---

const sessionKeys = [
  "id",
  "name",
  "source",
  "captured_at",
  "input",
  "context",
  "tool_responses",
  "expected_failure",
  "contract",
];

function session(section: Section): readonly Table[] {
  const file = section.text("file");
  const values = filled(Object.fromEntries(sessionKeys.map((key) => [key, section.take(key)])));
  section.done();
  if (file !== undefined && file !== "") {
    for (const key of Object.keys(values)) {
      section.warn(key, "is left out: the session is what its file says");
    }
    return [{ file }];
  }
  if (typeof values["id"] === "string" && typeof values["input"] === "string") {
    if (hasNull(values)) section.warn("", "TOML has no null, so what is null in it is left out");
    return [withoutNulls(values) as Table];
  }
  section.warn("", "is left out: it has neither `file` nor `id` and `input`");
  return [];
}

function hasNull(value: unknown): boolean {
  if (typeof value !== "object") return false;
  return value === null || Object.values(value).some(hasNull);
}

function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((item) => item !== null).map(withoutNulls);
  if (!isTable(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, item]) => item !== null && item !== undefined)
      .map(([key, item]) => [key, withoutNulls(item)]),
  );
}

function source(section: Section): readonly Table[] {
  const type = section.kind("type", ["langsmith", "langsmith_run"]);
  const project = section.name("project");
  const run_id = section.name("run_id");
  const auto_import = section.flag("auto_import");
  const filter = section.section("filter");
  const chosen = filter === undefined ? undefined : filterOf(filter);
  section.done();
  const needed = type === "langsmith_run" ? run_id : project;
  if (type === undefined) return [];
  if (needed === undefined) {
    section.warn("", "is left out: it names no run or project of LangSmith");
    return [];
  }
  section.warn("type", "what tools answered was never imported there; now it is");
  const named = type === "langsmith_run" ? { run_id } : { project, filter: chosen };
  return [filled({ type, ...named, auto_import })];
}

function filterOf(section: Section): Table {
  const status = section.word("status", ["error", "warning", "all"]);
  if (status === "warning") {
    section.warn("status", "meant all that did not fail; now something inside must have failed");
  }
  const filter = filled({
    status,
    date_range: section.name("date_range"),
    min_latency_ms: section.whole("min_latency_ms", { min: 0, max: 86_400_000 }),
  });
  section.done();
  return filter;
}
