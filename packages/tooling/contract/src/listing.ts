import {
  checkNames,
  createOpenApiDocument,
  type Fields,
  isObject,
  listOf,
  type NamesOf,
  type OpenApiInfo,
} from '@toolwire/internal';
import { isSchema } from '@toolwire/internal/json-schema';
import type { JsonSchema } from './compare-schemas/subschema.ts';

/** One version of a tool in a listing. */
export interface ListedTool {
  readonly id: string;
  readonly version: string;
  readonly title: string;
  readonly description: string;
  readonly annotations: unknown;
  readonly input: JsonSchema;
  readonly output: JsonSchema;
  readonly isDeprecated: boolean;
  /** Each as a string, such as `secret API_KEY` or `scope mail.send of google`. */
  readonly requirements: readonly string[];
}

/**
 * Reads the JSON of `GET /tools`, a list of tools or an object with `items`, with or without the wrapper around parameters. Throws a
 * `TypeError` if it is not a listing.
 */
export function readListing(listing: unknown): readonly ListedTool[] {
  const tools = isObject(listing) ? (listing['tools'] ?? listing['items']) : listing;
  if (!Array.isArray(tools)) {
    throw new TypeError('The listing must be the JSON of GET /tools: an object with a list of `tools`.');
  }
  return tools.map(readTool);
}

function readTool(tool: unknown, index: number): ListedTool {
  if (!isObject(tool) || typeof tool['id'] !== 'string' || typeof tool['version'] !== 'string') {
    throw new TypeError(`Tool ${index + 1} of the listing has no \`id\` and \`version\`.`);
  }
  const { id, version } = tool;
  const parameters = parametersOf(tool['input_schema']);
  const isDeprecated = isObject(parameters) && parameters['deprecated'] === true;
  const description = typeof tool['description'] === 'string' ? tool['description'] : '';
  return {
    // The ID may end with the version.
    id: id.endsWith(`@${version}`) ? id.slice(0, -version.length - 1) : id,
    version,
    title: typeof tool['title'] === 'string' ? tool['title'] : '',
    // A listing marks a deprecation in the description and in the schema.
    description: isDeprecated ? description.replace(deprecationNotice, '') : description,
    annotations: tool['annotations'],
    input: isDeprecated ? withoutDeprecation(parameters) : parameters,
    output: outputOf(tool['output_schema']),
    isDeprecated,
    requirements: [
      ...(isObject(tool['requirements']) ? requirementsOf(tool['requirements']) : []),
      ...listOf(tool['scopes']).map((scope) => `scope ${String(scope)}`),
    ],
  };
}

/** As toolwire servers write it. Another text in brackets belongs to the description. */
const deprecationNotice = / \[Deprecated(?: since \d{4}-\d\d-\d\d)?(?:; [^[\]]*)?\.?\]$/;

function withoutDeprecation({ deprecated: _mark, ...parameters }: Fields): JsonSchema {
  return parameters;
}

function parametersOf(schema: unknown): JsonSchema {
  const parameters =
    isObject(schema) && isObject(schema['parameters']) && schema['type'] === undefined ? schema['parameters'] : schema;
  return isSchema(parameters) ? parameters : true;
}

/** With `null` the tool returns nothing, and without a schema it may return anything. */
function outputOf(schema: unknown): JsonSchema {
  if (schema === null) return { type: 'null' };
  return isSchema(schema) ? schema : true;
}

function requirementsOf({ authorization, secrets, user_id: userId }: Fields): readonly string[] {
  const sources = listOf(authorization).filter(isObject);
  return [
    ...sources.map(({ id }) => `authorization ${String(id)}`),
    ...sources.flatMap(({ id, oauth2 }) =>
      listOf(isObject(oauth2) ? oauth2['scopes'] : undefined).map((scope) => `scope ${String(scope)} of ${String(id)}`),
    ),
    ...listOf(secrets)
      .filter(isObject)
      .map(({ id }) => `secret ${String(id)}`),
    ...(userId === true ? ['user id'] : []),
  ];
}

/** Options of `listingAsOpenApi`: the title, the version and the URL of the document. */
export type OpenApiOptions = Omit<OpenApiInfo, 'securitySchemes'>;

const optionNames: NamesOf<OpenApiOptions> = { title: true, version: true, url: true };

/** Returns an OpenAPI 3.1 document for the calls of a listing, the JSON of `GET /tools`. Each tool and version is an operation. */
export function listingAsOpenApi(listing: unknown, options: OpenApiOptions = {}): object {
  checkNames('listingAsOpenApi()', options, optionNames);
  return createOpenApiDocument(readListing(listing), options);
}
