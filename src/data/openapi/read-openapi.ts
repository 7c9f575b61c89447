import { isTable, type SchemaTable } from "../../kernel/json-schema/schema-words.ts";
import { GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import { readSchema, type ReadSchema } from "../json-schema/read-schema.ts";
import { componentSchemas, plainSchema } from "./openapi-schema.ts";

/** A parameter of an operation. */
export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header" | "cookie";
  readonly isRequired: boolean;
  readonly schema: ReadSchema;
}

/** What an operation may answer with one status. */
export interface DocumentedAnswer {
  /** The schema of JSON; undefined where there is none. */
  readonly schema: ReadSchema | undefined;
  /** The content types; empty where nothing is said of them. */
  readonly types: readonly string[];
  readonly requiredHeaders: readonly string[];
}

/** One operation of a service. */
export interface Operation {
  /** `GET /orders/{id}`. */
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly body: { readonly schema: ReadSchema; readonly isRequired: boolean } | undefined;
  /** By status, `2XX` or `default`. */
  readonly answers: ReadonlyMap<string, DocumentedAnswer>;
  readonly needsAuth: boolean;
}

/** A service as an OpenAPI document of version 3 describes it. */
export interface ServiceDescription {
  readonly operations: readonly Operation[];
}

/** Reads an OpenAPI document that was parsed already. */
export function readOpenApi(document: unknown): ServiceDescription {
  const version = isTable(document) ? document["openapi"] : undefined;
  if (!isTable(document) || typeof version !== "string" || !version.startsWith("3.")) {
    throw new GauntletError({
      code: "openapi-version",
      what: "this is no OpenAPI document of version 3",
      note: `its \`openapi\` is ${JSON.stringify(version)}`,
      help: "give the parsed document, such as `JSON.parse(readFileSync(…))`",
    });
  }
  const reader = new Reader(document, version.startsWith("3.0"));
  const operations = Object.entries(tableOf(document["paths"])).flatMap(([path, item]) =>
    reader.operations(path, tableOf(item)),
  );
  return { operations };
}

/** What is documented for a status; undefined where nothing is. */
export function answerFor({ answers }: Operation, status: number): DocumentedAnswer | undefined {
  const range = `${Math.floor(status / 100)}XX`;
  return answers.get(String(status)) ?? answers.get(range) ?? answers.get("default");
}

// --- inside ---

const methods = ["get", "put", "post", "delete", "patch", "head", "options"];

class Reader {
  readonly #document: SchemaTable;
  readonly #isOld: boolean;
  readonly #schemas: SchemaTable;

  constructor(document: SchemaTable, isOld: boolean) {
    this.#document = document;
    this.#isOld = isOld;
    this.#schemas = componentSchemas(document, isOld);
  }

  operations(path: string, item: SchemaTable): readonly Operation[] {
    return methods.flatMap((method) => {
      const given = item[method];
      if (!isTable(given)) return [];
      const parameters = [...listOf(item["parameters"]), ...listOf(given["parameters"])];
      const security = given["security"] ?? this.#document["security"];
      return [
        {
          name: `${method.toUpperCase()} ${path}`,
          method: method.toUpperCase(),
          path,
          parameters: parameters.flatMap((one) => this.#parameter(this.#resolved(one))),
          body: this.#body(this.#resolved(given["requestBody"])),
          answers: this.#answers(tableOf(given["responses"])),
          // An empty requirement among them lets everybody in.
          needsAuth:
            listOf(security).length > 0 &&
            listOf(security).every((one) => Object.keys(tableOf(one)).length > 0),
        },
      ];
    });
  }

  #parameter(given: SchemaTable): readonly Parameter[] {
    const { name, in: place, required } = given;
    if (typeof name !== "string" || typeof place !== "string") return [];
    const schema = this.#schema(given["schema"] ?? true);
    return [{ name, in: place as Parameter["in"], isRequired: required === true, schema }];
  }

  #body(given: SchemaTable): Operation["body"] {
    const json = jsonOf(tableOf(given["content"]));
    if (json === undefined) return undefined;
    return { schema: this.#schema(json["schema"] ?? true), isRequired: given["required"] === true };
  }

  #answers(given: SchemaTable): Operation["answers"] {
    return new Map(
      Object.entries(given).map(([status, one]): [string, DocumentedAnswer] => {
        const answer = this.#resolved(one);
        const content = tableOf(answer["content"]);
        const schema = jsonOf(content)?.["schema"];
        const headers = Object.entries(tableOf(answer["headers"])).flatMap(([name, header]) =>
          this.#resolved(header)["required"] === true ? [name.toLowerCase()] : [],
        );
        return [
          status.toUpperCase() === "DEFAULT" ? "default" : status.toUpperCase(),
          {
            schema: schema === undefined ? undefined : this.#schema(schema),
            types: Object.keys(content).map((type) => type.toLowerCase()),
            requiredHeaders: headers,
          },
        ];
      }),
    );
  }

  #schema(given: unknown): ReadSchema {
    const plain = plainSchema(given, this.#isOld);
    return readSchema(isTable(plain) ? { ...plain, $defs: this.#schemas } : plain);
  }

  /** What a reference in the document stands for. */
  #resolved(given: unknown): SchemaTable {
    let at: unknown = given;
    for (let step = 0; step < stepsMax && isTable(at); step += 1) {
      const ref = at["$ref"];
      if (typeof ref !== "string") return at;
      at = this.#document;
      for (const part of ref.replace(/^#\//u, "").split("/")) at = tableOf(at)[part];
    }
    return {};
  }
}

/** References may lead to references, so often. */
const stepsMax = 20;

function jsonOf(content: SchemaTable): SchemaTable | undefined {
  const type = Object.keys(content).find((one) => /^application\/(?:.+\+)?json\b/iu.test(one));
  return type === undefined ? undefined : tableOf(content[type]);
}

function tableOf(value: unknown): SchemaTable {
  return isTable(value) ? value : {};
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
