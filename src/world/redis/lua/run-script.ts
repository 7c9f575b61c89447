import { createHash } from "node:crypto";
import type { RedisClient, RedisHost } from "../call.ts";
import { RedisError, type Reply } from "../reply.ts";
import { type Library, libraryTable } from "./arguments.ts";
import { baseLibrary, bitLibrary, mathTable, tableLibrary } from "./base-library.ts";
import { cjsonLibrary, jsonNull } from "./cjson.ts";
import { cmsgpackLibrary } from "./cmsgpack.ts";
import { compileLua } from "./compile.ts";
import { toText } from "./operators.ts";
import { randomLibrary } from "./random.ts";
import { fromLua, single, toLua } from "./replies.ts";
import { stringLibrary } from "./string-library.ts";
import { LuaError, type LuaFunction, LuaTable, LuaUncovered, type Machine } from "./values.ts";

/** What a script is run with. */
export interface ScriptCall {
  readonly host: RedisHost;
  readonly caller: RedisClient;
  readonly source: string;
  readonly digest: string;
  readonly keys: readonly string[];
  readonly args: readonly string[];
}

/** Runs a script to its end; nothing else happens meanwhile. */
export function runScript(call: ScriptCall): Reply {
  const script = compiled(call.source, call.digest);
  const machine: Machine = { line: 1, steps: 0, depth: 0, globals: globalsOf(call) };
  try {
    return fromLua(script([], machine)[0]);
  } catch (thrown) {
    throw scriptError(thrown, call, machine);
  }
}

/** Compiles a script, so that one that is wrong is refused before it is kept. */
export function compiled(source: string, digest: string): LuaFunction {
  const known = scripts.get(digest);
  if (known !== undefined) return known;
  try {
    const script = compileLua(source);
    if (scripts.size >= scriptsMax) scripts.clear();
    scripts.set(digest, script);
    return script;
  } catch (thrown) {
    if (!(thrown instanceof LuaError)) throw thrown;
    throw new RedisError(`ERR Error compiling script (new function): ${thrown.message}`);
  }
}

/** The name of a script. */
export function digestOf(source: string): string {
  return createHash("sha1").update(source, "latin1").digest("hex");
}

// --- inside ---

/** Compiled once for all runs: a script depends on nothing but its text. */
const scripts = new Map<string, LuaFunction>();
const scriptsMax = 1_000;

const string = libraryTable(stringLibrary);
const table = libraryTable(tableLibrary);
const bit = libraryTable(bitLibrary);
const cmsgpack = libraryTable(cmsgpackLibrary);
const cjson = libraryTable(cjsonLibrary);
cjson.set("null", jsonNull);
const base = libraryTable(baseLibrary);

function globalsOf(call: ScriptCall): LuaTable {
  const globals = new LuaTable();
  for (const [name, value] of base.entries()) globals.set(name, value);
  const math = mathTable();
  for (const [name, value] of libraryTable(randomLibrary(call.host)).entries())
    math.set(name, value);
  const redis = libraryTable(redisLibrary(call));
  for (const [at, level] of ["DEBUG", "VERBOSE", "NOTICE", "WARNING"].entries()) {
    redis.set(`LOG_${level}`, at);
  }
  const named = { string, table, bit, cmsgpack, cjson, math, redis };
  for (const [name, value] of Object.entries(named)) globals.set(name, value);
  globals.set("_VERSION", "Lua 5.1");
  globals.set("_G", globals);
  globals.set("KEYS", LuaTable.of(call.keys));
  globals.set("ARGV", LuaTable.of(call.args));
  globals.isReadonly = true;
  return globals;
}

function redisLibrary({ host, caller }: ScriptCall): Library {
  const client = host.scriptClient(caller);
  const run = (words: readonly (string | undefined)[]): Reply => {
    const given = words.filter((word) => word !== undefined);
    if (given.length === words.length && given.length > 0) return host.execute(client, given);
    const text =
      words.length === 0
        ? "ERR Please specify at least one argument for this redis lib call"
        : "ERR Lua redis lib command arguments must be strings or integers";
    return { kind: "error", text };
  };
  return {
    call: ({ all, machine }) => {
      const value = toLua(run(all.map((word) => commandText(word))));
      if (!(value instanceof LuaTable) || typeof value.get("err") !== "string") return value;
      value.set("line", machine.line);
      throw new LuaError(value);
    },
    pcall: ({ all }) => toLua(run(all.map((word) => commandText(word)))),
    error_reply: (args) => single("err", errorText(args.text(0))),
    status_reply: (args) => single("ok", args.text(0)),
    sha1hex: (args) => digestOf(args.text(0)),
    log: () => [],
    setresp: (args) => {
      if (args.number(0) === 2) return [];
      throw new LuaUncovered("`redis.setresp(3)` in scripts");
    },
    replicate_commands: () => true,
    set_repl: () => [],
  };
}

/** Numbers go as whole ones where they are, and with 17 digits where not. */
function commandText(word: LuaFunctionArgument): string | undefined {
  if (typeof word !== "number" || Number.isInteger(word)) return toText(word);
  return String(word);
}

type LuaFunctionArgument = Parameters<typeof toText>[0];

/** An error without a code gets the usual one. */
function errorText(text: string): string {
  const plain = text.startsWith("-") ? text.slice(1) : text;
  return plain.includes(" ") ? plain : `ERR ${plain}`;
}

function scriptError(thrown: unknown, { digest, host }: ScriptCall, { line }: Machine): Error {
  if (thrown instanceof LuaUncovered) {
    host.tellUncovered(thrown.message);
    return new RedisError(`ERR ${thrown.message} is not simulated`);
  }
  if (!(thrown instanceof LuaError)) return thrown as Error;
  const { value } = thrown;
  const error = value instanceof LuaTable ? value.get("err") : undefined;
  if (value instanceof LuaTable && typeof error === "string") {
    const raisedAt = value.get("line");
    const at = typeof raisedAt === "number" ? raisedAt : line;
    return new RedisError(`${error} script: ${digest}, on @user_script:${at}.`);
  }
  const text = toText(value) ?? "unknown error";
  return new RedisError(`ERR ${text} script: ${digest}, on @user_script:${line}.`);
}
