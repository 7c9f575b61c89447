import type { Decisions } from "../../kernel/decisions/decisions.ts";
import type { Tier } from "../case.ts";
import { drawInvalid } from "../json-schema/draw-invalid.ts";
import { drawValid } from "../json-schema/draw-valid.ts";
import type { FastCheckModule } from "../pack.ts";
import type { Operation, Parameter } from "./read-openapi.ts";

/** A request to a service; plain data. */
export interface ServiceRequest {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string | undefined;
  /** Why it is not what the document asks for; undefined where it is. */
  readonly wrong: string | undefined;
}

/** Values of parameters that are known, such as the id of what was made before. */
export type KnownValues = Readonly<Record<string, string>>;

/** What a request is drawn with. */
export interface RequestGiven {
  readonly fc: FastCheckModule;
  readonly tier: Tier;
  readonly known?: KnownValues;
}

/** Draws a request of an operation; undefined where none of the tier can be made. */
export function drawRequest(
  decisions: Decisions,
  operation: Operation,
  { fc, tier, known = {} }: RequestGiven,
): ServiceRequest | undefined {
  const texts = new Map<Parameter, readonly string[]>();
  for (const parameter of operation.parameters) {
    const isThere = parameter.isRequired || decisions.chance("optional", 0.5);
    const own = Object.hasOwn(known, parameter.name) ? known[parameter.name] : undefined;
    const drawn = isThere ? (own ?? drawTexts(decisions, parameter, fc)) : undefined;
    if (drawn !== undefined) texts.set(parameter, typeof drawn === "string" ? [drawn] : drawn);
    else if (parameter.isRequired) return undefined;
  }
  const { body } = operation;
  const hasBody = body !== undefined && (body.isRequired || decisions.chance("body", 0.8));
  const value = hasBody ? drawValid(decisions, { schema: body.schema, fc })?.value : undefined;
  if (hasBody && value === undefined) return undefined;
  const plain: Parts = { texts, body: hasBody ? JSON.stringify(value) : undefined };
  if (tier === "legal") return requestOf(operation, plain, undefined);
  const broken = breakParts(decisions, operation, { plain, fc });
  return broken === undefined ? undefined : requestOf(operation, broken, broken.wrong);
}

// --- inside ---

interface Parts {
  readonly texts: ReadonlyMap<Parameter, readonly string[]>;
  readonly body: string | undefined;
}

/** A path of nothing, or of dots, is another path. */
const isNoPart = /^\.{0,2}$/u;

function drawTexts(
  decisions: Decisions,
  { schema, in: place }: Parameter,
  fc: FastCheckModule,
): readonly string[] | undefined {
  const drawn = drawValid(decisions, { schema, fc });
  const texts = drawn === undefined ? undefined : textsOf(drawn.value);
  const isPath = place === "path" && texts?.some((text) => isNoPart.test(text)) === true;
  if (!isPath) return texts;
  return schema.fits("a", schema.root) ? ["a"] : undefined;
}

/** Lists are given one by one; what has fields has no one way to be written, and is left out. */
function textsOf(value: unknown): readonly string[] | undefined {
  if (Array.isArray(value)) {
    return value.flatMap((one: unknown) => textsOf(one) ?? []);
  }
  if (typeof value === "string") return [value];
  return typeof value === "number" || typeof value === "boolean" ? [String(value)] : undefined;
}

/** One part of a request that is right becomes wrong. */
function breakParts(
  decisions: Decisions,
  { parameters, body }: Operation,
  { plain, fc }: { readonly plain: Parts; readonly fc: FastCheckModule },
): (Parts & { readonly wrong: string }) | undefined {
  const ways: (() => (Parts & { readonly wrong: string }) | undefined)[] = [
    ...(body === undefined || plain.body === undefined
      ? []
      : [
          () => {
            const broken = drawInvalid(decisions, { schema: body.schema, fc });
            if (broken === undefined) return undefined;
            const text = JSON.stringify(broken.value);
            return { ...plain, body: text, wrong: `its body: ${broken.because}` };
          },
        ]),
    ...(body?.isRequired === true
      ? [() => ({ ...plain, body: undefined, wrong: "its body is missing" })]
      : []),
    ...parameters
      .filter(({ in: place, isRequired }) => isRequired && place !== "path")
      .map((parameter) => () => {
        const texts = new Map([...plain.texts].filter(([one]) => one !== parameter));
        return { ...plain, texts, wrong: `\`${parameter.name}\` is missing` };
      }),
    ...parameters.map((parameter) => () => {
      const texts = brokenTexts(decisions, parameter, fc);
      if (texts === undefined) return undefined;
      const wrong = `\`${parameter.name}\` is ${JSON.stringify(texts[0] ?? "")}`;
      return { ...plain, texts: new Map([...plain.texts, [parameter, texts]]), wrong };
    }),
  ];
  const from = ways.length === 0 ? 0 : decisions.integer("part", { min: 0, max: ways.length - 1 });
  for (const at of ways.keys()) {
    const broken = ways[(from + at) % ways.length]?.();
    if (broken !== undefined) return broken;
  }
  return undefined;
}

/** Only what no reading of the text makes right: `1` is a number and a text. */
function brokenTexts(
  decisions: Decisions,
  { schema, in: place }: Parameter,
  fc: FastCheckModule,
): readonly string[] | undefined {
  const { value } = drawInvalid(decisions, { schema, fc }) ?? { value: undefined };
  const texts = typeof value === "object" ? undefined : textsOf(value);
  const [text = ""] = texts ?? [];
  const isPath = place === "path" && isNoPart.test(text);
  if (texts === undefined || texts.length !== 1 || isPath || text === "") return undefined;
  const readings: readonly unknown[] = [
    text,
    Number(text),
    text === "true",
    [text],
    [Number(text)],
  ];
  const isRight = readings.some((reading) => schema.mismatch(reading) === undefined);
  return isRight ? undefined : texts;
}

function requestOf(
  { method, path, body: documented }: Operation,
  { texts, body }: Parts,
  wrong: string | undefined,
): ServiceRequest {
  let target = path;
  const query: string[] = [];
  const headers: (readonly [string, string])[] = [];
  for (const [{ name, in: place }, values] of texts) {
    if (place === "path") target = target.replace(`{${name}}`, encodeURIComponent(values.join()));
    else if (place === "query") {
      for (const value of values)
        query.push(`${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
    } else if (place === "header") headers.push([name, encodeURIComponent(values.join())]);
  }
  if (body !== undefined && documented !== undefined) {
    headers.push(["content-type", "application/json"]);
  }
  const whole = query.length === 0 ? target : `${target}?${query.join("&")}`;
  return { method, target: whole, headers, body, wrong };
}
