import { type Fields, isObject } from '@toolwire/internal';
import type { JsonSchema } from './schema/json-schema.ts';

/** One version of a tool, as a listing publishes it. */
export interface ListedTool {
  readonly id: string;
  readonly version: string;
  readonly description: string;
  readonly input: JsonSchema;
  readonly output: JsonSchema;
  readonly isDeprecated: boolean;
  /** Each as a text that names it, such as `secret API_KEY`. */
  readonly requirements: readonly string[];
}

/** Reads the JSON of `GET /tools`, with or without the wrapper around parameters. Throws a `TypeError` that says what is not a listing. */
export function readListing(listing: unknown): readonly ListedTool[] {
  const tools = isObject(listing) ? (listing['tools'] ?? listing['items']) : listing;
  if (!Array.isArray(tools)) {
    throw new TypeError('A listing is the JSON of GET /tools: an object with a list of `tools`.');
  }
  return tools.map(readTool);
}

function readTool(tool: unknown, index: number): ListedTool {
  if (!isObject(tool) || typeof tool['id'] !== 'string' || typeof tool['version'] !== 'string') {
    throw new TypeError(`Tool ${index + 1} of the listing has no \`id\` and \`version\`.`);
  }
  const { id, version, output_schema: output } = tool;
  const parameters = parametersOf(tool['input_schema']);
  const isDeprecated = isObject(parameters) && parameters['deprecated'] === true;
  const description = typeof tool['description'] === 'string' ? tool['description'] : '';
  return {
    // The id ends with the version that stands beside it.
    id: id.endsWith(`@${version}`) ? id.slice(0, -version.length - 1) : id,
    version,
    // A listing puts the notice of a deprecation behind the tool's own words, and its mark into the schema.
    description: isDeprecated ? description.replace(/ \[[^\]]*\]$/, '') : description,
    input: isDeprecated ? unmarked(parameters) : parameters,
    output: outputOf(output),
    isDeprecated,
    requirements: isObject(tool['requirements']) ? requirementsOf(tool['requirements']) : [],
  };
}

function unmarked({ deprecated: _mark, ...parameters }: Fields): JsonSchema {
  return parameters;
}

function parametersOf(schema: unknown): JsonSchema {
  const parameters =
    isObject(schema) && isObject(schema['parameters']) && schema['type'] === undefined ? schema['parameters'] : schema;
  return isSchema(parameters) ? parameters : true;
}

/** What a tool returns that says `null` is nothing, and one that says nothing may return anything. */
function outputOf(schema: unknown): JsonSchema {
  if (schema === null) return { type: 'null' };
  return isSchema(schema) ? schema : true;
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'boolean' || isObject(value);
}

function requirementsOf({ authorization, secrets, user_id: userId }: Fields): readonly string[] {
  const named = (kind: string, list: unknown): readonly string[] =>
    Array.isArray(list)
      ? list.flatMap((each: unknown) => (isObject(each) ? [`${kind} ${String(each['id'])}`] : []))
      : [];
  return [
    ...named('authorization', authorization),
    ...named('secret', secrets),
    ...(userId === true ? ['user id'] : []),
  ];
}
