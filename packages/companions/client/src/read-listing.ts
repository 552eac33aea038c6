import type { Listed } from './call-result.ts';
import { type Fields, isArray, isObject, objectsIn, present, textOf } from './json-shape.ts';
import type { AuthorizationRequirement, JsonSchema, ListedTool, Requirements } from './listed-tool.ts';

/** Reads a listing of any era; nothing where the body is no listing at all. */
export function readListing(body: unknown): Listed | undefined {
  const entries = entriesOf(body);
  if (entries === undefined) return undefined;
  const warnings: string[] = [];
  const tools = entries.flatMap((entry, index) => {
    const tool = isObject(entry) ? readTool(entry, warnings) : undefined;
    if (tool === undefined) warnings.push(`Entry ${index} of the listing has no id and is left out`);
    return tool ?? [];
  });
  return { kind: 'listed', tools, warnings };
}

// E13: `tools`, the renamed protocol's `items`, or the array alone.
function entriesOf(body: unknown): readonly unknown[] | undefined {
  if (isArray(body)) return body;
  if (!isObject(body)) return undefined;
  const { tools, items } = body;
  if (isArray(tools)) return tools;
  return isArray(items) ? items : undefined;
}

function readTool(entry: Fields, warnings: string[]): ListedTool | undefined {
  const listedId = textOf(entry['id']);
  if (listedId === undefined) return undefined;
  // E15, E16: the version stands in the id, beside it, or in both places.
  const [id = '', versionInId] = listedId.split('@');
  const version = versionInId ?? textOf(entry['version']) ?? '';
  const toolId = version === '' ? id : `${id}@${version}`;
  const requirements = readRequirements(entry['requirements'], toolId, warnings);
  return {
    toolId,
    id,
    version,
    name: textOf(entry['name']) ?? id.replace('.', '_'),
    description: textOf(entry['description']) ?? '',
    inputSchema: readInputSchema(entry['input_schema']),
    outputSchema: readOutputSchema(entry),
    ...(requirements && { requirements }),
  };
}

const schemaKeywords = ['type', 'properties', '$schema', 'anyOf', 'oneOf', 'allOf', 'enum', 'const'];

// E14: a wrapper around the parameters, or the parameters themselves. E20: no schema is one of an object with anything in it.
function readInputSchema(schema: unknown): JsonSchema {
  if (!isObject(schema)) return { type: 'object' };
  const { parameters } = schema;
  const isWrapper = isObject(parameters) && !schemaKeywords.some((keyword) => Object.hasOwn(schema, keyword));
  const found = isWrapper ? parameters : schema;
  return Object.keys(found).length === 0 ? { type: 'object' } : found;
}

// E17: null, which is nothing, is not absent, which is anything.
function readOutputSchema({ output_schema: schema }: Fields): JsonSchema | null {
  if (schema === null) return null;
  return isObject(schema) ? schema : {};
}

function readRequirements(value: unknown, toolId: string, warnings: string[]): Requirements | undefined {
  if (!isObject(value)) return undefined;
  const { authorization, secrets, user_id: userId } = value;
  const withId = (list: unknown): readonly Fields[] =>
    objectsIn(list).filter((entry) => {
      const isNamed = textOf(entry['id']) !== undefined;
      // E46: a requirement that names nothing cannot be met.
      if (!isNamed) warnings.push(`A requirement of '${toolId}' has no id and is left out`);
      return isNamed;
    });
  return {
    ...(present(authorization) && { authorization: withId(authorization).map(readAuthorization) }),
    ...(present(secrets) && { secrets: withId(secrets).map(({ id }) => ({ id: String(id) })) }),
    ...(typeof userId === 'boolean' && { userId }),
  };
}

function readAuthorization({ id, oauth2 }: Fields): AuthorizationRequirement {
  const scopes = isObject(oauth2) && isArray(oauth2['scopes']) ? oauth2['scopes'] : undefined;
  return {
    id: String(id),
    ...(isObject(oauth2) && {
      oauth2: scopes ? { scopes: scopes.filter((scope): scope is string => typeof scope === 'string') } : {},
    }),
  };
}
