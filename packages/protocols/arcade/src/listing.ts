import type { Requirements, ToolAnnotations, ToolInfo } from '@toolwire/core';
import { jsonHeaders } from '@toolwire/core/internal';
import { type HttpResponse, isObject, type ToolPage } from '@toolwire/core/wire';
import { cachedBy } from '@toolwire/internal';
import { annotationKeywords } from '@toolwire/internal/json-schema';
import { portableToolInput } from '@toolwire/validate/portability';
import { deprecationNotice } from '@toolwire/version';
import { allowsNull, encodeValueSchema } from './encode-value-schema.ts';

/** Creates the function that responds to `GET /worker/tools`. It encodes each page once. */
export function createListing(): (page: ToolPage) => HttpResponse {
  const bodyOf = cachedBy(({ tools }: ToolPage) => JSON.stringify(tools.map(encodeTool)));
  return (page) => ({ status: 200, headers: jsonHeaders, body: bodyOf(page) });
}

/** Encodes a tool for Arcade's engine, which reads the tool's version from its toolkit. E58 */
function encodeTool(tool: ToolInfo): object {
  const [toolkit = '', name = ''] = tool.id.split('.');
  return {
    name,
    fully_qualified_name: tool.id,
    description: tool.description,
    toolkit: { name: toolkit, description: null, version: tool.version },
    input: { parameters: encodeParameters(tool) },
    output: outputOf(tool),
    requirements: encodeRequirements(tool.requirements),
    deprecation_message: tool.deprecation === undefined ? null : deprecationNotice(tool.deprecation),
    metadata: tool.annotations === undefined ? null : metadataOf(tool.annotations),
  };
}

const rootUnions = ['allOf', 'anyOf', 'oneOf', '$ref'];

/**
 * Encodes the properties of an input as Arcade's parameters. Arcade has no unions, so the properties of all branches become
 * parameters. Other inputs keep what `encodeValueSchema` reads.
 */
function encodeParameters({ inputSchema }: ToolInfo): readonly object[] {
  const isUnion = rootUnions.some((keyword) => Object.hasOwn(inputSchema, keyword));
  const { properties, required } = isUnion ? portableToolInput({ inputSchema }) : inputSchema;
  if (!isObject(properties)) return [];
  const names = new Set(Array.isArray(required) ? (required as readonly unknown[]) : []);
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    required: names.has(name),
    description: isObject(schema) && typeof schema['description'] === 'string' ? schema['description'] : null,
    value_schema: encodeValueSchema(schema),
    inferrable: !(isObject(schema) && schema['x-inferrable'] === false),
  }));
}

function outputOf({ outputSchema }: ToolInfo): object {
  if (outputSchema === null) return { description: null, available_modes: ['null'], value_schema: null };
  const description = typeof outputSchema['description'] === 'string' ? outputSchema['description'] : null;
  const isAnything = Object.keys(outputSchema).every((keyword) => annotationKeywords.has(keyword));
  const modes = isAnything || allowsNull(outputSchema) ? ['value', 'error', 'null'] : ['value', 'error'];
  return { description, available_modes: modes, value_schema: isAnything ? null : encodeValueSchema(outputSchema) };
}

/** Encodes the provider and the secrets that a tool requires. Arcade supports one provider per tool, so only the first is sent. */
function encodeRequirements({ authorization = [], secrets = [] }: Requirements = {}): object {
  const [provider] = authorization;
  return {
    authorization:
      provider === undefined
        ? null
        : {
            provider_id: provider.id,
            provider_type: 'oauth2',
            id: null,
            oauth2: { scopes: provider.oauth2?.scopes ?? null },
          },
    secrets: secrets.length === 0 ? null : secrets.map(({ id }) => ({ key: id })),
    metadata: null,
  };
}

function metadataOf({ readOnly, destructive, idempotent, openWorld }: ToolAnnotations): object {
  const behavior = {
    operations: null,
    read_only: readOnly ?? null,
    destructive: destructive ?? null,
    idempotent: idempotent ?? null,
    open_world: openWorld ?? null,
  };
  return { classification: null, behavior, extras: null };
}
