import type { ToolAnnotations } from '@toolwire/core';
import { encodeRequirements } from '@toolwire/core/internal';
import { type Fields, isObject } from '@toolwire/core/wire';
import { toObjectSchemas } from '@toolwire/internal/json-schema';
import { deprecationNotice } from '@toolwire/version';
import { toolMetaKey } from '../json-rpc/message.ts';
import type { Revision } from '../json-rpc/revisions.ts';
import type { ListedTool } from './tool-index.ts';
import { toolUiMeta } from './tool-ui.ts';
import { isSchemaWrapped, outputShape, wrapSchema } from './wrapped-output.ts';

/** Capabilities of the server that the listing of a tool mentions. */
export interface ListingCapabilities {
  readonly hasTasks: boolean;
  /** Whether clients can get access tokens. */
  readonly hasSignIn: boolean;
}

/** Encodes a tool with the fields that a revision supports. */
export function encodeTool(
  { name, tool, inputSchema }: ListedTool,
  revision: Revision,
  capabilities: ListingCapabilities,
): Fields {
  const { title, description, deprecation, icons, taskSupport } = tool;
  const { toolFields } = revision;
  const schemes = capabilities.hasSignIn && toolFields.has('_meta') ? securitySchemesOf(tool) : undefined;
  return {
    name,
    ...(title !== undefined && toolFields.has('title') && { title }),
    description: deprecation === undefined ? description : `${description} [${deprecationNotice(deprecation)}]`,
    inputSchema: encodeInput(inputSchema, revision),
    ...encodeOutput(tool.outputSchema, revision),
    ...(toolFields.has('annotations') && encodeAnnotations(tool.annotations, title)),
    ...(icons !== undefined && toolFields.has('icons') && { icons }),
    ...(capabilities.hasTasks &&
      taskSupport !== undefined &&
      toolFields.has('execution') && { execution: { taskSupport } }),
    ...(schemes !== undefined && { securitySchemes: schemes }),
    ...(toolFields.has('_meta') && { _meta: { ...encodeMeta(tool), ...(schemes && { securitySchemes: schemes }) } }),
  };
}

// For ChatGPT, which reads either location. Only tools with their own requirements have it.
function securitySchemesOf({ scopes, anonymous }: ListedTool['tool']): readonly Fields[] | undefined {
  if (scopes === undefined && anonymous === undefined) return undefined;
  return anonymous === true ? [{ type: 'noauth' }] : [{ type: 'oauth2', scopes: scopes ?? [] }];
}

function encodeInput(schema: Fields, revision: Revision): Fields {
  // Always an object, whatever the schema says. MCP-LIST-03
  return { ...(revision.era === 'legacy' ? withObjectProperties(schema) : schema), type: 'object' };
}

function encodeOutput(schema: Fields | null, revision: Revision): Fields {
  const { structured } = revision;
  const shape = outputShape(schema);
  if (schema === null || structured === 'none' || shape === 'anything') return {};
  if (structured === 'any') return { outputSchema: schema };
  return { outputSchema: isSchemaWrapped(revision, shape) ? wrapSchema(schema) : withObjectProperties(schema) };
}

/** Replaces boolean property schemas with objects, which revisions before 2026-07-28 require. */
export function withObjectProperties(schema: Fields): Fields {
  const { properties } = schema;
  return isObject(properties) ? { ...schema, properties: toObjectSchemas(properties) } : schema;
}

function encodeAnnotations(annotations: ToolAnnotations = {}, title: string | undefined): Fields {
  const { readOnly, destructive, idempotent, openWorld } = annotations;
  const hints = {
    ...(title !== undefined && { title }),
    ...(readOnly !== undefined && { readOnlyHint: readOnly }),
    ...(destructive !== undefined && { destructiveHint: destructive }),
    ...(idempotent !== undefined && { idempotentHint: idempotent }),
    ...(openWorld !== undefined && { openWorldHint: openWorld }),
  };
  return Object.keys(hints).length === 0 ? {} : { annotations: hints };
}

// Information without a field in MCP: the version and the requirements. Clients of Arcade read `arcade`.
function encodeMeta(tool: ListedTool['tool']): Fields {
  const { id, version, requirements, meta } = tool;
  const needs = requirements && encodeRequirements(requirements);
  return {
    ...meta,
    ...toolUiMeta(tool),
    [toolMetaKey]: { id, version, ...(needs && { requirements: needs }) },
    ...(needs && { arcade: { requirements: needs } }),
  };
}
