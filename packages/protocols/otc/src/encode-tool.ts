import type { ToolInfo } from '@toolwire/core';
import { encodeRequirements } from '@toolwire/core/internal';
import { deprecationNotice } from '@toolwire/version';

/** Encodes a tool definition, with its parameters in a wrapper (OTC-DEF-08). */
export function encodeTool(tool: ToolInfo): object {
  return { ...describe(tool), input_schema: { parameters: parametersOf(tool) }, ...outputAndRequirements(tool) };
}

/** Encodes a tool for the renamed protocol, with its parameters without a wrapper (E14). */
export function encodeItem(tool: ToolInfo): object {
  return { ...describe(tool), input_schema: parametersOf(tool), ...outputAndRequirements(tool) };
}

// The ID ends with the version (OTC-DEF-01, OTC-DEF-05, OTC-DEF-06).
function describe(tool: ToolInfo): object {
  return {
    id: `${tool.id}@${tool.version}`,
    name: tool.name,
    description:
      tool.deprecation === undefined
        ? tool.description
        : `${tool.description} [${deprecationNotice(tool.deprecation)}]`,
    version: tool.version,
  };
}

// A definition allows no other members (OTC-DEF-15), but its schema does: `deprecated` is a keyword of JSON Schema.
function parametersOf(tool: ToolInfo): object {
  return tool.deprecation === undefined ? tool.inputSchema : { ...tool.inputSchema, deprecated: true };
}

// `compileOutput` of `@toolwire/validate` makes the schema `{}` for any output, and null for none (OTC-DEF-11).
function outputAndRequirements(tool: ToolInfo): object {
  return {
    output_schema: tool.outputSchema,
    ...(tool.requirements && { requirements: encodeRequirements(tool.requirements) }),
  };
}
