import type { EditableTool } from "./dialect.ts";
import { contentText, isLoose, type Loose, looseOf, objectsOf, textOf } from "../loose-json.ts";

/** A call of a tool as it stands in the history that is sent along. */
export interface CallInHistory {
  readonly id: string;
  readonly tool: string;
  readonly arguments: string;
}

/** The calls in a history, by their id. */
export function callsByKey(
  calls: readonly Loose[],
  read: (call: Loose) => CallInHistory,
): ReadonlyMap<string, CallInHistory> {
  return new Map(calls.map((call) => read(call)).map((call) => [call.id, call]));
}

/** The definitions of tools in a question that can be written. */
export function placesOfTools(
  body: Loose,
  format: {
    /** Where name and description of a tool stand; undefined for tools of the provider. */
    readonly definition: (tool: Loose) => Loose | undefined;
    readonly schemaKey: string;
  },
): readonly EditableTool[] {
  return objectsOf(body["tools"]).flatMap((tool) => {
    const definition = format.definition(tool);
    if (definition === undefined || textOf(definition["name"]) === "") return [];
    return {
      name: textOf(definition["name"]),
      description: textOf(definition["description"]),
      schema: looseOf(definition[format.schemaKey]),
      rename: (name: string) => {
        definition["name"] = name;
      },
      describe: (description: string) => {
        definition["description"] = description;
      },
      changeSchema: (schema: Loose) => {
        definition[format.schemaKey] = schema;
      },
      remove: () => {
        body["tools"] = objectsOf(body["tools"]).filter((other) => other !== tool);
      },
    };
  });
}

/** What messages of the system say. */
export function instructionsIn(messages: readonly Loose[]): string {
  return messages
    .filter(({ role }) => role === "system" || role === "developer")
    .map(({ content }) => contentText(content))
    .join("\n");
}

/** A content that says this; pictures and whatever else is in it stay. */
export function writtenContent(content: unknown, text: string, textType: string): unknown {
  if (!Array.isArray(content)) return text;
  const others = content.filter((part) => !isLoose(part) || typeof part["text"] !== "string");
  return [...(others as unknown[]), { type: textType, text }];
}
