import type { JsonSchema, ToolDefinition } from '@toolwire/core';
import { fixtureTool } from './fixture-tool.ts';

/** The document of which the suite looks for every keyword. */
const document: JsonSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  $defs: {
    address: {
      $anchor: 'addressDef',
      type: 'object',
      properties: { street: { type: 'string' }, city: { type: 'string' } },
    },
  },
  properties: {
    name: { type: 'string', description: 'The name of the person.' },
    address: { $ref: '#/$defs/address', description: 'Where they live.' },
    contactMethod: { type: 'string', enum: ['phone', 'email'], description: 'How to reach them.' },
    phone: { type: 'string', description: 'Their number.' },
    email: { type: 'string', description: 'Their address for mail.' },
  },
  allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
  if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
  // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
  then: { required: ['phone'] },
  else: { required: ['email'] },
  additionalProperties: false,
};

/** Tools whose schemas are what matters about them. */
export function schemaTools(): readonly ToolDefinition[] {
  return [
    fixtureTool('json_schema_2020_12_tool', {
      description: 'Takes an input with many keywords of JSON Schema 2020-12.',
      input: document,
      run: () => 'The input fits.',
    }),
    fixtureTool('test_header_parameter', {
      description: 'Takes a parameter that clients repeat in a header.',
      input: {
        type: 'object',
        properties: {
          region: { type: 'string', description: 'Where to run.', 'x-mcp-header': 'Region' },
          priority: { type: 'integer', description: 'How soon to run.', 'x-mcp-header': 'Priority' },
        },
        required: ['region'],
      },
      run: ({ region }) => `Runs in ${String(region)}.`,
    }),
  ];
}
