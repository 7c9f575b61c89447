import type { z } from "zod";
import { type MutationType, mutationWeights } from "../../kernel/agent/mutation.ts";
import { textOf } from "./agent-fault-shapes.ts";
import { type Checked, misplaced, missing, secret, wrong } from "./agent-issues.ts";
import type {
  FileCertificate,
  FileModel,
  FileMutations,
  FileReplayFilter,
  FileReplays,
  FileReplaySource,
  FileScoring,
  FileUpstream,
} from "../file-config.ts";
import { looksLikeKey } from "../syntax/literal-key.ts";
import type { PathRules, ShapeOf, Zod } from "../schema-values.ts";
import { flagOf, judge, listOf, nameOf, numberOf, pathOf, wholeOf } from "../schema-values.ts";

/** The address of a server; `${…}` inside of it is filled when it is used. */
export function urlOf(zod: Zod): z.ZodString {
  const must = "must be an address that begins with http:// or https://,";
  return pathOf(zod, must).check(judge(urlProblem));
}

/** Says what is wrong with an address, or nothing. */
export function urlProblem(url: string): string | undefined {
  if (looksLikeKey(url)) return "must not hold a key itself; name its variable, as `${API_KEY}`";
  const filled = url.replaceAll(/\$\{\w+\}/gu, "1");
  const begins = /^(?:https?:\/\/|\$\{)/u.test(url);
  const isAddress = begins && URL.canParse(filled.includes("://") ? filled : `http://${filled}`);
  return isAddress ? undefined : "must be an address that begins with http:// or https://";
}

/** The keys of `[agent.upstream]`. */
export function upstreamShape(zod: Zod, rules: PathRules): ShapeOf<FileUpstream> {
  return {
    type: zod
      .enum(["provider", "cassette", "scripted"], 'must be "provider", "cassette" or "scripted"')
      .default("provider")
      .describe(
        "Who answers for models: the real ones, a recording, which answers for tools too, or a " +
          "script.",
      ),
    openai: urlOf(zod)
      .default("https://api.openai.com")
      .describe("Where OpenAI's API is, without `/v1`."),
    anthropic: urlOf(zod)
      .default("https://api.anthropic.com")
      .describe("Where Anthropic's API is, without `/v1`."),
    file: pathOf(zod, "must be a path")
      .check(judge(rules.output))
      .optional()
      .describe("The recording of `cassette`, or the script of `scripted`."),
    match: zod
      .enum(["strict", "loose"], 'must be "strict" or "loose"')
      .optional()
      .describe(
        "Whether answers of `cassette` fit the same questions in order, or similar ones at any " +
          "time; strict where it is left out.",
      ),
  };
}

/** What must hold between the keys of `[agent.upstream]`. */
export function upstreamCheck(checked: Checked<FileUpstream>): void {
  const { type } = checked.value;
  if (type !== "cassette") {
    misplaced(checked, "match", `must be left out: \`${type}\` does not read it`);
  }
  if (type === "provider") {
    misplaced(checked, "file", "must be left out: `provider` does not read it");
    return;
  }
  missing(
    checked,
    "file",
    `must be the path of the ${type === "cassette" ? "recording" : "script"}`,
  );
}

/** The keys of `[agent.model]`. */
export function modelShape(zod: Zod, rules: PathRules): ShapeOf<FileModel> {
  return {
    name: nameOf(zod, "must be the name of a model,")
      .describe("The model.")
      .meta({ examples: ["qwen3:8b"] }),
    base_url: urlOf(zod)
      .default("http://127.0.0.1:11434/v1")
      .describe("Any address that speaks as OpenAI does, with `/v1`."),
    api_key: zod
      .string("must name a variable, such as `${API_KEY}`")
      .check((checked) => {
        if (/^\$\{\w+\}$/u.test(checked.value)) return;
        secret(checked, [], "must name a variable, such as `${API_KEY}`, and hold no key itself");
      })
      .optional()
      .describe("The variable that holds the key, as `${NAME}`; never the key itself.")
      .meta({ examples: ["${MODEL_KEY}"] }),
    temperature: numberOf(zod, { min: 0, max: 2 }).default(0).describe("How freely it writes."),
    cache: pathOf(zod, "must be a path")
      .check(judge(rules.output))
      .default("agent-model.json")
      .describe("Where its answers are kept, to be committed; each is asked for once."),
  };
}

/** The keys of `[agent.mutations]`. */
export function mutationsShape(zod: Zod, rules: PathRules): ShapeOf<FileMutations> {
  const names = Object.keys(mutationWeights) as [MutationType, ...MutationType[]];
  const must = `must be one of ${names.join(", ")}`;
  const type = zod.enum(names, must).meta({ named: "FileMutation" });
  return {
    count: wholeOf(zod, { min: 0, max: 100_000 })
      .default(10)
      .describe("How many changed prompts are made of each prompt; 0 makes none."),
    types: listOf(zod, type, "kinds of mutations")
      .default([
        "paraphrase",
        "noise",
        "tone_shift",
        "prompt_injection",
        "encoding_attacks",
        "context_manipulation",
        "length_extremes",
      ])
      .describe("Which kinds are made."),
    weights: zod
      .partialRecord(type, numberOf(zod, { min: 0, max: 100 }), "must be a table of weights")
      .default({})
      .describe("How much a kind weighs in the score, where it differs from the built-in weight."),
    custom_templates: zod
      .record(
        nameOf(zod, "must be a name,"),
        textOf(zod, "must be a text with `{prompt}`").regex(/\{prompt\}/u, "must have `{prompt}`"),
        "must be a table of texts",
      )
      .default({})
      .describe("Texts with `{prompt}` inside, by name, for the kind `custom`."),
    custom: pathOf(zod, "must be `file#export`,")
      .check(judge(rules.place))
      .optional()
      .describe("A function that makes changed prompts, for the kind `custom`."),
    lockfile: pathOf(zod, "must be a path")
      .check(judge(rules.output))
      .optional()
      .describe("Where the changed prompts are kept, so that all runs ask the same.")
      .meta({ examples: ["agent-mutations.json"] }),
  };
}

/** The keys of `[agent.replays]`, of a source and of its filter. */
export function replayShapes(zod: Zod): {
  readonly replays: ShapeOf<FileReplays>;
  readonly source: ShapeOf<FileReplaySource>;
  readonly filter: ShapeOf<FileReplayFilter>;
} {
  const filter = filterShape(zod);
  const source: ShapeOf<FileReplaySource> = {
    type: zod
      .enum(["langsmith", "langsmith_run"], 'must be "langsmith" or "langsmith_run"')
      .describe("A project of LangSmith, or one run of it."),
    project: nameOf(zod, "must be the name of a project,").optional().describe("The project."),
    run_id: nameOf(zod, "must be the id of a run,").optional().describe("The run."),
    filter: zod
      .strictObject(filter, "must be a table")
      .optional()
      .describe("Which runs of the project are fetched."),
    auto_import: flagOf(zod).default(false).describe("Fetches them with every run."),
  };
  const session = zod
    .record(zod.string(), zod.unknown(), "must be a table")
    .check(sessionCheck)
    .describe("A session: `file`, or `id`, `input` and what else a session file has.");
  const replays: ShapeOf<FileReplays> = {
    sessions: listOf(zod, session, "tables")
      .default([])
      .describe("Conversations that were held before, by file or written here.")
      .meta({ examples: [[{ file: "sessions/one.yaml" }]] }),
    sources: listOf(zod, zod.strictObject(source, "must be a table").check(sourceCheck), "tables")
      .default([])
      .describe("Where sessions are fetched from.")
      .meta({
        examples: [[{ type: "langsmith", project: "support", filter: { status: "error" } }]],
      }),
  };
  return { replays, source, filter };
}

/** The keys of `[agent.scoring]`. */
export function scoringShape(zod: Zod): ShapeOf<FileScoring> {
  const share = numberOf(zod, { min: 0, max: 1 });
  const weight = (normal: number, of: string) =>
    share.default(normal).describe(`How much ${of} weighs; the four sum to 1.`);
  return {
    mutation: weight(0.2, "mutation robustness"),
    chaos: weight(0.35, "chaos resilience"),
    contract: weight(0.35, "contract compliance"),
    replay: weight(0.1, "replay regression"),
    minimum: share.default(0).describe("The score that each phase and the whole must reach."),
  };
}

/** The four weights sum to 1. */
export function scoringCheck(checked: Checked<FileScoring>): void {
  const { mutation, chaos, contract, replay } = checked.value;
  const sum = mutation + chaos + contract + replay;
  if (Math.min(mutation, chaos, contract, replay) < 0) return; // told of already
  if (Math.max(mutation, chaos, contract, replay) > 1) return;
  if (Math.abs(sum - 1) <= 0.001) return;
  const parts = [mutation, chaos, contract, replay].join(" + ");
  wrong(checked, [], `must have weights that sum to 1: ${parts} is ${Number(sum.toFixed(4))}`);
}

/** The keys of `[agent.certificate]`. */
export function certificateShape(zod: Zod, rules: PathRules): ShapeOf<FileCertificate> {
  const path = () => pathOf(zod, "must be a path").check(judge(rules.output));
  return {
    tester_name: zod
      .string("must be a text")
      .max(200, "must be at most 200 characters long")
      .default("")
      .describe("Who tested; stands on the certificate."),
    pass_threshold: numberOf(zod, { min: 0, max: 1 })
      .default(0.8)
      .describe("The overall score that a certificate asks for."),
    output_format: zod
      .enum(["json", "html", "pdf", "all"], 'must be "json", "html", "pdf" or "all"')
      .default("all")
      .describe("Which views are written; the signed JSON always is."),
    output: path().default(".gauntlet/certificate").describe("Where it goes, without an ending."),
    key: path()
      .default(".gauntlet-keys/certificate-key.pem")
      .describe("The private key, PEM; made on first use."),
    expires_days: wholeOf(zod, { min: 1, max: 3_650 })
      .default(90)
      .describe("After how many days it no longer verifies."),
  };
}

// --- inside ---

function filterShape(zod: Zod): ShapeOf<FileReplayFilter> {
  return {
    status: zod
      .enum(["error", "warning", "all"], 'must be "error", "warning" or "all"')
      .default("error")
      .describe("Runs that failed, that warned, or all."),
    date_range: nameOf(zod, "must be a range such as `last_7_days`,")
      .optional()
      .describe("Only runs of this time, such as `last_7_days`."),
    min_latency_ms: wholeOf(zod, { min: 0, max: 86_400_000 })
      .optional()
      .describe("Only runs that took so long."),
  };
}

function sessionCheck(checked: Checked<Readonly<Record<string, unknown>>>): void {
  const { file } = checked.value;
  if (file === undefined) {
    missing(checked, "id", "must be a text, where there is no `file`");
    missing(checked, "input", "must be what the agent was asked, where there is no `file`");
    return;
  }
  if (typeof file !== "string" || file === "") wrong(checked, ["file"], "must be a path");
}

function sourceCheck(checked: Checked<FileReplaySource>): void {
  const isRun = checked.value.type === "langsmith_run";
  const leftOut = `must be left out: \`${checked.value.type}\` does not read it`;
  if (isRun) missing(checked, "run_id", "must be the id of a run");
  else missing(checked, "project", "must be the name of a project");
  for (const key of isRun ? ["project", "filter"] : ["run_id"]) misplaced(checked, key, leftOut);
}
