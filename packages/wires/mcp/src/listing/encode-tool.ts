import type { Requirements, ToolAnnotations } from '@toolwire/core';
import { deprecationNotice } from '@toolwire/version';
import { toolPageMeta } from '../apps/tool-page.ts';
import type { Dialect } from '../revisions/dialect.ts';
import type { Fields } from '../rpc/json-shape.ts';
import { withObjectProperties } from '../schema/object-properties.ts';
import { outputShape, wrapSchema } from '../schema/wrap-schema.ts';
import type { ListedTool } from './tool-index.ts';

/** What the listing speaks of besides the tools themselves. */
export interface ToldOfTools {
  readonly hasTasks: boolean;
  /** Whether clients can get tokens. */
  readonly hasSignIn: boolean;
}

/** Writes a tool with what a revision knows of tools, and nothing else. */
export function encodeTool({ name, tool, inputSchema }: ListedTool, dialect: Dialect, told: ToldOfTools): Fields {
  const { title, description, deprecation, icons, taskSupport } = tool;
  const { toolFields } = dialect;
  const schemes = told.hasSignIn && toolFields.has('_meta') ? securitySchemesOf(tool) : undefined;
  return {
    name,
    ...(title !== undefined && toolFields.has('title') && { title }),
    description: deprecation === undefined ? description : `${description} [${deprecationNotice(deprecation)}]`,
    inputSchema: encodeInput(inputSchema, dialect),
    ...encodeOutput(tool.outputSchema, dialect),
    ...(toolFields.has('annotations') && encodeAnnotations(tool.annotations, title)),
    ...(icons !== undefined && toolFields.has('icons') && { icons }),
    ...(told.hasTasks && taskSupport !== undefined && toolFields.has('execution') && { execution: { taskSupport } }),
    ...(schemes !== undefined && { securitySchemes: schemes }),
    ...(toolFields.has('_meta') && { _meta: { ...encodeMeta(tool), ...(schemes && { securitySchemes: schemes }) } }),
  };
}

// As ChatGPT reads it, in either place; for tools that differ from others.
function securitySchemesOf({ scopes, anonymous }: ListedTool['tool']): readonly Fields[] | undefined {
  if (scopes === undefined && anonymous === undefined) return undefined;
  return anonymous === true ? [{ type: 'noauth' }] : [{ type: 'oauth2', scopes: scopes ?? [] }];
}

function encodeInput(schema: Fields, dialect: Dialect): Fields {
  // MCP-LIST-03: an object, whatever the schema says besides.
  return { ...(dialect.era === 'legacy' ? withObjectProperties(schema) : schema), type: 'object' };
}

function encodeOutput(schema: Fields | null, { structured }: Dialect): Fields {
  const shape = outputShape(schema);
  if (schema === null || structured === 'none' || shape === 'anything') return {};
  if (structured === 'any') return { outputSchema: schema };
  return { outputSchema: shape === 'object' ? withObjectProperties(schema) : wrapSchema(schema) };
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

// What MCP has no place for: the version, and what a call needs besides its arguments.
function encodeMeta(tool: ListedTool['tool']): Fields {
  const { id, version, requirements, meta } = tool;
  const needs = requirements && encodeRequirements(requirements);
  return {
    ...meta,
    ...toolPageMeta(tool),
    'org.opentoolcalling/tool': { id, version, ...(needs && { requirements: needs }) },
    ...(needs && { arcade: { requirements: needs } }),
  };
}

function encodeRequirements({ authorization, secrets, userId }: Requirements): Fields {
  return {
    ...(authorization !== undefined && { authorization }),
    ...(secrets !== undefined && { secrets }),
    ...(userId !== undefined && { user_id: userId }),
  };
}
