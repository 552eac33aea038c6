import { type Fields, isObject, readRequirements, stringOf } from '@toolwire/internal';
import type { CliTool } from '../target/target.ts';
import { readDetails } from '../target/tool-details.ts';

/** Reads an MCP tool. A toolwire server adds its ID, version and requirements in `_meta`. */
export function readTool(entry: Fields): CliTool {
  const { name, description, inputSchema, outputSchema, _meta: meta } = entry;
  const otcTool = isObject(meta) ? meta['org.opentoolcalling/tool'] : undefined;
  const { id: otcId, version: otcVersion, requirements } = isObject(otcTool) ? otcTool : {};
  const id = stringOf(otcId) || stringOf(name);
  const version = stringOf(otcVersion);
  const listedRequirements = readRequirements(requirements);
  return {
    toolId: version === '' ? id : `${id}@${version}`,
    id,
    version,
    name: stringOf(name),
    description: stringOf(description),
    inputSchema: isObject(inputSchema) ? inputSchema : { type: 'object' },
    outputSchema: isObject(outputSchema) ? outputSchema : {},
    ...readDetails(entry, 'Hint'),
    ...(listedRequirements !== undefined && { requirements: listedRequirements }),
  };
}
