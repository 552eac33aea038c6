import { jsonBody, ResponseError } from './check-response.ts';
import { summarize, type TestResponse } from './response.ts';

/** A listed tool, whose fields may be missing or invalid. */
export interface ListedTool {
  readonly id: string;
  readonly name: unknown;
  readonly description: unknown;
  readonly version: unknown;
  readonly input_schema: unknown;
  readonly output_schema: unknown;
  readonly requirements?: unknown;
}

/** Returns the listed tools that have an ID. Only cases check the other fields, so that one error does not fail them all. */
export function readListing(response: TestResponse): readonly ListedTool[] {
  const body = response.status === 200 ? jsonBody('GET /tools', response) : undefined;
  const { tools } = Object(body) as { tools?: unknown };
  if (!Array.isArray(tools)) {
    throw new ResponseError(`GET /tools: expected status 200 and an array of tools, got ${summarize(response)}`);
  }
  return tools.filter((tool): tool is ListedTool => typeof (tool as ListedTool | null)?.id === 'string');
}

/** Returns the parameters of a listed tool as a JSON Schema. Omits invalid ones, which the cases about definitions report. */
export function parametersOf(tool: ListedTool): {
  readonly properties: Readonly<Record<string, unknown>>;
  readonly required: readonly string[];
} {
  const { parameters } = (tool.input_schema ?? {}) as { parameters?: Record<string, unknown> };
  const required: unknown = parameters?.['required'];
  return {
    properties: (parameters?.['properties'] ?? {}) as Record<string, unknown>,
    required: Array.isArray(required) ? required.filter((name) => typeof name === 'string') : [],
  };
}
