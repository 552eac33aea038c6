import { describe, expect, it } from 'vitest';
import { isToolDefinition } from '../src/index.ts';
import { defineExistingTool, type FoundTool } from '../src/internal.ts';

const found: FoundTool = {
  source: 'GET /orders/:id',
  id: 'Orders.Find',
  title: 'Find',
  description: 'Finds an order.',
  annotations: { readOnly: true },
  isDeprecated: false,
  input: undefined,
  output: undefined,
  run: () => 7,
};

describe('the tool of an existing route', () => {
  it('has the data of the route', () => {
    const tool = defineExistingTool({}, { ...found, isDeprecated: true });
    expect(isToolDefinition(tool)).toBe(true);
    expect(tool).toMatchObject({
      id: 'Orders.Find',
      version: '1.0.0',
      title: 'Find',
      description: 'Finds an order.',
      annotations: { readOnly: true },
      deprecation: {},
    });
    expect(tool).not.toHaveProperty('source');
  });

  it('prefers the given data', () => {
    const given = { id: 'Shop.Find', version: '2.0.0', title: 'Get', description: 'Gets.', scopes: ['read'] };
    expect(defineExistingTool({ ...given, annotations: { openWorld: false } }, found)).toMatchObject({
      ...given,
      annotations: { readOnly: true, openWorld: false },
    });
    expect(defineExistingTool({}, found).deprecation).toBeUndefined();
  });

  it('keeps the data of the route for fields that are undefined', () => {
    const given = { id: undefined, title: undefined, deprecation: undefined, annotations: { readOnly: undefined } };
    expect(defineExistingTool(given, { ...found, isDeprecated: true })).toMatchObject({
      id: 'Orders.Find',
      title: 'Find',
      annotations: { readOnly: true },
      deprecation: {},
    });
  });

  it('needs an ID', () => {
    expect(() => defineExistingTool({}, { ...found, id: undefined })).toThrow(
      "The tool of GET /orders/:id has no id. Set one: { id: 'Orders.Find' }, or pass a toolkit to prepend to its name. (TW_TOOL_ID)",
    );
  });

  it.each(['run', 'input', 'output', 'scope'])('has no field %s', (name) => {
    expect(() => defineExistingTool({ [name]: {} }, found)).toThrow(
      `Invalid option '${name}' in the tool of GET /orders/:id.`,
    );
  });
});
