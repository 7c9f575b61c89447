import MagicString from "magic-string";
import type {
  CjsAnalysis,
  Edit,
  EsmAnalysis,
  ImportBinding,
  LocalExport,
  Site,
} from "./analysis.ts";
import { assert } from "../../kernel/errors/assert.ts";
import type { Instrumentation } from "./plan.ts";

/** How an imported name reaches the code, decided when the graph is linked. */
export interface LinkedBinding {
  /** Which of the module's sources holds it. */
  readonly source: number;
  /** The name there; `*` is the source itself. */
  readonly name: string;
  /**
   * `constant`: copied once, when the module starts. `hoisted`: a function, copied before anything
   * runs. `live`: looked up at every use. `view`: a namespace read through the exporter's record.
   * `namespace`: the real namespace object, or a part of what a module exports. `absent`: nothing
   * of the name is there, which is undefined in compiled CommonJS.
   */
  readonly mode: "constant" | "hoisted" | "live" | "view" | "namespace" | "absent";
}

/** What linking decided about one ES module. */
export interface LinkedEsm {
  readonly analysis: EsmAnalysis;
  /** One for each import, in order. */
  readonly bindings: readonly LinkedBinding[];
  /** Other modules may reach into it before it runs, so its set-up is a step of its own. */
  readonly isEarly: boolean;
  readonly instrumentation: readonly Instrumentation[];
}

/**
 * Turns an ES module into the text of a function. Its parameters are the module instance, the
 * sources it imports from, its record and the function that fills the record. It is a plain
 * function, or a generator that pauses where the module may be reached early and wherever it
 * awaits.
 */
export function emitEsm(linked: LinkedEsm): MagicString {
  const { analysis, isEarly, instrumentation } = linked;
  const { prefix } = analysis;
  checkReplaced(instrumentation);
  const text = new MagicString(analysis.code);
  instrument(text, instrumentation, "first");
  for (const edit of analysis.edits.toReversed()) applyEdit(text, edit);
  analysis.imports.forEach((binding, index) => {
    const link = linked.bindings[index];
    if (link !== undefined) rewriteSites(text, { binding, link, prefix, index });
  });
  instrument(text, instrumentation, "last");
  const star = isEarly || analysis.hasTopLevelAwait ? "*" : "";
  const parameters = ["m", "s", "r", "e"].map((name) => prefix + name).join(",");
  text.prepend(`(function${star}(${parameters}){"use strict";${prologue(linked)}`);
  text.append("\n})");
  return withNames(text, instrumentation);
}

/**
 * Turns a CommonJS file into the text of a function that, given the instance, returns Node's usual
 * wrapper.
 */
export function emitCjs(
  analysis: CjsAnalysis,
  instrumentation: readonly Instrumentation[],
): MagicString {
  checkReplaced(instrumentation);
  const text = new MagicString(analysis.code);
  instrument(text, instrumentation, "first");
  for (const edit of analysis.edits) applyEdit(text, edit);
  instrument(text, instrumentation, "last");
  const wrapper = "function (exports, require, module, __filename, __dirname) { ";
  text.prepend(`(function(${analysis.prefix}m){return ${wrapper}`);
  text.append("\n}})");
  return withNames(text, instrumentation);
}

/** A property access by any name. */
export function memberOf(object: string, name: string): string {
  return isIdentifierName(name) ? `${object}.${name}` : `${object}[${JSON.stringify(name)}]`;
}

/** True when a name can be written after a dot. */
export function isIdentifierName(name: string): boolean {
  return /^[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*$/u.test(name);
}

// --- inside ---

function applyEdit(text: MagicString, edit: Edit): void {
  if ("to" in edit) {
    text.prependRight(edit.start, edit.before);
    text.appendLeft(edit.end, edit.after);
    text.move(edit.start, edit.end, edit.to);
  } else if (edit.start === edit.end) {
    text.appendLeft(edit.start, edit.text);
  } else {
    text.update(edit.start, edit.end, edit.text);
  }
}

/** What two steps replace cannot be both: neither text would be what its step meant. */
function checkReplaced(instrumentation: readonly Instrumentation[]): void {
  const replaced = instrumentation
    .flatMap(({ edits }, step) =>
      edits.flatMap((edit) => (edit.side === "replace" ? [{ ...edit, step }] : [])),
    )
    .toSorted((a, b) => a.start - b.start);
  for (const [at, { start, step }] of replaced.entries()) {
    const before = replaced[at - 1];
    const isFree = before === undefined || before.step === step || before.end <= start;
    assert(isFree, "a place of the code is replaced by one step of instrumentation at most");
  }
}

/**
 * Added texts go nearest to what they enclose, before other edits of the same place; only the end
 * of an expression, which may have been rewritten itself, goes outside of those.
 */
function instrument(
  text: MagicString,
  instrumentation: readonly Instrumentation[],
  round: "first" | "last",
): void {
  const edits = instrumentation.flatMap((one) => one.edits).toSorted((a, b) => a.size - b.size);
  for (const edit of edits) {
    if ((edit.side === "last") !== (round === "last")) continue;
    if (edit.side === "replace") text.update(edit.start, edit.end, edit.text);
    else if (edit.side === "open") text.prependRight(edit.at, edit.text);
    else text.appendLeft(edit.at, edit.text);
  }
}

/** The code becomes a function of the names that each step gives it; the last step is outside. */
function withNames(text: MagicString, instrumentation: readonly Instrumentation[]): MagicString {
  for (const { names } of instrumentation) {
    text.prepend(`(function(${names.join(",")}){return `).append("})");
  }
  return text;
}

interface Rewrite {
  readonly binding: ImportBinding;
  readonly link: LinkedBinding;
  readonly prefix: string;
  readonly index: number;
}

function rewriteSites(text: MagicString, rewrite: Rewrite): void {
  const { binding, link, prefix, index } = rewrite;
  if (link.mode !== "live" && link.mode !== "view") return;
  const value = link.mode === "view" ? `${prefix}m.namespace(${String(index)})` : liveRead(rewrite);
  for (const site of binding.sites) {
    text.update(site.start, site.end, siteText({ site, value, local: binding.local }));
  }
}

function siteText({ site, value, local }: { site: Site; value: string; local: string }): string {
  switch (site.role) {
    case "read":
      return value;
    case "shorthand":
      return `${local}:${value}`;
    case "call":
      // Calling through the record must not make the record `this`.
      return `${site.startsStatement ? ";" : ""}(0,${value})`;
  }
}

/**
 * Native messages name the importer's variable, so a renamed import goes through a function that
 * says so.
 */
function liveRead({ binding, link, prefix, index }: Rewrite): string {
  return link.name === binding.local
    ? memberOf(`${prefix}s${String(link.source)}`, link.name)
    : `${prefix}l${String(index)}()`;
}

function prologue(linked: LinkedEsm): string {
  const { analysis, bindings, isEarly } = linked;
  const { prefix } = analysis;
  const all = analysis.imports.map((binding, index) => {
    const link = bindings[index];
    return link === undefined ? undefined : { binding, link, prefix, index };
  });
  const rewrites = all.filter((rewrite) => rewrite !== undefined);
  const early = rewrites.filter(({ link }) => earlyModes.has(link.mode));
  const hoisted = rewrites.filter(({ link }) => link.mode === "hoisted");
  const late = rewrites.filter(({ link }) => link.mode === "constant");
  const steps = [
    commonJsNames(analysis),
    registration(analysis, isEarly),
    liveSources(rewrites, prefix),
    declarations(early),
    isEarly ? "yield;" : "",
    declarations(hoisted),
    isEarly ? "yield;" : "",
    declarations(late),
  ];
  return steps.join("");
}

const earlyModes = new Set<LinkedBinding["mode"]>(["view", "namespace", "live", "absent"]);

function commonJsNames({ commonJsNames: names, prefix }: EsmAnalysis): string {
  if (names.length === 0) return "";
  return `var ${names.map((name) => `${name}=${prefix}m.commonJs.${name}`).join(",")};`;
}

function registration({ exports, prefix, interop }: EsmAnalysis, isEarly: boolean): string {
  if (exports.length === 0) return "";
  const values = exports.map(({ stability, local }) =>
    stability === "hoisted"
      ? local
      : isEarly && interop !== undefined
        ? // In a cycle of CommonJS, what is not there yet is undefined.
          `()=>{try{return ${local}}catch{}}`
        : `()=>${local}`,
  );
  const anonymous = exports.find((entry) => isAnonymousFunction(entry, prefix));
  const naming = anonymous === undefined ? "" : `${prefix}m.nameDefault(${anonymous.local});`;
  return `${naming}${prefix}e(${prefix}r,${values.join(",")});`;
}

function isAnonymousFunction(entry: LocalExport, prefix: string): boolean {
  return entry.local === `${prefix}default` && entry.stability === "hoisted";
}

function liveSources(rewrites: readonly Rewrite[], prefix: string): string {
  const sources = new Set<number>();
  for (const { link } of rewrites) if (link.mode === "live") sources.add(link.source);
  return [...sources]
    .map((source) => `const ${prefix}s${String(source)}=${prefix}s[${String(source)}];`)
    .join("");
}

function declarations(rewrites: readonly Rewrite[]): string {
  const texts = rewrites.map((rewrite) => {
    // Natively an import is a constant. A `var` is read faster, because nothing checks whether it
    // is ready.
    const keyword = rewrite.binding.isAssigned ? "const" : "var";
    return `${keyword} ${declaration(rewrite)};`;
  });
  return texts.join("");
}

function declaration({ binding, link, prefix, index }: Rewrite): string {
  const source = `${prefix}s[${String(link.source)}]`;
  switch (link.mode) {
    case "constant":
    case "hoisted":
      return `${binding.local}=${memberOf(source, link.name)}`;
    case "view":
    case "namespace":
      return `${binding.local}=${source}`;
    case "absent":
      return `${binding.local}=undefined`;
    case "live": {
      // Nothing reads this variable; it is there so that an assignment fails as it does natively.
      if (link.name === binding.local) return `${binding.local}=0`;
      const read = memberOf(`${prefix}s${String(link.source)}`, link.name);
      const failure = `throw ${prefix}m.notReady(${JSON.stringify(binding.local)})`;
      const reader = `${prefix}l${String(index)}=()=>{try{return ${read}}catch{${failure}}}`;
      return `${binding.local}=0,${reader}`;
    }
  }
}
