import { describe, expect, it } from 'vitest';
import { type JsonSchema, portabilityReport, portableToolInput } from '../../src/portability.ts';

const node = { type: 'object', properties: { next: { $ref: '#/$defs/node' }, a: { type: 'number' } } };
const inlined = { type: 'object', properties: { root: { type: 'object', properties: { next: {} } } } };

describe('the portable input of a tool', () => {
  it('keeps its references where it is recursive', () => {
    const inputDocument = { type: 'object', properties: { root: { $ref: '#/$defs/node' } }, $defs: { node } };
    expect(portableToolInput({ inputSchema: inlined, inputDocument })).toEqual(inputDocument);
  });

  it('refers to definitions instead of other parts, which may move', () => {
    const again = { $ref: '#/$defs/form1' };
    const properties = { again };
    const whole = { type: 'object', properties: { again: { $ref: '#' } } };
    const $defs = { form1: { type: 'object', properties } };
    expect(portableToolInput({ inputSchema: inlined, inputDocument: whole })).toEqual({ ...whole, properties, $defs });
    const inputDocument = {
      type: 'object',
      properties: {
        a: { oneOf: [{ type: 'string' }, { type: 'number' }] },
        b: { $ref: '#/properties/a/oneOf/0' },
        c: { $ref: '#/$defs/node' },
      },
      $defs: { node },
    };
    expect(portableToolInput({ inputSchema: inlined, inputDocument })).toMatchObject({
      properties: { b: { $ref: '#/$defs/form1' }, c: { $ref: '#/$defs/node' } },
      $defs: { form1: { type: 'string' }, node },
    });
  });

  it('gives each definition a separate name, also if it has the form of a new name', () => {
    const form2 = {
      type: 'object',
      properties: { next: { $ref: '#/$defs/form2' }, text: { $ref: '#/properties/b' } },
    };
    const properties = { a: { $ref: '#/$defs/form2' }, b: { type: 'string' } };
    const inputDocument = { type: 'object', properties, $defs: { form2 } };
    const portable = portableToolInput({ inputSchema: inlined, inputDocument }) as {
      readonly $defs: { readonly form2: { readonly properties: { readonly text: { readonly $ref: string } } } };
    };
    const { $ref } = portable.$defs.form2.properties.text;
    expect($ref).not.toBe('#/$defs/form2');
    expect(portable.$defs).toHaveProperty($ref.replace('#/$defs/', ''), { type: 'string' });
  });

  it('keeps the names of definitions, unless another definition has the name', () => {
    const other = { type: 'object', properties: { again: { $ref: '#/definitions/node' } } };
    const inputDocument = {
      type: 'object',
      properties: { a: { $ref: '#/$defs/node' }, b: { $ref: '#/definitions/node' }, c: { $ref: '#/$defs/form3' } },
      $defs: { node, form3: { type: 'string' } },
      definitions: { node: other },
    };
    expect(portableToolInput({ inputSchema: inlined, inputDocument })).toMatchObject({
      properties: { a: { $ref: '#/$defs/node' }, b: { $ref: '#/$defs/form2' }, c: { $ref: '#/$defs/form3' } },
      $defs: { node, form2: { properties: { again: { $ref: '#/$defs/form2' } } }, form3: { type: 'string' } },
    });
  });

  it('keeps a definition called __proto__', () => {
    const inputDocument = JSON.parse(
      '{"type":"object","properties":{"a":{"$ref":"#/$defs/__proto__"}},"$defs":{"__proto__":{"properties":{"next":{"$ref":"#/$defs/__proto__"}}}}}',
    ) as JsonSchema;
    expect(JSON.stringify(portableToolInput({ inputSchema: inlined, inputDocument }))).toBe(
      JSON.stringify(inputDocument),
    );
  });

  it.each([
    ['names a definition once', { properties: { a: { $ref: '#/$defs/leaf' } }, $defs: { leaf: { type: 'number' } } }],
    ['has an unused definition', { properties: {}, $defs: { node } }],
    ['refers to what is elsewhere', { properties: { a: { $ref: 'https://example.com/a' }, b: { $ref: 7 } } }],
  ])('has no references where it %s', (_, inputDocument) => {
    expect(portableToolInput({ inputSchema: inlined, inputDocument })).toEqual(inlined);
  });
});

it('the report lists tools that are not portable, with the reasons', () => {
  const odd = { type: 'object', oneOf: [{ type: 'object', properties: { $top: { type: 'integer' } } }] };
  const report = portabilityReport([
    { id: 'Search.Run', version: '1.0.0', name: 'Search_Run', inputSchema: odd },
    { id: 'Tree.Walk', version: '1.0.0', name: 'Tree_Walk', inputSchema: inlined, inputDocument: node },
  ]);
  expect(report).toEqual([
    {
      toolId: 'Search.Run@1.0.0',
      problems: [expect.objectContaining({ code: 'parameter_name', readers: ['anthropic', 'openai', 'claude-code'] })],
    },
  ]);
});

it('a root that is only a reference becomes an object', () => {
  const inputDocument = { type: 'object', $ref: '#/$defs/node', $defs: { node } };
  const { $ref, properties } = portableToolInput({ inputSchema: inlined, inputDocument });
  expect([$ref, properties]).toEqual([undefined, node.properties]);
});
