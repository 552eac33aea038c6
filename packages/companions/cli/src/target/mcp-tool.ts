import type { Requirements } from '@toolwire/client';
import { type Fields, isObject } from '@toolwire/internal';
import { readAnnotations } from './read-annotations.ts';
import type { CliTool } from './target.ts';

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Reads a tool of MCP; one of toolwire says its id, version and requirements beside what MCP has a place for. */
export function readMcpTool(entry: Fields): CliTool {
  const { name, description, inputSchema, outputSchema, annotations, _meta: meta } = entry;
  const told = isObject(meta) ? meta['org.opentoolcalling/tool'] : undefined;
  const { id: toldId, version: toldVersion, requirements } = isObject(told) ? told : {};
  const id = textOf(toldId) === '' ? textOf(name) : textOf(toldId);
  const version = textOf(toldVersion);
  return {
    toolId: version === '' ? id : `${id}@${version}`,
    id,
    version,
    name: textOf(name),
    description: textOf(description),
    inputSchema: isObject(inputSchema) ? inputSchema : { type: 'object' },
    outputSchema: isObject(outputSchema) ? outputSchema : {},
    ...readAnnotations(annotations),
    ...(isObject(requirements) && { requirements: readRequirements(requirements) }),
  };
}

function readRequirements({ authorization, secrets, user_id: userId }: Fields): Requirements {
  const idsIn = (list: unknown): readonly { readonly id: string }[] =>
    Array.isArray(list) ? list.filter(isObject).map(({ id }) => ({ id: textOf(id) })) : [];
  return {
    ...(authorization !== undefined && { authorization: idsIn(authorization) }),
    ...(secrets !== undefined && { secrets: idsIn(secrets) }),
    ...(typeof userId === 'boolean' && { userId }),
  };
}
