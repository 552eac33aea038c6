import type { Requirements, ToolAnnotations } from '@toolwire/core';
import { deprecationNotice } from '@toolwire/version';
import { toolPageMeta } from '../apps/tool-page.ts';
import type { Dialect } from '../revisions/dialect.ts';
import type { Fields } from '../rpc/json-shape.ts';
import { withObjectProperties } from '../schema/object-properties.ts';
import { outputShape, wrapSchema } from '../schema/wrap-schema.ts';
import type { ListedTool } from './tool-index.ts';

/** Writes a tool with what a revision knows of tools, and nothing else. */
export function encodeTool({ name, tool, inputSchema }: ListedTool, dialect: Dialect, tasks: boolean): Fields {
  const { title, description, deprecation, icons, taskSupport } = tool;
  const { toolFields } = dialect;
  return {
    name,
    ...(title !== undefined && toolFields.has('title') && { title }),
    description: deprecation === undefined ? description : `${description} [${deprecationNotice(deprecation)}]`,
    inputSchema: encodeInput(inputSchema, dialect),
    ...encodeOutput(tool.outputSchema, dialect),
    ...(toolFields.has('annotations') && encodeAnnotations(tool.annotations, title)),
    ...(icons !== undefined && toolFields.has('icons') && { icons }),
    ...(tasks && taskSupport !== undefined && toolFields.has('execution') && { execution: { taskSupport } }),
    ...(toolFields.has('_meta') && { _meta: encodeMeta(tool) }),
  };
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
