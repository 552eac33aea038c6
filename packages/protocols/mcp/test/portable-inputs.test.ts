import type { JsonSchema, ToolInfo } from '@toolwire/core';
import { compileInput } from '@toolwire/validate';
import { ajv } from '@toolwire/validate/ajv';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createEndpoint, legacy, modern } from './support/http.ts';
import { legacyRevisions, type Revision } from './support/schemas.ts';
import { createTestService } from './support/service.ts';
import { tool } from './support/tools.ts';

const revisions: readonly Revision[] = [...legacyRevisions, '2026-07-28'];

const email = {
  type: 'object',
  properties: { kind: { const: 'email' }, to: { type: 'string' } },
  required: ['kind', 'to'],
};
const sms = {
  type: 'object',
  properties: { kind: { const: 'sms' }, number: { type: ['string', 'null'] }, urgent: { type: 'boolean' } },
  required: ['kind', 'number'],
};
const node = {
  type: 'object',
  properties: { name: { type: 'string' }, children: { type: 'array', items: { $ref: '#/$defs/node' } } },
  required: ['name'],
};

async function inputOf(schema: JsonSchema, revision: Revision, schemas?: 'written'): Promise<JsonSchema> {
  const options = schemas === undefined ? {} : { schemas };
  const endpoint = createEndpoint(createTestService([{ ...tool('Test.Any', () => 1), input: schema }]), options);
  const request = revision === '2026-07-28' ? modern('tools/list', {}) : legacy(revision, 'tools/list', {});
  const { message } = await endpoint.post(...request);
  const [listed] = (message.result?.['tools'] ?? []) as readonly { readonly inputSchema: JsonSchema }[];
  return listed?.inputSchema ?? {};
}

describe.each(revisions)('in %s', (revision) => {
  test('a union is listed as one object with its discriminator and the scope of each member', async () => {
    expect(await inputOf({ type: 'object', oneOf: [email, sms] }, revision)).toEqual({
      type: 'object',
      properties: {
        kind: { type: 'string', enum: ['email', 'sms'] },
        to: { type: 'string', description: 'For kind=email.' },
        number: { anyOf: [{ type: 'string' }, { type: 'null' }], description: 'For kind=sms.' },
        urgent: { type: 'boolean', description: 'For kind=sms.' },
      },
      required: ['kind'],
    });
  });

  test.each([
    ['oneOf', { oneOf: [email, sms] }],
    ['anyOf', { anyOf: [email, sms] }],
    ['allOf', { allOf: [email, { type: 'object', properties: { cc: { type: 'string' } } }] }],
    ['a condition', { ...email, not: { required: ['bcc'] } }],
    ['a dialect', { $schema: 'https://json-schema.org/draft/2020-12/schema', type: 'object', anyOf: [email, sms] }],
    ['references', { $defs: { email, sms }, anyOf: [{ $ref: '#/$defs/email' }, { $ref: '#/$defs/sms' }] }],
    ['itself', { $defs: { node }, $ref: '#/$defs/node' }],
  ])('the root contains no keyword for which model APIs reject all tools: %s', async (_, schema) => {
    const input = await inputOf(schema, revision);
    expect(input['type']).toBe('object');
    expect(Object.keys(input['properties'] ?? {}).length).toBeGreaterThan(1);
    const refused = ['oneOf', 'anyOf', 'allOf', 'not', 'enum', 'const', '$ref'];
    expect(refused.filter((keyword) => keyword in input)).toEqual([]);
  });

  test('a tool without parameters is listed without properties', async () => {
    const { message } = await createEndpoint(createTestService([tool('Test.None', () => 1)])).post(
      ...(revision === '2026-07-28' ? modern('tools/list', {}) : legacy(revision, 'tools/list', {})),
    );
    expect(message.result?.['tools']).toMatchObject([
      { inputSchema: { type: 'object', properties: {}, additionalProperties: false } },
    ]);
  });

  test('a recursive input keeps its definitions, and any other has no references', async () => {
    const tree = { type: 'object', properties: { root: { $ref: '#/$defs/node' } }, $defs: { node } };
    const { $defs, properties } = await inputOf(tree, revision);
    expect(JSON.stringify(properties)).toMatch(/^\{"root":\{"\$ref":"#\/\$defs\/\w+"\}\}$/);
    expect(JSON.stringify($defs)).toContain('"$ref":"#/$defs/');
    const $schema = 'https://json-schema.org/draft/2020-12/schema';
    const shared = { $schema, type: 'object', properties: { a: { $ref: '#/$defs/email' } }, $defs: { email } };
    expect(JSON.stringify(await inputOf(shared, revision))).not.toContain('$');
    expect(JSON.stringify(await inputOf(shared, revision, 'written'))).toContain('"$ref":"#/$defs/email"');
  });

  test('references to moved schemas lead to definitions', async () => {
    const $schema = 'https://json-schema.org/draft/2020-12/schema';
    const branch = { ...node, properties: { ...node.properties, children: { items: { $ref: '#/oneOf/0' } } } };
    const listed = JSON.stringify(await inputOf({ $schema, type: 'object', oneOf: [branch] }, revision));
    expect(listed.match(/"\$ref":"[^"]*"/g)).toEqual(['"$ref":"#/$defs/form1"', '"$ref":"#/$defs/form1"']);
  });
});

test('a parameter with x-mcp-header in a union belongs to the tool, and its header is checked', async () => {
  const region = { type: 'string', 'x-mcp-header': 'Region' };
  const form = (kind: string) => ({
    type: 'object',
    properties: { kind: { const: kind }, region },
    required: ['kind', 'region'],
  });
  const input = { type: 'object', oneOf: [form('a'), form('b')] };
  const endpoint = createEndpoint(createTestService([{ ...tool('Test.Any', () => 1), input }]));
  const [value, options] = modern('tools/call', { name: 'Test_Any', arguments: { kind: 'a', region: 'eu' } });
  const call = async (sent: string) => {
    const { message } = await endpoint.post(value, { headers: { ...options.headers, 'mcp-param-region': sent } });
    return message.error?.code ?? 'ran';
  };
  expect([await call('eu'), await call('us')]).toEqual(['ran', -32020]);
});

test('a listing is converted once, however often it is requested', async () => {
  let read = 0;
  const [made] = createTestService([tool('Test.Any', () => 1)]).page().tools;
  const info = {
    ...(made as ToolInfo),
    get inputSchema() {
      read += 1;
      return { type: 'object', oneOf: [email, sms] };
    },
  };
  const endpoint = createEndpoint({ ...createTestService([]), page: () => ({ tools: [info] }) });
  for (const _ of [1, 2, 3]) await endpoint.post(...modern('tools/list', {}));
  for (const _ of [1, 2, 3]) await endpoint.post(...modern('tools/call', { name: 'Test_Any', arguments: {} }));
  expect(read).toBe(1);
});

// Without members that only another form of a union defines, which are tested below. ARC-36
describe('the listed schema', () => {
  const text = fc.constantFrom('email', 'sms', 'x', '');
  const anyLeaf = fc.oneof(text, fc.integer({ min: -2, max: 5 }), fc.boolean(), fc.constant(null));
  const inner = fc.letrec<{ node: unknown }>((tie) => ({
    node: fc.oneof(
      { maxDepth: 3, depthSize: 'small' },
      anyLeaf,
      fc.record(
        { name: anyLeaf, children: fc.array(tie('node'), { maxLength: 2 }), kind: text, to: anyLeaf, number: anyLeaf },
        { requiredKeys: ['name'] },
      ),
    ),
  })).node;
  const cases: Readonly<Record<string, readonly [JsonSchema, fc.Arbitrary<object>]>> = {
    'a union': [
      { type: 'object', oneOf: [email, sms] },
      fc.oneof(
        fc.record({ kind: text, to: anyLeaf }),
        fc.record({ kind: text, number: anyLeaf, urgent: anyLeaf }, { requiredKeys: ['kind', 'number'] }),
      ),
    ],
    'a union next to its own members': [
      {
        type: 'object',
        properties: { id: { type: 'integer' } },
        required: ['id'],
        anyOf: [{ required: ['to'] }, { properties: { number: { type: ['string', 'null'] } }, required: ['number'] }],
      },
      fc.oneof(fc.record({ id: anyLeaf, to: anyLeaf }), fc.record({ id: anyLeaf, number: anyLeaf })),
    ],
    'joined objects': [
      { allOf: [email, { type: 'object', properties: { cc: { type: 'array', items: { type: 'string' } } } }] },
      fc.record({ kind: fc.constant('email'), to: anyLeaf, cc: fc.array(text) }, { requiredKeys: ['kind', 'to'] }),
    ],
    'a tuple, a constant and a choice inside': [
      {
        type: 'object',
        properties: {
          pair: { type: 'array', prefixItems: [{ type: 'integer' }, { type: 'string' }], minItems: 2, items: false },
          mode: { const: 'x' },
          target: { oneOf: [email, { type: 'null' }, { type: 'integer', minimum: 0 }] },
        },
      },
      fc.record(
        {
          pair: fc.tuple(anyLeaf, anyLeaf),
          mode: text,
          target: fc.oneof(anyLeaf, fc.record({ kind: text, to: text })),
        },
        { requiredKeys: [] },
      ),
    ],
    'an object that contains itself': [
      { type: 'object', properties: { root: { $ref: '#/$defs/node' } }, required: ['root'], $defs: { node } },
      fc.record({ root: inner }),
    ],
    'a union that contains itself': [
      {
        type: 'object',
        properties: { root: { $ref: '#/$defs/any' } },
        $defs: { any: { oneOf: [{ ...node, properties: { children: { items: { $ref: '#/$defs/any' } } } }, email] } },
      },
      fc.record({ root: inner }),
    ],
  };

  test.each(Object.entries(cases))(
    'accepts everything that the strict check accepts: %s',
    async (_, [schema, values]) => {
      const { check } = compileInput(schema, { validator: ajv() });
      const listed = await inputOf(schema, '2026-07-28');
      const validate = ajv().compile(listed);
      let taken = 0;
      await fc.assert(
        fc.asyncProperty(values, async (value) => {
          fc.pre((await check(value)).ok);
          taken += 1;
          expect(validate(value)).toEqual({ ok: true });
        }),
        { numRuns: 200, maxSkipsPerRun: 1000 },
      );
      expect(taken).toBe(200);
    },
  );
});

describe('a member that its own schema does not define (ARC-36)', () => {
  const schema = { type: 'object', oneOf: [email, sms] };

  test('is the only reason for which accepted input does not match the listed schema', async () => {
    const { check } = compileInput(schema, { validator: ajv() });
    const fits = ajv().compile(await inputOf(schema, '2026-07-28'));
    const text = fc.constantFrom('a', 'b');
    const anything = fc.oneof(text, fc.boolean(), fc.constant(null));
    const values = fc.record(
      { kind: fc.constantFrom('email', 'sms'), to: anything, number: anything, urgent: anything },
      { requiredKeys: ['kind'] },
    );
    let exceptions = 0;
    await fc.assert(
      fc.asyncProperty(values, async (value) => {
        fc.pre((await check(value)).ok);
        const { properties } = value.kind === 'email' ? email : sms;
        const known = Object.fromEntries(Object.entries(value).filter(([name]) => name in properties));
        expect(fits(known)).toEqual({ ok: true });
        if (fits(value).ok) return;
        exceptions += 1;
        expect(known).not.toEqual(value);
      }),
      { numRuns: 200, maxSkipsPerRun: 1000 },
    );
    expect(exceptions).toBeGreaterThan(0);
  });

  test.each([
    ['of another form', schema, { kind: 'email', to: 'ada@example.com', urgent: 'yes' }],
    ['of a tool without parameters', { type: 'object' }, { anything: 1 }],
  ])('is passed unchanged: %s', async (_, input, value) => {
    const fits = ajv().compile(await inputOf(input, '2026-07-28'));
    expect(fits(value).ok).toBe(false);
    const endpoint = createEndpoint(createTestService([{ ...tool('Test.Any', (sent) => sent), input }]));
    const { message } = await endpoint.post(...modern('tools/call', { name: 'Test_Any', arguments: value }));
    expect(message.result).toMatchObject({ structuredContent: value });
  });
});
