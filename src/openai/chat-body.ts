import type { JudgeModelRequest } from "../judge/judge-model.ts";
import type { Capability } from "./capability.ts";

/** What goes into every request of a judge model. */
export interface ChatBodyOptions {
  readonly model: string;
  readonly temperature: number;
  /** Whatever else the server takes. */
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** The body of a chat completion that asks what the judge asks, with no more than the server can. */
export function chatBody(
  request: JudgeModelRequest,
  capability: Capability,
  { model, temperature, parameters }: ChatBodyOptions,
): Record<string, unknown> {
  const { schema, input, maxOutputTokens } = request;
  const { tokenLimit } = capability;
  const format = schema === undefined ? undefined : responseFormat(schema, capability);
  return {
    model,
    messages: [
      { role: "system", content: instructionsOf(request, capability) },
      { role: "user", content: input },
    ],
    ...(format !== undefined && { response_format: format }),
    ...(maxOutputTokens !== undefined && tokenLimit !== "none" && { [tokenLimit]: maxOutputTokens }),
    ...(capability.temperature && { temperature }),
    ...parameters,
  };
}

function responseFormat(
  { name, schema }: NonNullable<JudgeModelRequest["schema"]>,
  { structuredOutput }: Capability,
): object | undefined {
  switch (structuredOutput) {
    case "schema":
      return { type: "json_schema", json_schema: { name, schema, strict: true } };
    case "json":
      return { type: "json_object" };
    case "text":
      return undefined;
  }
}

/** The instructions; with the schema in them where the server does not enforce it. JSON mode wants the word besides. */
function instructionsOf({ instructions, schema }: JudgeModelRequest, { structuredOutput }: Capability): string {
  if (schema === undefined || structuredOutput === "schema") return instructions;
  const json = JSON.stringify(schema.schema);
  return `${instructions}\n\nAnswer with one JSON object and nothing else. It fits the JSON Schema "${schema.name}":\n${json}`;
}
