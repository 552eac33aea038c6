import type { Requirements } from '@toolwire/client';
import { type Fields, isObject } from '@toolwire/internal';
import { textOf } from '../json-fields.ts';
import type { CliTool } from '../target/target.ts';
import { readDetails } from '../target/tool-details.ts';

/** Reads an MCP tool. A toolwire server adds its ID, version and requirements in `_meta`. */
export function readTool(entry: Fields): CliTool {
  const { name, description, inputSchema, outputSchema, _meta: meta } = entry;
  const otcTool = isObject(meta) ? meta['org.opentoolcalling/tool'] : undefined;
  const { id: otcId, version: otcVersion, requirements } = isObject(otcTool) ? otcTool : {};
  const id = textOf(otcId) === '' ? textOf(name) : textOf(otcId);
  const version = textOf(otcVersion);
  return {
    toolId: version === '' ? id : `${id}@${version}`,
    id,
    version,
    name: textOf(name),
    description: textOf(description),
    inputSchema: isObject(inputSchema) ? inputSchema : { type: 'object' },
    outputSchema: isObject(outputSchema) ? outputSchema : {},
    ...readDetails(entry, 'Hint'),
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
